"""Announces the source line of the bot to the referee before calls that may be forbidden.

The sandbox sees system calls, not lines of Python. So each such call is announced as
``info string at FILE:LINE in FUNCTION``, which the referee adds to the evidence if it forbids it.
The functions that lead to these calls are wrapped. An audit hook would see more of them, but every
id() is such an event, and it makes copy.deepcopy five times slower.
"""

import os
import sys

from xttt_host.failures import bot_place

_IN_OS = ("fork", "forkpty", "system", "popen", "kill", "killpg", "execv", "execve", "posix_spawn",
          "posix_spawnp", "remove", "unlink", "rename", "replace", "mkdir", "rmdir", "link", "symlink",
          "chmod", "chown", "truncate", "mkfifo", "chdir")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Watch(object):
    def __init__(self, channel):
        self._send = channel.send
        self._told = None

    def forget(self):
        """Starts a new turn, for which nothing has been announced to the referee."""
        self._told = None

    def install(self):
        """Call it before modules that copy these functions are imported."""
        new = sys.version_info[0] == 3
        for name in _IN_OS:
            self._wrap(os, name)
        self._wrap(os, "open", lambda path, flags=0, *_, **__: flags & _WRITING)
        threads = __import__("_thread" if new else "thread")
        self._wrap(threads, "start_new_thread")
        self._wrap(threads, "start_joinable_thread")
        builtins = __import__("builtins" if new else "__builtin__")
        self._wrap(builtins, "open", lambda path, mode="r", *_, **__: set(mode) & set("wax+"))
        if new:
            import io
            io.open = builtins.open
        for module, watch in (("_posixsubprocess", self._watch_processes),
                              ("_socket", self._watch_sockets)):
            try:
                watch(__import__(module))
            except ImportError:
                pass

    def _watch_processes(self, module):
        self._wrap(module, "fork_exec")

    def _watch_sockets(self, module):
        tell = self._tell

        class socket(module.socket):
            __slots__ = ()

            def __new__(cls, *arguments, **named):
                tell()
                return super(socket, cls).__new__(cls, *arguments, **named)
        module.socket = socket

    def _wrap(self, module, name, is_meant=lambda *_, **__: True):
        native, tell = getattr(module, name, None), self._tell
        if native is None:
            return

        def call(*arguments, **named):
            if is_meant(*arguments, **named):
                tell()
            return native(*arguments, **named)
        call.__name__ = name
        setattr(module, name, call)

    def _tell(self):
        place = bot_place()
        if place is not None and place != self._told:
            self._told = place
            self._send("info string at " + place)
