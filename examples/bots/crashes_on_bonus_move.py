"""Mistake: expects that the last move is always the opponent's. On a bonus move it is the bot's own."""


class Bot:
    def move(self, board, old_move, flag):
        if old_move != (-1, -1):
            row, column = old_move
            opponent = {"x": "o", "o": "x"}[flag]
            assert board.board_status[row][column] == opponent, "the opponent's move is missing"
        moves = board.find_valid_move_cells(old_move)
        # Completes rows, so that it wins a small board soon.
        return max(moves, key=lambda move: self.marks_in_row(board, move, flag))

    def marks_in_row(self, board, move, flag):
        row, column = move
        left = column // 4 * 4
        return board.board_status[row][left:left + 4].count(flag)
