#!/usr/bin/env python3
"""The statistics of src/stats a second time, by other methods, in plain Python.

Usage: reference_values.py [--check FILE]

Prints one line per value, "name value", as reference_values.txt holds them for the C++ tests; with
--check it compares with that file instead. Nothing here shares an algorithm with the C++ code:
ratings are climbed by minorisation and maximisation (Hunter 2004) instead of Newton's steps, errors
come from Gauss-Jordan elimination instead of a Cholesky factor, and the likeliest distributions of
the sequential test from searching the space of all with the right mean instead of Lagrange's
condition.
"""

import itertools
import math
import sys

ELO = 400 / math.log(10)

# American League 1987 (Agresti, Categorical Data Analysis): home team, away team, wins, losses.
TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
HOME_RESULTS = [
    [None, (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)],
    [(3, 3), None, (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)],
    [(2, 5), (4, 3), None, (2, 4), (4, 3), (4, 2), (6, 0)],
    [(3, 3), (5, 1), (2, 5), None, (4, 3), (4, 2), (6, 1)],
    [(5, 1), (2, 5), (3, 3), (4, 2), None, (5, 2), (6, 0)],
    [(2, 5), (3, 3), (3, 4), (4, 3), (4, 2), None, (2, 4)],
    [(2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), None],
]

# Five players, one of whom won everything and one of whom lost everything: (wins, draws, losses) of
# the first against the second.
UNEVEN = {
    (0, 1): (4, 0, 0), (0, 2): (4, 0, 0), (0, 3): (2, 0, 0), (1, 2): (3, 2, 1), (1, 3): (1, 4, 1),
    (2, 3): (2, 1, 3), (1, 4): (6, 0, 0), (3, 4): (2, 0, 0),
}


def baseball():
    results = {}
    for i in range(7):
        for j in range(i + 1, 7):
            (won, lost), (won_away, lost_away) = HOME_RESULTS[i][j], HOME_RESULTS[j][i]
            results[i, j] = (won + lost_away, 0, lost + won_away)
    return results


def strengths(players, results, prior):
    """Bradley-Terry by minorisation and maximisation; the prior is games drawn against strength 1."""
    strength = [1.0] * players
    for _ in range(20000):
        score = [prior / 2] * players
        weight = [prior / (s + 1) for s in strength]
        for (i, j), (wins, draws, losses) in results.items():
            games = wins + draws + losses
            score[i] += wins + draws / 2
            score[j] += losses + draws / 2
            share = games / (strength[i] + strength[j])
            weight[i] += share
            weight[j] += share
        strength = [s / w for s, w in zip(score, weight)]
    return strength


def inverse(matrix):
    n = len(matrix)
    rows = [list(row) + [float(i == j) for j in range(n)] for i, row in enumerate(matrix)]
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        pivot = rows[k][k]
        rows[k] = [x / pivot for x in rows[k]]
        for i in range(n):
            if i != k:
                factor = rows[i][k]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k])]
    return [row[n:] for row in rows]


def covariance(strength, results, prior):
    n = len(strength)
    hessian = [[0.0] * n for _ in range(n)]
    for i, s in enumerate(strength):
        hessian[i][i] += prior * s / (s + 1) ** 2
    for (i, j), counts in results.items():
        weight = sum(counts) * strength[i] * strength[j] / (strength[i] + strength[j]) ** 2
        hessian[i][i] += weight
        hessian[j][j] += weight
        hessian[i][j] -= weight
        hessian[j][i] -= weight
    return inverse(hessian)


def rating_values(name, players, results, prior):
    strength = strengths(players, results, prior)
    spread = covariance(strength, results, prior)
    odds = [math.log(s) for s in strength]
    average = sum(odds) / players
    for i in range(players):
        # Of player i minus the average, written out as a linear form.
        form = [float(i == k) - 1 / players for k in range(players)]
        variance = sum(form[a] * form[b] * spread[a][b]
                       for a in range(players) for b in range(players))
        yield f"{name}.{i}.elo", ELO * (odds[i] - average)
        yield f"{name}.{i}.error", ELO * math.sqrt(variance)
        last = players - 1
        gap = spread[i][i] + spread[last][last] - 2 * spread[i][last]
        if i != last:
            yield f"{name}.{i}.error_to_last", ELO * math.sqrt(gap)


def climb(f, low, high):
    """The highest value of a concave function between two ends, by golden sections."""
    ratio = (math.sqrt(5) - 1) / 2
    for _ in range(80):
        a, b = high - ratio * (high - low), low + ratio * (high - low)
        if f(a) < f(b):
            low = a
        else:
            high = b
    return (low + high) / 2


def best_log_likelihood(counts, scores, mean):
    """The largest sum of n log p over distributions p with that mean: cyclic search along the
    directions that keep both the sum and the mean, each exchanging three of the scores."""
    p = [1 - mean if s == 0 else mean if s == 1 else 0.0 for s in scores]
    directions = []
    for a, b, c in itertools.combinations(range(len(counts)), 3):
        direction = [0.0] * len(counts)
        share = (scores[c] - scores[b]) / (scores[c] - scores[a])
        direction[a], direction[b], direction[c] = -share, 1.0, share - 1
        directions.append(direction)
    for direction in directions:  # an interior point to begin with
        p = [x + 0.02 * d for x, d in zip(p, direction)]

    def value(q):
        return sum(c * math.log(x) for c, x in zip(counts, q)) if min(q) > 0 else -math.inf

    for _ in range(60):
        for direction in directions:
            low = max(-x / d for x, d in zip(p, direction) if d > 0)
            high = min(-x / d for x, d in zip(p, direction) if d < 0)
            step = climb(lambda t: value([x + t * d for x, d in zip(p, direction)]), low, high)
            p = [x + step * d for x, d in zip(p, direction)]
    return value(p)


def llr(counts, elo0, elo1):
    scores = [k / (len(counts) - 1) for k in range(len(counts))]
    counts = [max(c, 1e-3) for c in counts]
    means = [1 / (1 + 10 ** (-elo / 400)) for elo in (elo0, elo1)]
    return best_log_likelihood(counts, scores, means[1]) - best_log_likelihood(counts, scores, means[0])


def values():
    yield from rating_values("baseball", 7, baseball(), 1e-6)
    yield from rating_values("uneven", 5, UNEVEN, 1.0)
    yield "llr.trinomial", llr([480, 1030, 540], 0, 5)
    yield "llr.trinomial_wide", llr([10, 5, 45], 0, 50)
    yield "llr.trinomial_unseen", llr([0, 0, 12], 0, 100)
    yield "llr.pentanomial", llr([34, 210, 512, 260, 41], 0, 10)
    yield "llr.pentanomial_unseen", llr([0, 3, 20, 11, 0], -5, 20)


def main():
    lines = [f"{name} {value:.8g}" for name, value in values()]
    if sys.argv[1:2] != ["--check"]:
        print("\n".join(lines))
        return 0
    with open(sys.argv[2], encoding="utf-8") as file:
        expected = [line.split() for line in file]
    for line, (name, value) in zip(lines, expected, strict=True):
        found, number = line.split()
        if found != name or not math.isclose(float(number), float(value), rel_tol=1e-4, abs_tol=1e-5):
            print(f"{name}: the file says {value}, the computation {line}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
