#!/usr/bin/env python2
# Alpha-beta on the lent board itself, taking every move back: sys.maxint, xrange, integer division.
import sys


class Team02:
    def __init__(self):
        self.nodes = 0

    def weight(self, r, c):
        if (r == 0 or r == 3) and (c == 0 or c == 3):
            return 6
        if r in (1, 2) and c in (1, 2):
            return 3
        return 4

    def score(self, board, flag):
        total = 0
        for i in xrange(4):
            for j in xrange(4):
                if board.block_status[i][j] == flag:
                    total += self.weight(i, j)
                elif board.block_status[i][j] in 'xo':
                    total -= self.weight(i, j)
        return total

    def search(self, board, old_move, flag, me, depth, alpha, beta):
        self.nodes += 1
        state = board.find_terminal_state()
        if state[1] == 'WON':
            return 100 if state[0] == me else -100
        if state[1] == 'DRAW' or depth == 0:
            return self.score(board, me)
        other = 'o' if flag == 'x' else 'x'
        best = -sys.maxint if flag == me else sys.maxint
        for cell in board.find_valid_move_cells(old_move)[:6]:
            block = board.block_status[cell[0] / 4][cell[1] / 4]
            status, won = board.update(old_move, cell, flag)
            assert status == 'SUCCESSFUL'
            value = self.search(board, cell, flag if won else other, me, depth - 1, alpha, beta)
            board.board_status[cell[0]][cell[1]] = '-'
            board.block_status[cell[0] / 4][cell[1] / 4] = block
            if flag == me:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    def move(self, board, old_move, flag):
        cells = board.find_valid_move_cells(old_move)
        choice = None
        best = None
        for cell in cells[:16]:
            block = board.block_status[cell[0] / 4][cell[1] / 4]
            won = board.update(old_move, cell, flag)[1]
            value = self.search(board, cell, flag if won else 'xo'[flag == 'x'], flag, 1,
                                -sys.maxint - 1, sys.maxint)
            board.board_status[cell[0]][cell[1]] = '-'
            board.block_status[cell[0] / 4][cell[1] / 4] = block
            if value > best:  # None is smaller than every number
                best, choice = value, cell
        return choice
