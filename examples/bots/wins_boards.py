"""Wins a small board when it can, and otherwise plays at random."""

import random


class Bot:
    def move(self, board, old_move, flag):
        moves = board.find_valid_move_cells(old_move)
        random.shuffle(moves)
        for move in moves:
            if self.wins_board(board, move, flag):
                return move
        return moves[0]

    def wins_board(self, board, move, flag):
        """Whether the move completes a row, a column or a diamond of its small board."""
        row, column = move
        cells = board.board_status
        top, left = row // 4 * 4, column // 4 * 4

        def mine(r, c):
            return (r, c) == move or cells[r][c] == flag

        lines = [[(row, left + i) for i in range(4)], [(top + i, column) for i in range(4)]]
        for r, c in ((1, 1), (1, 2), (2, 1), (2, 2)):  # the centres of the four diamonds
            r, c = top + r, left + c
            lines.append([(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)])
        return any(move in line and all(mine(*cell) for cell in line) for line in lines)
