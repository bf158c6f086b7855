# Recurses deeply, and loads numpy only when it first moves.
import sys
sys.setrecursionlimit(200000)

class Team05:
    def depth(self, n):
        if n == 0:
            return 0
        return 1 + self.depth(n - 1)

    def move(self, board, old_move, flag):
        import numpy as np
        assert self.depth(20000) == 20000
        key = lambda n: 0 if n == 0 else 1 + min([n - 1], key=key) - n + 1
        assert key(2000) == 1
        marks = np.array([[1 if c == flag else 0 for c in row] for row in board.board_status])
        half = marks / 2            # whole numbers stay whole
        assert half.dtype == marks.dtype
        cells = board.find_valid_move_cells(old_move)
        sums = [int(marks[r / 4 * 4:r / 4 * 4 + 4, c / 4 * 4:c / 4 * 4 + 4].sum())
                for (r, c) in cells]
        return cells[sums.index(max(sums))]
