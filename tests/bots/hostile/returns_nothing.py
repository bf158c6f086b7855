class Bot:
    def move(self, board, old_move, flag):
        pass
