# Brings a module of its own, and the library under its old names.
import cPickle, Queue, StringIO
import team10_helper

class Team10:
    def __init__(self):
        self.saved = cPickle.dumps({'half': team10_helper.half(9)})

    def move(self, board, old_move, flag):
        assert cPickle.loads(self.saved) == {'half': 4}
        queue = Queue.PriorityQueue()
        for cell in board.find_valid_move_cells(old_move):
            queue.put((team10_helper.rank(cell), cell))
        out = StringIO.StringIO()
        print >>out, queue.qsize(),
        assert int(out.getvalue()) > 0
        return queue.get()[1]
