"""Plays one course bot for the referee, in UGI over standard input and output.

    python3 -s -B xttt_host [--class NAME] [--language auto|2|3] BOTFILE

Beyond plain UGI (see the UGI page) it can send one other message instead of an answer:

    forfeit REASON TEXT

REASON is ``load`` (no such file or class, or the file does not run: before ``ugiok``), ``crash``
(an exception in the constructor or in ``move``), ``memory`` (MemoryError), ``move`` (``move``
returned something that is not a move), ``board`` (the bot changed its board) or ``host`` (the
host cannot run bots at all). TEXT is the evidence in one line; tracebacks and whatever the bot
prints go to standard error.

It also sends, where the referee may read them: ``info string host TEXT`` before the bot is loaded,
``info string note TEXT`` for each thing the bot's author should know, ``info string edition N`` for
the number of big boards the bot expects, and ``info string at PLACE`` (watch.py).
"""

import argparse
import os
import signal
import sys

from xttt_host import failures, import_patches
from xttt_host.channel import Channel
from xttt_host.game import VARIANTS, Game
from xttt_host.loading import LoadError, load_bot
from xttt_host.shared_board import SharedBoard
from xttt_host.watch import Watch

# Maximum number of notes of one kind.
_LINES_OF_A_NOTE = 8


class TimedOutExc(Exception):
    """Raised by the timer of the original simulators; bots may catch it."""


class Forfeit(Exception):
    def __init__(self, reason, text):
        Exception.__init__(self, reason, text)
        self.reason = reason
        self.text = text


def _ring(number, frame):
    raise TimedOutExc()


def _silence_alarms():
    for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
        signal.setitimer(timer, 0)


def _guarded(function, *arguments):
    """Calls into the bot. Any exception becomes a forfeit of the bot."""
    try:
        try:
            return function(*arguments)
        finally:
            _silence_alarms()
    except LoadError as error:
        reason, text = "load", str(error)
    except MemoryError as error:
        reason, text = "memory", failures.describe(error, sys.exc_info()[2])
    except BaseException as error:  # SystemExit and KeyboardInterrupt too
        trace = sys.exc_info()[2]
        failures.log(error, trace)
        reason, text = "crash", failures.describe(error, trace)
    raise Forfeit(reason, text)


def _notes(differences):
    """One note for each kind of difference, with the line numbers in the bot."""
    places = {}
    for file_name, line, text in differences:
        places.setdefault((file_name, text), []).append(line)
    for (file_name, text), lines in sorted(places.items(), key=lambda item: item[1][0]):
        shown = ", ".join(str(line) for line in lines[:_LINES_OF_A_NOTE])
        more = ", ..." if len(lines) > _LINES_OF_A_NOTE else ""
        yield "%s, line%s %s%s: %s" % (file_name, "" if len(lines) == 1 else "s", shown, more, text)


