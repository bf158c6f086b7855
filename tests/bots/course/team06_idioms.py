# One of every old idiom.
import string, types, itertools, operator
from math import *

class Node:
    def __init__(self, value, cell):
        self.value, self.cell = value, cell
    def __cmp__(self, other):
        return cmp(self.value, other.value)
    def __nonzero__(self):
        return self.value <> 0

class Counter:
    def __init__(self, n):
        self.n = n
    def __iter__(self):
        return self
    def next(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n

class Team06:
    limit = 0
    def check(self):
        assert 7 / 2 == 3 and -7 / 2 == -4 and 7 / 2.0 == 3.5 and 1 / 2 * 2 == 0
        n = 9
        n /= 2
        assert n == 4
        pair = [9, 8]
        pair[0] /= 2
        self.limit = 0777L
        self.limit /= 2
        assert pair == [4, 8] and self.limit == 255
        assert None < -1 < 'a' < () and [] < 'a' and not (None < None)
        assert max(3, None, 'x') == 'x' and min([None, 2]) is None
        assert `7` + `'a'` == "7'a'"
        assert isinstance(10L, long) and type(3) == types.IntType
        assert round(2.5) == 3.0 and round(-0.5) == -1.0 and floor(2.5) == 2.0
        assert string.join(['a', 'b'], '') == 'ab' and string.letters[0] in 'aA'
        assert [a + b for a, b in itertools.izip([1, 2], [3, 4])] == [4, 6]
        assert operator.div(7, 2) == 3 and unichr(97) == u'a'
        assert list(Counter(3)) == [2, 1, 0] and Counter(2).next() == 1
        assert not Node(0, None) and Node(1, None) < Node(2, None) and Node(1, 0) == Node(1, 1)
        assert map(None, [1, 2], [3]) == [(1, 3), (2, None)] and filter(None, (0, 1)) == (1,)
        assert {1: 2}.values() == [2] and range(3) == [0, 1, 2] and zip([1], [2]) == [(1, 2)]
        scope = {}
        exec "found = 6 * 7" in scope
        assert scope['found'] == 42
        try:
            raise ValueError, "old"
        except (ValueError, KeyError), error:
            assert str(error) == "old"
        try:
            raw_input()
        except EOFError:
            pass

    def add(self, (a, b), c=1):
        return a + b + c

    def move(self, board, old_move, flag):
        self.check()
        assert self.add((1, 2)) == 4
        nodes = [Node(sum(map(lambda (v): v % 4, cell)), cell)
                 for cell in board.find_valid_move_cells(old_move)]
        nodes.sort()
        print "best of", len(nodes), "is", nodes[-1].cell
        board.print_board()
        return nodes[-1].cell
