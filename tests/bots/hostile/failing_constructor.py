class Bot:
    def __init__(self):
        self.table = {}["missing"]

    def move(self, board, old_move, flag):
        return (0, 0)
