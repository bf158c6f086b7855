class Odd(object):
    def __repr__(self):
        raise ValueError("no words")


class Bot:
    def move(self, board, old_move, flag):
        return Odd()
