# Spends its time by the processor's clock, deepening by hand and giving up by exception.
import time

class TimeUp(Exception): pass

class Team11:
    LIMIT = 20 / 1000.0

    def look(self, board, old_move, flag, depth):
        if time.clock() - self.started > self.LIMIT:
            raise TimeUp, depth
        cells = board.find_valid_move_cells(old_move)
        if depth == 0 or not cells:
            return len(cells)
        best = None
        for (k, i, j) in cells:
            small = board.small_boards_status[k][i / 3][j / 3]
            board.update(old_move, (k, i, j), flag)
            try:
                value = -self.look(board, (k, i, j), 'xo'[flag == 'x'], depth - 1)
            finally:
                board.big_boards_status[k][i][j] = '-'
                board.small_boards_status[k][i / 3][j / 3] = small
            if best is None or value > best[0]:
                best = (value, (k, i, j))
        self.choice = best[1]
        return best[0]

    def move(self, board, old_move, flag):
        self.started = time.clock()
        self.choice = board.find_valid_move_cells(old_move)[0]
        chosen, depth = self.choice, 1
        try:
            while depth < 10:
                self.look(board, old_move, flag, depth)
                chosen = self.choice
                depth += 1
        except TimeUp, why:
            print "gave up at depth", why
        return chosen
