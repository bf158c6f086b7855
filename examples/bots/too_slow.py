"""Mistake: pauses so that people can follow the game. The pause counts as thinking time."""

import time


class Bot:
    def move(self, board, old_move, flag):
        time.sleep(60)
        return board.find_valid_move_cells(old_move)[0]
