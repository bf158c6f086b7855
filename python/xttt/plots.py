"""Plots of a tournament or any other collection of games, with Matplotlib.

    games = xttt.load("games.xgn")              # from `xttt tournament export cup.db -o games.xgn`
    xttt.plots.scores(games)
    xttt.plots.crosstable(games)
    xttt.plots.endings(games)
    xttt.plots.lengths(games)

Each function draws into `axes`, or into a new figure, and returns the axes.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import Any, Dict, Iterable, List, Tuple

from xttt._core import Record

_POINTS = {"x": 1.0, "draw": 0.5, "o": 0.0}
_X, _O = "#c0392b", "#2563a8"  # as on the boards


def _axes(axes: Any, width: float, height: float) -> Any:
    if axes is not None:
        return axes
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("xttt.plots needs the package matplotlib, which is not installed: "
                          "pip install xttt[notebook]") from error
    return plt.subplots(figsize=(width, height))[1]


def _results(records: Iterable[Record]) -> List[Tuple[str, str, float]]:
    """Players and the points of x, of the games that have both and were finished."""
    found = []
    for record in records:
        tags = record.tags
        if "X" in tags and "O" in tags and record.result in _POINTS:
            found.append((tags["X"], tags["O"], _POINTS[record.result]))
    if not found:
        raise ValueError("no finished game with the tags X and O")
    return found


def _scores(records: Iterable[Record]) -> Dict[str, List[float]]:
    """The points of each player's games, best player first."""
    points: Dict[str, List[float]] = defaultdict(list)
    for x, o, score in _results(records):
        points[x].append(score)
        points[o].append(1 - score)
    return dict(sorted(points.items(), key=lambda item: (-sum(item[1]) / len(item[1]), item[0])))


def scores(records: Iterable[Record], axes: Any = None) -> Any:
    """Points per game of each player, with intervals of 95%."""
    points = _scores(records)
    axes = _axes(axes, 7, 1 + 0.35 * len(points))
    means = [sum(each) / len(each) for each in points.values()]
    errors = [1.96 * math.sqrt(sum((value - mean) ** 2 for value in each)) / len(each)
              for mean, each in zip(means, points.values())]
    axes.barh(list(points), means, xerr=errors, color=_O, ecolor="#555", capsize=3)
    axes.invert_yaxis()
    axes.set(xlim=(0, 1), xlabel="points per game", title="Scores")
    return axes


def crosstable(records: Iterable[Record], axes: Any = None) -> Any:
    """The score of each player (row) against each other (column) as a heat map; unplayed pairs stay empty."""
    results = list(records)
    names = list(_scores(results))
    points: Dict[Tuple[str, str], List[float]] = defaultdict(list)
    for x, o, score in _results(results):
        points[x, o].append(score)
        points[o, x].append(1 - score)
    axes = _axes(axes, 2 + 0.7 * len(names), 1.5 + 0.5 * len(names))
    share = [[sum(points[row, column]) / len(points[row, column]) if row != column and points[row, column] else math.nan
              for column in names] for row in names]
    axes.imshow(share, cmap="RdYlGn", vmin=0, vmax=1, aspect="auto")
    for row, values in enumerate(share):
        for column, value in enumerate(values):
            if not math.isnan(value):
                axes.text(column, row, f"{value:.0%}", ha="center", va="center", fontsize=9)
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_title("Score of the row against the column")
    return axes


def endings(records: Iterable[Record], axes: Any = None) -> Any:
    """How games ended: the number of each result and reason."""
    counts = Counter((record.reason, record.result) for record in records)
    reasons = sorted({reason for reason, _ in counts})
    axes = _axes(axes, 7, 4)
    below = [0] * len(reasons)
    for result, label, colour in (("x", "x wins", _X), ("draw", "draw", "#999999"), ("o", "o wins", _O),
                                  ("*", "no result", "#dddddd")):
        heights = [counts[reason, result] for reason in reasons]
        if any(heights):
            axes.bar(reasons, heights, bottom=below, label=label, color=colour)
            below = [low + height for low, height in zip(below, heights)]
    axes.set(ylabel="games", title="How games ended")
    axes.legend()
    return axes


def lengths(records: Iterable[Record], axes: Any = None) -> Any:
    """How many moves games have, as a histogram."""
    plies = [len(record.moves) for record in records]
    if not plies:
        raise ValueError("there are no games")
    axes = _axes(axes, 7, 4)
    axes.hist(plies, bins=range(min(plies), max(plies) + 2, max(1, (max(plies) - min(plies)) // 40)), color=_O)
    axes.set(xlabel="moves", ylabel="games", title="Length of games")
    return axes
