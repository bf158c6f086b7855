"""Bots: turn a function that chooses moves into a program that speaks UGI.

    import random
    import xttt.bot

    xttt.bot.run(lambda position, clock: random.choice(position.legal_moves()))

docs/reference/ugi.md describes the protocol, docs/reference/python.md the arguments of the function.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from dataclasses import dataclass
from typing import IO, Callable, Iterator, List, Optional, Union

import xttt._core as _core

_MOVE_SHARE = 30  # number of moves that a clock is planned to last


@dataclass(frozen=True)
class Clock:
    """The limits of one move. Times are in milliseconds; None means no limit."""

    movetime: Optional[float] = None
    """For this move."""
    remaining: Optional[float] = None
    """On the bot's own clock."""
    increment: float = 0.0
    """Added to it by every move."""
    opponent_remaining: Optional[float] = None
    """On the opponent's clock."""
    depth: Optional[int] = None
    """Maximum search depth in plies."""
    nodes: Optional[int] = None
    """Maximum number of nodes."""

    def budget(self, default: float = 1000.0) -> float:
        """A reasonable time for this move in milliseconds; `default` without a time limit."""
        if self.movetime is not None:
            return max(self.movetime * 0.9 - 5, 1.0)
        if self.remaining is not None:
            share = self.remaining / _MOVE_SHARE + self.increment * 0.8
            return max(min(share, self.remaining * 0.5 - 5), 1.0)
        return default


Choose = Callable[[_core.Position, Clock], Union[str, int, _core.Analysis]]


def run(choose: Choose, *, name: str = "bot", author: str = "anonymous",
        input: Optional[IO[str]] = None, output: Optional[IO[str]] = None) -> None:
    """Runs the UGI loop on standard input and output until `quit` or the end of the input.

    `choose(position, clock)` returns the move as text, as an action, or as the Analysis of an
    Engine. The position is a copy that the function may change.
    """
    if not callable(choose):
        raise TypeError(f"choose must be a function of position and clock, not {choose!r}")
    session = _Session(choose, name, author, output or sys.stdout)
    with _interrupts_left_to_the_system(input is None):
        # readline, because iterating over the stream would read ahead and block.
        for line in iter((input or sys.stdin).readline, ""):
            if not session.obey(line.split()):
                break


@contextlib.contextmanager
def _interrupts_left_to_the_system(wanted: bool) -> Iterator[None]:
    """Makes Ctrl-C end the bot. Engines then search in this thread, without a second one that watches
    for Ctrl-C, because the sandbox forbids threads.
    """
    if not wanted or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Session:
    def __init__(self, choose: Choose, name: str, author: str, output: IO[str]):
        self._choose = choose
        self._name = name
        self._author = author
        self._output = output
        self._variant = _core.VARIANTS[0]
        self._position = _core.Position(self._variant)
        self._words: List[str] = []  # of the `position` command that led here

    def _say(self, text: str) -> None:
        self._output.write(text + "\n")
        self._output.flush()

    def obey(self, words: List[str]) -> bool:
        """Handles one command; returns whether to continue."""
        command, rest = (words[0], words[1:]) if words else ("", [])
        if command == "quit":
            return False
        handler = getattr(self, "_on_" + command, None)
        if handler is not None:
            try:
                handler(rest)
            except _BadCommand as error:
                self._say(f"info string error {error}")
        elif command:
            self._say(f"info string error unknown command {command!r}")
        return True

    def _on_ugi(self, _: List[str]) -> None:
        variants = " ".join("var " + name for name in _core.VARIANTS)
        self._say(f"id name {self._name}\nid author {self._author}\n"
                  f"option name Variant type combo default {_core.VARIANTS[0]} {variants}\nugiok")

    def _on_isready(self, _: List[str]) -> None:
        self._say("readyok")

    def _on_uginewgame(self, _: List[str]) -> None:
        pass

    def _on_stop(self, _: List[str]) -> None:
        pass  # the answer was given before this line was read

    def _on_setoption(self, words: List[str]) -> None:
        if len(words) != 4 or words[0] != "name" or words[2] != "value":
            raise _BadCommand("setoption name NAME value VALUE")
        if words[1].lower() != "variant":
            raise _BadCommand(f"unknown option {words[1]!r}; the only option is Variant")
        if words[3] not in _core.VARIANTS:
            raise _BadCommand(f"unknown variant {words[3]!r}; choose from {', '.join(_core.VARIANTS)}")
        self._variant = words[3]
        self._position = _core.Position(self._variant)
        self._words = []

    def _on_position(self, words: List[str]) -> None:
        try:
            known = len(self._words)
            if known and words[:known] == self._words and "moves" in self._words:
                # The usual case: the same game continues.
                position = self._position.copy()
                for move in words[known:]:
                    position.play(move)
            else:
                position = self._set_up(words)
        except ValueError as error:
            raise _BadCommand(str(error)) from None
        self._position = position
        self._words = words

    def _set_up(self, words: List[str]) -> _core.Position:
        at = words.index("moves") if "moves" in words else len(words)
        moves = words[at + 1:]
        if words[:at] == ["startpos"]:
            return _core.Position(self._variant, moves=moves)
        if words[:1] == ["fen"]:
            return _core.Position(self._variant, fen=" ".join(words[1:at]), moves=moves)
        raise ValueError("position startpos [moves ...] or position fen F [moves ...]")

    def _on_query(self, words: List[str]) -> None:
        outcome = self._position.outcome
        if words == ["p1turn"]:
            answer = "true" if self._position.turn == "x" else "false"
        elif words == ["gameover"]:
            answer = "true" if outcome else "false"
        elif words == ["result"]:
            answer = "none" if outcome is None else {"x": "p1win", "o": "p2win", None: "draw"}[
                outcome.rated_winner]
        else:
            raise _BadCommand("query p1turn, gameover or result")
        self._say("response " + answer)

    def _on_go(self, words: List[str]) -> None:
        if self._position.over:
            self._say("bestmove none")
            return
        chosen = self._choose(self._position.copy(), _read_clock(words, self._position.turn))
        if isinstance(chosen, _core.Analysis):
            score = (f"win {chosen.win_in}" if chosen.win_in is not None
                     else f"points {round(chosen.score * 100)}")
            self._say(f"info depth {chosen.depth} score {score} nodes {chosen.nodes} "
                      f"time {round(chosen.seconds * 1000)} pv {' '.join(chosen.pv)}")
            chosen = chosen.action
        # Not caught: an illegal answer is an error of the bot, and its author needs the traceback.
        action = self._position.action(chosen)
        self._say("bestmove " + self._position.move_text(action))


class _BadCommand(Exception):
    """A malformed command; the session continues."""


def _read_clock(words: List[str], turn: str) -> Clock:
    numbers = {}
    for word, value in zip(words, words[1:]):
        try:
            numbers[word] = int(value)
        except ValueError:
            continue
    own, other = ("p1", "p2") if turn == "x" else ("p2", "p1")
    return Clock(movetime=numbers.get("movetime"), remaining=numbers.get(own + "time"),
                 increment=numbers.get(own + "inc", 0), opponent_remaining=numbers.get(other + "time"),
                 depth=numbers.get("depth"), nodes=numbers.get("nodes"))
