# The 2019 edition's first afternoon. It carries the simulator's own players along.
import random

class Random_Player():
    def __init__(self):
        pass
    def move(self, board, old_move, flag):
        cells = board.find_valid_move_cells(old_move)
        return cells[random.randrange(len(cells))]

class Manual_Player:
    def move(self, board, old_move, flag):
        print 'Enter your move: (you\'re playing with', flag + ")"
        mvp = raw_input().split()
        return (int(mvp[0]), int(mvp[1]), int(mvp[2]))

class Team07(Random_Player):
    def move(self, board, old_move, flag):
        assert isinstance(board.big_boards_status, tuple)
        assert board.find_terminal_state() == ('CONTINUE', '-')
        choice = Random_Player.move(self, board, old_move, flag)
        assert board.check_valid_move(old_move, choice)
        assert not board.check_valid_move(old_move, (2, 0, 0))
        assert board.update(old_move, (0, 9, 9), flag) == ('UNSUCCESSFUL', False)
        return choice
