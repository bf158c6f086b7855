"""Plays one course bot for the referee, in UGI over standard input and output.

    python3 -s -B xttt_host [--class NAME] [--language auto|2|3] BOTFILE

Beyond plain UGI (see the UGI page) it sends one kind of line, in place of the answer that was due:

    forfeit REASON TEXT

REASON is ``load`` (no such file or class, or the file does not run: before ``ugiok``), ``crash``
(an exception in the constructor or in ``move``), ``memory`` (MemoryError), ``move`` (``move``
returned something that is no move) or ``board`` (the lent board came back changed). TEXT is the
evidence in one line; tracebacks and whatever the bot prints go to standard error.
"""

import argparse
import os
import signal
import sys
import traceback

from xttt_host import import_patches
from xttt_host.channel import Channel
from xttt_host.game import VARIANTS, Game
from xttt_host.loading import LoadError, load_class
from xttt_host.shared_board import SharedBoard


class TimedOutExc(Exception):
    """What the originals raised when the alarm rang; bots that set it may catch this."""


class Forfeit(Exception):
    def __init__(self, reason, text):
        super().__init__(reason, text)
        self.reason = reason
        self.text = text


def _ring(number, frame):
    raise TimedOutExc()


def _silence_alarms():
    for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
        signal.setitimer(timer, 0)


def _guarded(function, *arguments):
    """Calls into the bot. Whatever comes out that is no result is the bot's forfeit."""
    try:
        try:
            return function(*arguments)
        finally:
            _silence_alarms()
    except MemoryError as error:
        raise Forfeit("memory", _describe(error)) from error
    except BaseException as error:  # SystemExit and KeyboardInterrupt too
        _log(error)
        raise Forfeit("crash", _describe(error)) from error


def _describe(error):
    """The exception and the line of the bot where it arose."""
    text = "%s: %s" % (type(error).__name__, error) if str(error) else type(error).__name__
    trace, place = error.__traceback__, None
    while trace is not None:
        code = trace.tb_frame.f_code
        if "xttt_host" not in code.co_filename:
            place = (os.path.basename(code.co_filename), trace.tb_lineno, code.co_name)
        trace = trace.tb_next
    return text + (" (%s:%d in %s)" % place if place else "")


def _log(error):
    try:
        text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
        os.write(2, text.encode("utf-8", "backslashreplace"))
    except Exception:  # the bot may have closed its standard error or broken its exception
        pass


class Host:
    def __init__(self, channel, bot_class):
        self._channel = channel
        self._class = bot_class
        self._variant = VARIANTS["extreme"]
        self._bot = None
        self._shared = None
        self._forget_position()

    def _forget_position(self):
        self._game = None
        self._setup, self._moves = None, []  # what self._game was made from

    def answer(self, line):
        """Deals with one line of the referee. False when it was the last."""
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
        """Constructs the bot, so that it is done before the first move is timed."""
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
        try:
            shared.show(game.board)
            move = _guarded(self._bot.move, shared.board, game.old_move, game.flag)
            damage = shared.damage(game.board)
            if damage:
                raise Forfeit("board", damage)
            text = self._variant.write_move(move)
            if text is None:
                raise Forfeit("move", "returned %s, which is no move" % _safe_repr(move))
            self._channel.send("bestmove " + text)
        except Forfeit as forfeit:
            self._forfeit(forfeit)

    def _forfeit(self, forfeit):
        self._channel.send("forfeit %s %s" % (forfeit.reason, forfeit.text))


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
    import_patches.install()
    del sys.path[0]  # the bot shall find its own modules, not ours
    sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")
    signal.signal(signal.SIGALRM, _ring)
    try:
        bot_class, _ = _guarded_load(options)
    except Forfeit as forfeit:
        channel.send("forfeit %s %s" % (forfeit.reason, forfeit.text))
        sys.exit(2)
    host = Host(channel, bot_class)
    while (line := channel.receive()) is not None and host.answer(line):
        pass
    os._exit(0)  # whatever the bot registered to run at the end has no say


def _guarded_load(options):
    try:
        return _guarded(load_class, options.bot, options.class_name, options.language)
    except Forfeit as forfeit:
        cause = forfeit.__cause__
        text = str(cause) if isinstance(cause, LoadError) else forfeit.text
        raise Forfeit("load", text) from cause
