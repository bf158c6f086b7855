# Allowed: the folder is its own, and empty again in the next game.
import os
import tempfile


class Bot:
    def move(self, board, old_move, flag):
        assert os.listdir(tempfile.gettempdir()) == []
        with open(os.path.join(tempfile.gettempdir(), "message"), "w") as message:
            message.write("hello")
        return (0, 0)
