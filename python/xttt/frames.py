"""Collections of games as data frames of pandas or Polars, and as Parquet and CSV files."""

from __future__ import annotations

import csv
import importlib
import os
from typing import Any, Dict, Iterable, List, Sequence, Union

from xttt._core import Position, Record
from xttt.variants import variant

_Path = Union[str, "os.PathLike[str]"]
KINDS = ("games", "moves")


def _games(records: Iterable[Record]) -> Dict[str, List[Any]]:
    """One row for each game."""
    columns: Dict[str, List[Any]] = {name: [] for name in (
        "game", "variant", "x", "o", "event", "date", "result", "reason", "points_x", "points_o", "plies",
        "first_move", "fen", "moves")}
    for number, record in enumerate(records):
        tags, moves, points = record.tags, record.moves, record.points
        row = {"game": number, "variant": record.variant, "x": tags.get("X"), "o": tags.get("O"),
               "event": tags.get("Event"), "date": tags.get("Date"), "result": record.result,
               "reason": record.reason, "points_x": points[0] if points is not None else None,
               "points_o": points[1] if points is not None else None, "plies": len(moves),
               "first_move": moves[0] if moves else None, "fen": record.fen, "moves": " ".join(moves)}
        for name, values in columns.items():
            values.append(row[name])
    return columns


def _moves(records: Iterable[Record]) -> Dict[str, List[Any]]:
    """One row for each move, with the position it was played in."""
    columns: Dict[str, List[Any]] = {name: [] for name in (
        "game", "ply", "side", "move", "action", "board", "bonus", "legal_moves", "points_x", "points_o",
        "result", "comment")}
    for number, record in enumerate(records):
        position = Position(record.variant, fen=record.fen)
        result = record.result
        for ply, (move, comment) in enumerate(zip(record.moves, record.comments)):
            points = position.points
            action = position.action(move)
            row = {"game": number, "ply": ply, "side": position.turn, "move": move, "action": action,
                   "board": _board_of(position, action), "bonus": position.bonus,
                   "legal_moves": position.legal_count, "points_x": points[0], "points_o": points[1],
                   "result": result, "comment": comment}
            for name, values in columns.items():
                values.append(row[name])
            position.play(action)
    return columns


def _board_of(position: Position, action: int) -> int:
    """The number of the small board of an action, in reading order, big board 1 first."""
    size = variant(position.variant).size
    width = size * size
    row, column = divmod(action, width)
    return row // size * size + column // size


def _columns(records: Iterable[Record], kind: str) -> Dict[str, List[Any]]:
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, not {kind!r}")
    return _games(records) if kind == "games" else _moves(records)


def to_frame(records: Iterable[Record], kind: str = "games", library: str = "pandas") -> Any:
    """The games as a data frame of pandas or Polars.

    `kind="games"` has a row for each game: variant, players, result, points, plies, moves. `kind="moves"` has a
    row for each move: side, action, small board, number of legal moves, points so far, result of the game.
    """
    if library not in ("pandas", "polars"):
        raise ValueError(f"library must be pandas or polars, not {library!r}")
    columns = _columns(records, kind)
    try:
        return importlib.import_module(library).DataFrame(columns)
    except ImportError as error:
        raise ImportError(f"to_frame needs the package {library}, which is not installed: "
                          f"pip install {library}") from error


def to_parquet(path: _Path, records: Iterable[Record], kind: str = "games") -> None:
    """Writes the games into a Parquet file, with the columns of `to_frame`."""
    try:
        arrow = importlib.import_module("pyarrow")
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise ImportError("to_parquet needs the package pyarrow, which is not installed: "
                          "pip install xttt[notebook]") from error
    parquet.write_table(arrow.table(_columns(records, kind)), os.fspath(path))


def _write_csv(path: _Path, records: Iterable[Record], kind: str) -> None:
    """The columns of `to_frame`, with a row of their names first; an empty field is a missing value."""
    columns = _columns(records, kind)
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*columns.values()))


def export(files: Sequence[_Path], target: _Path, kind: str = "games", format: str = "parquet") -> int:
    """Writes the games of .xgn and .jsonl files into one Parquet or CSV file; returns their number."""
    from xttt.records import load
    if format not in ("parquet", "csv"):
        raise ValueError(f"format must be parquet or csv, not {format!r}")
    records: List[Record] = []
    for file in files:
        if os.path.exists(target) and os.path.samefile(file, target):
            raise ValueError(f"{os.fspath(target)!r} is a file of games; choose another one to write")
        try:
            records += load(file)
        except ValueError as error:
            raise ValueError(f"{os.fspath(file)!r}: {error}") from error
    (_write_csv if format == "csv" else to_parquet)(target, records, kind)
    return len(records)
