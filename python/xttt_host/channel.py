"""The connection to the referee, protected from the bot."""

import fcntl
import os
import sys

# Higher than the descriptors of files that a bot opens, and below the limit of the sandbox.
_PRIVATE = 48


class Channel(object):
    """Takes over standard input and output. The bot gets an empty input, and its output goes to the
    log. Created before any code of the bot runs."""

    def __init__(self):
        self._input = _kept(0)
        self._output = _kept(1)
        empty = os.open(os.devnull, os.O_RDONLY)
        os.dup2(empty, 0)
        os.close(empty)
        os.dup2(2, 1)
        self._pending = b""
        # A bot may replace these in os; it would only silence itself.
        self._read, self._write = os.read, os.write

    def receive(self):
        """The next command; None at the end of the input."""
        while b"\n" not in self._pending:
            chunk = self._read(self._input, 65536)
            if not chunk:
                return None
            self._pending += chunk
        line, self._pending = self._pending.split(b"\n", 1)
        if sys.version_info[0] == 3:
            line = line.decode("utf-8", "replace")
        return line.strip()

    def send(self, text):
        """Sends one message; line breaks in it are escaped."""
        rest = _one_line(text) + b"\n"
        while rest:
            rest = rest[self._write(self._output, rest):]


def _kept(descriptor):
    return fcntl.fcntl(descriptor, getattr(fcntl, "F_DUPFD_CLOEXEC", 1030), _PRIVATE)


def _one_line(text):
    if sys.version_info[0] == 3:
        clean = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
        return clean.encode("utf-8", "backslashreplace")
    if not isinstance(text, bytes):
        text = text.encode("utf-8")
    return b"".join(c if " " <= c != "\x7f" else c.encode("string_escape") for c in text)
