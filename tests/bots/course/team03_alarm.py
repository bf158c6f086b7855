# Thinks until its own alarm rings: replaces the handler, and catches everything.
import signal, copy, time

class OutOfTime(Exception):
    pass

class Team03():
    def handler(self, signum, frame):
        raise OutOfTime("ring"), None, None

    def deepen(self, board, old_move, flag):
        depth = 1
        while True:
            scratch = copy.deepcopy(board)
            last = old_move
            for i in range(depth):
                cells = scratch.find_valid_move_cells(last)
                if not cells:
                    break
                self.found = self.found or cells[0]
                scratch.update(last, cells[i % len(cells)], flag)
                last = cells[i % len(cells)]
            depth += 1

    def move(self, board, old_move, flag):
        self.found = None
        signal.signal(signal.SIGALRM, self.handler)
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        try:
            self.deepen(board, old_move, flag)
        except:
            pass
        signal.alarm(7)   # forgotten on purpose: it must not ring later
        return self.found
