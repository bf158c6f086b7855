class Bot:
    def move(self, board, old_move, flag):
        hoard = []
        while True:
            hoard.append([0] * 1000000)
