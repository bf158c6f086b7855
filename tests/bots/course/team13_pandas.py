# The other two libraries the 2019 course allowed, where they are installed.
import pandas as pd
from sklearn.linear_model import LogisticRegression

class Team13:
    def __init__(self):
        self.model = LogisticRegression().fit([[0], [1]], [0, 1])

    def move(self, board, old_move, flag):
        cells = pd.DataFrame(board.find_valid_move_cells(old_move), columns=['k', 'r', 'c'])
        cells['score'] = self.model.predict_proba(cells[['r']].values)[:, 1]
        best = cells.sort_values('score').iloc[-1]
        print "best", best['score']
        return (int(best['k']), int(best['r']), int(best['c']))
