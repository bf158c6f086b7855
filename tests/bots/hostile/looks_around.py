# Sees its own folder and the interpreter, and no files of others.
import os


class Bot:
    def move(self, board, old_move, flag):
        for path in ("/etc/passwd", "/home", "/root", "/proc/1", "/sys", "/var", "/usr/bin/env"):
            assert not os.path.exists(path), path
        assert os.path.exists(__file__)
        assert "SECRET" not in os.environ
        return (0, 0)
