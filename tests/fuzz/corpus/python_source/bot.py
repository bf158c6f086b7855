import a.b as c, d
from . import e
class Team7(object):
    def move(self, board,
             old_move, flag):
        return __import__("f.g").h
