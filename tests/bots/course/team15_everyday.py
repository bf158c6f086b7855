# What course bots do every day: an alarm that ends the search, deep copies of the board, a table
# keyed by the board, a file beside the bot, state of the module, and a lot of printing.
import copy
import os
import random
import signal
import sys
import time

INFINITY = float("inf")
nodes = 0


class OutOfTime(Exception):
    pass


def ring(signum, frame):
    raise OutOfTime


class Team15:
    def __init__(self):
        name = os.path.join(os.path.dirname(os.path.abspath(__file__)), "team15_weights.txt")
        self.weights = [map(int, line.split()) for line in open(name)]
        self.known = {}
        random.seed(15)

    def value(self, board, flag):
        key = tuple(map(tuple, board.block_status)), flag
        if not self.known.has_key(key):
            self.known[key] = sum(self.weights[i][j] for i in range(4) for j in range(4)
                                  if board.block_status[i][j] == flag)
        return self.known[key]

    def search(self, board, old_move, flag, depth):
        global nodes
        nodes += 1
        if depth == 0 or board.find_terminal_state()[1] != '-':
            return self.value(board, flag), None
        best = -INFINITY, None
        for move in board.find_valid_move_cells(old_move)[:6]:
            trial = copy.deepcopy(board)
            trial.update(old_move, move, flag)
            score = -self.search(trial, move, 'o' if flag == 'x' else 'x', depth - 1)[0]
            if score > best[0]:
                best = score, move
        return best

    def move(self, board, old_move, flag):
        begun = time.time()
        answer = random.choice(board.find_valid_move_cells(old_move))
        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        depth = 1
        try:
            while True:
                answer = self.search(board, old_move, flag, depth)[1] or answer
                depth += 1
        except OutOfTime, e:
            pass
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        print "depth", depth, "nodes", nodes, "after %.2f" % (time.time() - begun), repr(e)
        sys.stdout.flush()
        return answer
