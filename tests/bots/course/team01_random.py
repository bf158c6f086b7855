# Random, as the first afternoon of every team: print statements, tabs and blanks mixed.
import random
import sys

class Player01:
	def __init__(self):
		self.turns = 0

        def move(self, board, old_move, flag):
		self.turns += 1
                print "turn", self.turns, "as", flag,
		print >>sys.stderr, "after", old_move
		cells = board.find_valid_move_cells(old_move)
	        if old_move == (-1, -1):
			assert len(cells) == 256
		return cells[random.randrange(len(cells))]
