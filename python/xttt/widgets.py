"""Games as interactive widgets in notebooks: step through a game, or play one by clicking.

    from xttt.widgets import GameWidget

    GameWidget(xttt.load("games.xgn")[0])                       # arrow keys, slider, play button
    GameWidget(xttt.Position("ultimate"), opponent=xttt.Engine(skill=5))   # click a cell to move
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Union

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError("xttt.widgets needs the package anywidget, which is not installed: "
                      "pip install xttt[notebook]") from error

from xttt._core import Engine, Position, Record

Opponent = Union[Engine, Callable[[Position], Union[str, int]]]
"""An engine, or a function that returns a move for a position."""

_SCRIPT = """
function render({ model, el }) {
  const board = document.createElement("div");
  const caption = document.createElement("div");
  const controls = document.createElement("div");
  const slider = document.createElement("input");
  const buttons = [["\\u23ee", "First position", () => 0], ["\\u25c0", "Back", ply => ply - 1],
                   ["\\u25b6", "Forward", ply => ply + 1], ["\\u23ed", "Last position", () => Infinity]];
  const last = () => model.get("frames").length - 1;
  const go = ply => {
    model.set("ply", Math.max(0, Math.min(last(), ply)));
    model.save_changes();
  };
  for (const [symbol, label, target] of buttons) {
    const button = document.createElement("button");
    button.textContent = symbol;
    button.title = label;
    button.setAttribute("aria-label", label);
    button.onclick = () => go(target(model.get("ply")));
    controls.append(button);
  }
  slider.type = "range";
  slider.min = "0";
  slider.setAttribute("aria-label", "Move number");
  slider.oninput = () => go(Number(slider.value));
  controls.append(slider);
  el.classList.add("xttt-game");
  el.tabIndex = 0;
  el.append(board, caption, controls);
  el.onkeydown = event => {
    if (event.target === slider) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(model.get("ply") + step);
  };
  board.onclick = event => {
    const picture = board.querySelector("svg");
    if (!model.get("playable") || model.get("ply") !== last() || !picture) return;
    // Each legal cell has a dot in its middle, in the order of legal_actions().
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    const away = dot => Math.max(Math.abs(dot.cx.baseVal.value - x), Math.abs(dot.cy.baseVal.value - y));
    const hit = [...picture.querySelectorAll('circle[r="2"]')].findIndex(dot => away(dot) <= 12);
    if (hit >= 0) model.send({ legal: hit });
  };
  const draw = () => {
    const ply = model.get("ply");
    board.innerHTML = model.get("frames")[ply] || "";
    caption.textContent = model.get("captions")[ply] || "";
    board.style.cursor = model.get("playable") && ply === last() ? "pointer" : "default";
    slider.max = String(last());
    slider.value = String(ply);
  };
  for (const name of ["frames", "captions", "ply", "playable"]) model.on(`change:${name}`, draw);
  draw();
}
export default { render };
"""

_STYLE = """
.xttt-game { display: inline-block; outline-offset: 4px; }
.xttt-game svg { display: block; max-width: 100%; height: auto; }
.xttt-game > div { margin: 4px 0; }
.xttt-game button { min-width: 36px; min-height: 32px; }
.xttt-game input { vertical-align: middle; width: 180px; }
"""


class GameWidget(anywidget.AnyWidget):
    """A game to step through with buttons, slider and arrow keys.

    With an `opponent` you play on from the last position: click a cell to move, and the opponent answers.
    `position` is the game so far, `ply` the number of moves shown.
    """

    _esm = _SCRIPT
    _css = _STYLE
    frames = traitlets.List(traitlets.Unicode()).tag(sync=True)
    captions = traitlets.List(traitlets.Unicode()).tag(sync=True)
    ply = traitlets.Int(0).tag(sync=True)
    playable = traitlets.Bool(False).tag(sync=True)

    def __init__(self, game: Union[Position, Record], *, opponent: Optional[Opponent] = None, ply: Optional[int] = None,
                 movetime: float = 500.0) -> None:
        """A position or a record; `ply` is the position to start with, `movetime` an engine's time in ms."""
        super().__init__()
        if not isinstance(game, (Position, Record)):
            raise TypeError(f"game must be a Position or a Record, not {type(game).__name__}")
        self.position = game.position() if isinstance(game, Record) else game.copy()
        self._opponent = opponent
        self._movetime = movetime
        replayed = self.position.record()
        shown = Position(replayed.variant, fen=replayed.fen)
        frames, captions = [shown.svg()], [_caption(shown)]
        for action in self.position.history:
            shown.play(action)
            frames.append(shown.svg())
            captions.append(_caption(shown))
        self.frames, self.captions = frames, captions
        self.ply = min(max(len(frames) - 1 if ply is None else ply, 0), len(frames) - 1)
        self.playable = opponent is not None and not self.position.over
        self.on_msg(self._clicked)

    def play(self, move: Union[str, int]) -> None:
        """Plays a move in the game; the opponent answers until it is your turn again. ValueError if it is illegal."""
        side = self.position.turn
        self._add(move)
        while self._opponent is not None and not self.position.over and self.position.turn != side:
            if isinstance(self._opponent, Engine):
                self._add(self._opponent.analyse(self.position, movetime=self._movetime).action)
            else:
                self._add(self._opponent(self.position.copy()))

    def _add(self, move: Union[str, int]) -> None:
        self.position.play(move)
        frames: List[str] = [*self.frames, self.position.svg()]
        self.captions = [*self.captions, _caption(self.position)]
        self.frames = frames
        self.ply = len(frames) - 1
        self.playable = self.playable and not self.position.over

    def _clicked(self, _: Any, content: Dict[str, Any], __: Any) -> None:
        """A click on a legal cell, given by its number among the legal actions."""
        legal, chosen = self.position.legal_actions(), content.get("legal")
        if self.playable and isinstance(chosen, int) and 0 <= chosen < len(legal):
            self.play(legal[chosen])


def _caption(position: Position) -> str:
    """The text below the board: the move number, and whose turn it is or how the game ended."""
    number = f"Move {len(position.history)}"
    if position.last_move is not None:
        number += f", {position.last_move}"
    if position.outcome is None:
        return f"{number}: {position.turn} to move"
    winner, points = position.outcome.rated_winner, position.outcome.points
    return f"{number}: {'draw' if winner is None else winner + ' wins'}, {points[0]} to {points[1]}"
