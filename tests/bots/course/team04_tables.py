# Keeps large tables, and uses dictionaries and sorting as Python 2 had them.
class Team04:
    def __init__(self):
        self.table = {}
        self.big = range(6 * 1000 * 1000)       # a list: two hundred megabytes of it
        assert self.big[-1] == len(self.big) - 1

    def move(self, board, old_move, flag):
        cells = board.find_valid_move_cells(old_move)
        for cell in cells:
            if not self.table.has_key(cell):
                self.table[cell] = 0
            self.table[cell] += 1
        keys = self.table.keys()
        keys.sort()
        assert keys[0] == sorted(self.table.iterkeys())[0]
        ranked = self.table.items()
        ranked.sort(lambda a, b: cmp(b[1], a[1]) or cmp(a[0], b[0]))
        ranked = sorted(ranked, cmp=lambda a, b: cmp(a[1], b[1]))
        legal = filter(lambda pair: pair[0] in cells, ranked)
        names, counts = zip(*legal)
        assert isinstance(names, tuple) and len(legal) == len(cells)
        total = reduce(lambda a, b: a + b, map(lambda pair: pair[1], legal))
        assert total / len(legal) * len(legal) <= total
        return legal[0][0]
