import sys


class Bot:
    def move(self, board, old_move, flag):
        sys.exit(0)
