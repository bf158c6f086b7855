"""The line to the referee, out of the bot's way."""

import fcntl
import os

# Above what a bot gets by opening files, below the sandbox's limit on open files.
_PRIVATE = 48


class Channel:
    """Takes over standard input and output and leaves the bot an empty input, and an output that
    ends in the log. Made before any line of the bot runs."""

    def __init__(self):
        self._input = fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, _PRIVATE)
        self._output = fcntl.fcntl(1, fcntl.F_DUPFD_CLOEXEC, _PRIVATE)
        empty = os.open(os.devnull, os.O_RDONLY)
        os.dup2(empty, 0)
        os.close(empty)
        os.dup2(2, 1)
        self._pending = b""
        # A bot may replace these in os; it would only silence itself.
        self._read, self._write = os.read, os.write

    def receive(self):
        """The next line; None when the referee has gone."""
        while b"\n" not in self._pending:
            chunk = self._read(self._input, 65536)
            if not chunk:
                return None
            self._pending += chunk
        line, self._pending = self._pending.split(b"\n", 1)
        return line.decode("utf-8", "replace").strip()

    def send(self, text):
        """One line: what would break it is escaped."""
        clean = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
        rest = clean.encode("utf-8", "backslashreplace") + b"\n"
        while rest:
            rest = rest[self._write(self._output, rest):]
