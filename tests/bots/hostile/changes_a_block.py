class Bot:
    def move(self, board, old_move, flag):
        board.block_status[3][3] = 'd'
        return board.find_valid_move_cells(old_move)[0]
