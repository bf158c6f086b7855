# Holds on to the lent object and its lists, as some bots do to save an argument.
class Bot:
    def __init__(self):
        self.board = self.cells = None

    def move(self, board, old_move, flag):
        if self.board is None:
            self.board, self.cells = board, board.board_status
            return (0, 0)
        assert self.board is board and self.cells is board.board_status
        assert self.cells[0][:2] == ["x", "o"]
        return board.find_valid_move_cells(old_move)[0]