class Host(object):
    def __init__(self, channel, watch, loaded):
        self._channel = channel
        self._watch = watch
        self._loaded = loaded
        self._class = loaded.bot_class
        self._variant = VARIANTS["extreme"]
        self._bot = None
        self._shared = None
        self._forget_position()

    def _forget_position(self):
        self._game = None
        self._setup, self._moves = None, []  # what self._game was made from

    def answer(self, line):
        """Handles one command of the referee. Returns False after the last."""
        command, _, rest = line.partition(" ")
        if command == "quit":
            return False
        handler = getattr(self, "_on_" + command, None)
        if handler is not None:
            handler(rest.strip())
        elif command:
            self._channel.send("info string unknown command " + command)
        return True

    def _on_ugi(self, _):
        self._channel.send("id name " + self._class.__name__)
        self._channel.send("id author course bot")
        self._channel.send("option name Variant type combo default extreme "
                           + " ".join("var " + name for name in VARIANTS))
        for note in _notes(self._loaded.differences):
            self._channel.send("info string note " + note)
        if self._loaded.big_boards is not None:
            self._channel.send("info string edition %d %s"
                               % (self._loaded.big_boards, self._loaded.edition_sign))
        self._channel.send("ugiok")

    def _on_setoption(self, text):
        words = text.split()
        if len(words) == 4 and words[:3] == ["name", "Variant", "value"] and words[3] in VARIANTS:
            self._variant = VARIANTS[words[3]]
            self._forget_position()
        else:
            self._channel.send("info string error no such option or value: " + text)

    def _on_uginewgame(self, _):
        self._bot = self._shared = None
        self._forget_position()

    def _on_isready(self, _):
        if self._ready():
            self._channel.send("readyok")

    def _ready(self):
        """Constructs the bot before the clock of the first move starts."""
        if self._bot is not None:
            return True
        try:
            self._bot = _guarded(self._class)
        except Forfeit as forfeit:
            self._forfeit(forfeit)
            return False
        self._shared = SharedBoard(self._variant)
        return True

    def _on_position(self, text):
        setup, _, moves = text.partition("moves")
        setup, moves = setup.split(), moves.split()
        known = len(self._moves)
        if setup != self._setup or moves[:known] != self._moves:
            self._game = (Game.from_fen(self._variant, setup[1:]) if setup[:1] == ["fen"]
                          else Game(self._variant))
            known = 0
        for move in moves[known:]:
            self._game.play(self._variant.read_move(move))
        self._setup, self._moves = setup, moves

    def _on_go(self, _):
        if not self._ready():
            return
        if self._game is None:
            self._on_position("startpos")
        game, shared = self._game, self._shared
        self._watch.forget()
        try:
            shared.show(game.board)
            move = _guarded(self._bot.move, shared.board, game.old_move, game.flag)
            damage = shared.damage(game.board)
            if damage:
                raise Forfeit("board", damage)
            text = self._variant.write_move(move)
            if text is None:
                raise Forfeit("move", "returned %s, which is not a move" % _safe_repr(move))
            self._channel.send("bestmove " + text)
        except Forfeit as forfeit:
            self._forfeit(forfeit)

    def _forfeit(self, forfeit):
        text = forfeit.text
        expected = self._loaded.big_boards
        if forfeit.reason in ("crash", "move") and expected not in (None, self._variant.big_boards):
            text += ("; the bot is written for the %s edition (%s): play it with --variant %s"
                     % (("2019", self._loaded.edition_sign, "double") if expected == 2
                        else ("2018", self._loaded.edition_sign, "extreme")))
        self._channel.send("forfeit %s %s" % (forfeit.reason, text))


def _safe_repr(value):
    try:
        return repr(value)[:200]
    except Exception:
        return "a " + type(value).__name__


def main(arguments):
    parser = argparse.ArgumentParser(prog="xttt_host")
    parser.add_argument("--class", dest="class_name")
    parser.add_argument("--language", choices=("auto", "2", "3"), default="auto")
    parser.add_argument("bot")
    options = parser.parse_args(arguments)
    channel = Channel()
    channel.send("info string host Python " + sys.version.split()[0])
    watch = Watch(channel)
    watch.install()
    import_patches.install()
    del sys.path[0]  # the bot must import its own modules, not ours
    if sys.version_info[0] == 3:
        sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")
    else:
        sys.stdout = os.fdopen(1, "w", 1)
    signal.signal(signal.SIGALRM, _ring)
    try:
        loaded = _guarded(load_bot, options.bot, options.class_name, options.language)
    except Forfeit as forfeit:
        reason = "load" if forfeit.reason == "crash" else forfeit.reason
        channel.send("forfeit %s %s" % (reason, forfeit.text))
        sys.exit(2)
    host = Host(channel, watch, loaded)
    while True:
        line = channel.receive()
        if line is None or not host.answer(line):
            break
    os._exit(0)  # skips the exit handlers of the bot
