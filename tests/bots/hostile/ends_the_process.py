import os


class Bot:
    def move(self, board, old_move, flag):
        os._exit(5)
