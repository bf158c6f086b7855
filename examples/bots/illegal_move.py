"""Mistake: takes the first empty cell of the whole board, wherever the last move sent it."""


class Bot:
    def move(self, board, old_move, flag):
        for row in range(16):
            for column in range(16):
                if board.board_status[row][column] == "-":
                    return row, column
        raise ValueError("no cell is empty")
