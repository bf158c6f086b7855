"""The random numbers of Python 2.7: the same seed gives the same numbers.

The generator is the same in Python 3, but choice, randrange, shuffle and sample use its numbers
differently, and seeds that are not integers are converted differently.
"""

import math
import random as new_random

_WIDEST = 1 << 53


def old_hash(value):
    """hash(x) of 64-bit Python 2.7, for possible seeds."""
    if isinstance(value, str):
        if not value:
            return 0
        x = ord(value[0]) << 7
        for letter in value:
            x = (1000003 * x) ^ ord(letter)
        return _signed(x ^ len(value))
    if isinstance(value, float):
        if value == math.floor(value) and abs(value) < 2**63:
            return old_hash(int(value))
        fraction, exponent = math.frexp(value)
        fraction *= 2147483648.0
        high = int(fraction)
        return _signed(high + int((fraction - high) * 2147483648.0) + (exponent << 15))
    if isinstance(value, tuple):
        x, factor, left = 0x345678, 1000003, len(value)
        for item in value:
            left -= 1
            x = (x ^ old_hash(item)) * factor
            factor += 82520 + 2 * left
        return _signed(x + 97531)
    return hash(value)


def _signed(x):
    x &= 2**64 - 1
    x = x - 2**64 if x >= 2**63 else x
    return -2 if x == -1 else x


class Random(new_random.Random):
    def seed(self, a=None, version=None):
        if a is not None and not isinstance(a, int):
            a = old_hash(a) % 2**64
        super().seed(a)

    def _below(self, n):
        bits = int(1.00001 + math.log(n - 1, 2.0))
        number = self.getrandbits(bits)
        while number >= n:
            number = self.getrandbits(bits)
        return number

    def randrange(self, start, stop=None, step=1):
        start, step = int(start), int(step)
        if stop is None:
            start, stop = 0, start
        width = int(stop) - start
        if step == 1 and width > 0:
            return start + (self._below(width) if width >= _WIDEST else int(self.random() * width))
        if step == 1:
            raise ValueError("empty range for randrange() (%d,%d, %d)" % (start, stop, width))
        if step == 0:
            raise ValueError("zero step for randrange()")
        count = (width + step + (-1 if step > 0 else 1)) // step
        if count <= 0:
            raise ValueError("empty range for randrange()")
        return start + step * (self._below(count) if count >= _WIDEST else int(self.random() * count))

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    def choice(self, seq):
        return seq[int(self.random() * len(seq))]

    def shuffle(self, x, random=None):
        random = self.random if random is None else random
        for i in reversed(range(1, len(x))):
            j = int(random() * (i + 1))
            x[i], x[j] = x[j], x[i]

    def gammavariate(self, alpha, beta):
        if alpha != 1.0 or beta <= 0.0:
            return super().gammavariate(alpha, beta)
        number = self.random()
        while number <= 1e-7:
            number = self.random()
        return -math.log(number) * beta

    def sample(self, population, k):
        n = len(population)
        if not 0 <= k <= n:
            raise ValueError("sample larger than population")
        result, small = [None] * k, 21
        if k > 5:
            small += 4 ** math.ceil(math.log(k * 3, 4))
        if n <= small or hasattr(population, "keys"):
            pool = list(population)
            for i in range(k):
                j = int(self.random() * (n - i))
                result[i] = pool[j]
                pool[j] = pool[n - i - 1]
            return result
        try:
            chosen = set()
            for i in range(k):
                j = int(self.random() * n)
                while j in chosen:
                    j = int(self.random() * n)
                chosen.add(j)
                result[i] = population[j]
            return result
        except (TypeError, KeyError):
            if isinstance(population, list):
                raise
            return self.sample(tuple(population), k)


class SystemRandom(Random):
    def __init__(self, *_):
        self._source = new_random.SystemRandom()

    def random(self):
        return self._source.random()

    def getrandbits(self, k):
        return self._source.getrandbits(k)

    def seed(self, *_):
        pass


def names():
    shared = Random()
    methods = {name: getattr(shared, name) for name in dir(new_random.Random)
               if not name.startswith("_") and callable(getattr(shared, name))}
    return dict(methods, Random=Random, SystemRandom=SystemRandom, WichmannHill=Random, _inst=shared)
