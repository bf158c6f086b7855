class Bot:
    def move(self, board, old_move, flag):
        cell = board.find_valid_move_cells(old_move)[0]
        del board.block_status
        return cell
