"""heapq, bisect and the priority queue on items that Python 3 refuses to compare.

Uses the fast functions of Python 3 as long as possible. After a TypeError in the middle of a heap, it
restores the heap and repeats the step with the order of Python 2, so that the result is the same.
"""

import bisect
import heapq

from xttt_host.python2.runtime import lt, sorted_list


def _sift_down(heap, start, place):
    item = heap[place]
    while place > start:
        parent = (place - 1) >> 1
        if not lt(item, heap[parent]):
            break
        heap[place] = heap[parent]
        place = parent
    heap[place] = item


def _sift_up(heap, place):
    end, start, item = len(heap), place, heap[place]
    child = 2 * place + 1
    while child < end:
        right = child + 1
        if right < end and not lt(heap[child], heap[right]):
            child = right
        heap[place] = heap[child]
        place = child
        child = 2 * place + 1
    heap[place] = item
    _sift_down(heap, start, place)


def _restore(heap, item):
    """Restores the heap after an interrupted step."""
    place = next((i for i, held in enumerate(heap) if held is item), 0)
    while place > 0:
        parent = (place - 1) >> 1
        heap[place] = heap[parent]
        place = parent
    heap[0] = item


def heappush(heap, item):
    before = len(heap)
    try:
        heapq.heappush(heap, item)
    except TypeError:
        if len(heap) == before:
            raise
        place = before
        while place > 0 and heap[place] is not item:
            place = (place - 1) >> 1
        _sift_down(heap, 0, place)


def heappop(heap):
    if not heap:
        return heapq.heappop(heap)  # its error
    top, last, before = heap[0], heap[-1], len(heap)
    try:
        return heapq.heappop(heap)
    except TypeError:
        if len(heap) == before:
            raise
        _restore(heap, last)
        _sift_up(heap, 0)
        return top


def heapreplace(heap, item):
    if not heap:
        return heapq.heapreplace(heap, item)
    top = heap[0]
    try:
        return heapq.heapreplace(heap, item)
    except TypeError:
        _restore(heap, item)
        _sift_up(heap, 0)
        return top


def heappushpop(heap, item):
    if heap and lt(heap[0], item):
        return heapreplace(heap, item)
    return item


def heapify(heap):
    before = heap[:]
    try:
        heapq.heapify(heap)
    except TypeError:
        heap[:] = before
        for place in reversed(range(len(heap) // 2)):
            _sift_up(heap, place)


def nsmallest(n, iterable, key=None):
    return sorted_list(iterable, key=key)[:max(n, 0)]


def nlargest(n, iterable, key=None):
    return sorted_list(iterable, key=key, reverse=True)[:max(n, 0)]


def merge(*iterables):
    heap = []
    for order, iterator in enumerate(map(iter, iterables)):
        for item in iterator:
            heappush(heap, [item, order, iterator])
            break
    while heap:
        item, order, iterator = heap[0]
        yield item
        for following in iterator:
            heapreplace(heap, [following, order, iterator])
            break
        else:
            heappop(heap)


def _search(native, goes_left):
    def search(a, x, lo=0, hi=None):
        try:
            return native(a, x, lo, len(a) if hi is None else hi)
        except TypeError:
            hi = len(a) if hi is None else hi
            while lo < hi:
                middle = (lo + hi) // 2
                if goes_left(x, a[middle]):
                    hi = middle
                else:
                    lo = middle + 1
            return lo
    return search


bisect_right = _search(bisect.bisect_right, lt)
bisect_left = _search(bisect.bisect_left, lambda x, item: not lt(item, x))


def insort_right(a, x, lo=0, hi=None):
    a.insert(bisect_right(a, x, lo, hi), x)


def insort_left(a, x, lo=0, hi=None):
    a.insert(bisect_left(a, x, lo, hi), x)


def heapq_names():
    return {"heappush": heappush, "heappop": heappop, "heapreplace": heapreplace,
            "heappushpop": heappushpop, "heapify": heapify, "nsmallest": nsmallest,
            "nlargest": nlargest, "merge": merge}


def bisect_names():
    return {"bisect": bisect_right, "bisect_right": bisect_right, "bisect_left": bisect_left,
            "insort": insort_right, "insort_right": insort_right, "insort_left": insort_left}


def queue_names():
    import queue

    class PriorityQueue(queue.PriorityQueue):
        def _put(self, item):
            heappush(self.queue, item)

        def _get(self):
            return heappop(self.queue)

    return {"PriorityQueue": PriorityQueue}
