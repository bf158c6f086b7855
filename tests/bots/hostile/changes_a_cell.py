class Bot:
    def move(self, board, old_move, flag):
        cell = board.find_valid_move_cells(old_move)[0]
        board.board_status[cell[0]][cell[1]] = flag
        return cell
