import os


class Bot:
    def move(self, board, old_move, flag):
        for descriptor in (0, 1, 2):
            os.close(descriptor)
        return (0, 0)
