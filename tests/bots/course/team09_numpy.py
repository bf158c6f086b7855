# numpy from the first line, as the 2019 course allowed.
import numpy as np
from numpy import linalg

class Team09:
    def __init__(self):
        self.weights = np.ones((3, 3)) * 6
        self.weights[::2, ::2] = 4
        self.weights[1, 1] = 3
        assert abs(linalg.det(np.eye(3)) - 1) < 1e-9
        np.random.seed(33)

    def move(self, board, old_move, flag):
        best, choice = None, None
        for k, r, c in board.find_valid_move_cells(old_move):
            value = self.weights[r / 3, c / 3] + np.random.rand()
            if value > best:
                best, choice = value, (k, r, c)
        return choice
