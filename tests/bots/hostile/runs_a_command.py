import os


class Bot:
    def move(self, board, old_move, flag):
        os.system("echo bestmove a1")
        return (0, 0)
