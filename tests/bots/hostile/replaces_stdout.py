# Prints a move of its own and takes standard output away: neither reaches the referee.
import os
import sys


class Bot:
    def move(self, board, old_move, flag):
        print("bestmove p16")
        os.write(1, b"bestmove p16\n")
        sys.stdout.write("bestmove p16\n")
        sys.stdout = sys.stderr = sys.__stdout__ = None
        return (0, 0)
