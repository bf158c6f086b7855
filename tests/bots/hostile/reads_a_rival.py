# Reads the file of another bot in its own folder, which cannot be opened when the referee hides it.
import os


class Bot:
    def move(self, board, old_move, flag):
        try:
            open(os.path.join(os.path.dirname(__file__), "raises.py"))
        except IOError:
            return (0, 0)
