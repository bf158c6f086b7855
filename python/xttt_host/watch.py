"""Tells the referee, before a call that may be forbidden, which line of the bot makes it.

The sandbox sees system calls; it does not know Python's lines. So each such call is announced as
``info string at FILE:LINE in FUNCTION``, which the referee adds to the evidence if it forbids it.
"""

import os
import sys

from xttt_host.failures import bot_place

_EVENTS = frozenset((
    "socket.__new__", "socket.bind", "socket.connect", "socket.getaddrinfo", "socket.gethostbyname",
    "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system", "subprocess.Popen",
    "pty.spawn", "os.kill", "os.killpg", "signal.pthread_kill", "os.remove", "os.rename", "os.mkdir",
    "os.rmdir", "os.link", "os.symlink", "os.chmod", "os.chown", "os.truncate", "os.utime",
    "os.setxattr", "os.chdir", "_thread.start_new_thread", "_thread.start_joinable_thread"))
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Watch(object):
    def __init__(self, channel):
        self._send = channel.send
        self._told = None

    def forget(self):
        """The referee has forgotten: it is another turn."""
        self._told = None

    def install(self):
        if hasattr(sys, "addaudithook"):
            sys.addaudithook(self._on_event)
        threads = __import__("_thread" if sys.version_info[0] == 3 else "thread")
        self._wrap(threads, "start_new_thread")
        if sys.version_info[0] == 2:
            for name in ("fork", "system", "popen", "kill", "killpg", "execv", "execve", "remove",
                         "rename", "mkdir", "rmdir", "link", "symlink", "chmod"):
                self._wrap(os, name)

    def _wrap(self, module, name):
        native, tell = getattr(module, name), self._tell

        def call(*arguments, **named):
            tell()
            return native(*arguments, **named)
        call.__name__ = name
        setattr(module, name, call)

    def _on_event(self, event, arguments):
        if event in _EVENTS or (event == "open" and len(arguments) > 2
                                and isinstance(arguments[2], int) and arguments[2] & _WRITING):
            self._tell()

    def _tell(self):
        place = bot_place()
        if place is not None and place != self._told:
            self._told = place
            self._send("info string at " + place)
