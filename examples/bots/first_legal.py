"""The smallest bot: plays the first legal move."""


class Bot:
    def move(self, board, old_move, flag):
        return board.find_valid_move_cells(old_move)[0]
