# Monte Carlo on deep copies, reading the clock all the time.
from copy import deepcopy
from math import sqrt, log
import random, time

class Team08:
    def playout(self, board, old_move, flag, me):
        bonus = False
        while True:
            state = board.find_terminal_state()
            if state[1] == 'WON':
                return 1 if state[0] == me else 0
            if state[1] == 'DRAW':
                return 0.5
            cell = random.choice(board.find_valid_move_cells(old_move))
            won = board.update(old_move, cell, flag)[1]
            old_move = cell
            if won and not bonus:
                bonus = True
            else:
                bonus = False
                flag = 'x' if flag == 'o' else 'o'

    def move(self, board, old_move, flag):
        start = time.time()
        cells = board.find_valid_move_cells(old_move)[:20]
        stats = dict([(cell, [0, 0]) for cell in cells])
        rounds = 0
        while time.time() - start < 0.03:
            rounds += 1
            unseen = filter(lambda cell: stats[cell][1] == 0, cells)
            if unseen:
                cell = unseen[0]
            else:
                cell = max(cells, key=lambda c: stats[c][0] / float(stats[c][1])
                           + sqrt(2 * log(rounds) / stats[c][1]))
            scratch = deepcopy(board)
            scratch.update(old_move, cell, flag)
            stats[cell][0] += self.playout(scratch, cell, 'xo'[flag == 'x'], flag)
            stats[cell][1] += 1
        return max(stats.iteritems(), key=lambda item: item[1][1])[0]
