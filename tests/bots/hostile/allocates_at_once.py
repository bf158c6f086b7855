class Bot:
    def move(self, board, old_move, flag):
        return bytearray(1 << 40)
