#!/usr/bin/env python3
"""Learns ultimate tic-tac-toe with a table, the simplest form of reinforcement learning, in half a minute.

    pip install xttt
    python tabular_q_learning.py --steps 4000

The whole game has far too many positions for a table. A single small board has only 3^9 = 19,683 patterns, so the
table holds a value for each pattern, seen by the side to move, and each of its nine cells: what a move there is worth
on average. The agent learns by playing against itself.
"""

from __future__ import annotations

import argparse
from typing import Tuple

import numpy as np
import numpy.typing as npt
import xttt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

# Each of the 81 actions: the nine cells of its small board in reading order, and which of the nine it is.
ROW, COLUMN = np.divmod(np.arange(81), 9)
CORNER = ROW // 3 * 27 + COLUMN // 3 * 3
CELLS_OF_BOARD = CORNER[:, None] + np.array([0, 1, 2, 9, 10, 11, 18, 19, 20])
CELL = ROW % 3 * 3 + COLUMN % 3
POWERS = 3 ** np.arange(9)


def patterns(observations: npt.NDArray[np.uint8]) -> Integers:
    """For each action, the number of its small board's pattern: a digit 0, 1 or 2 for each cell."""
    planes = observations.reshape(-1, 8, 81)
    digits = planes[:, 0] + 2 * planes[:, 1].astype(np.int64)  # empty, own, the opponent's
    result: Integers = digits[:, CELLS_OF_BOARD] @ POWERS
    return result


def values_of(table: Floats, env: xttt.BatchEnv) -> Tuple[Floats, Integers]:
    """The value of each action in each game (minus infinity if illegal), and the index of its entry in the table."""
    entries = patterns(env.observations) * 9 + CELL
    return np.where(env.masks != 0, table.ravel()[entries], -np.inf), entries


def choose(values: Floats, random: np.random.Generator, explore: float) -> Integers:
    """The best actions, or random ones with the probability `explore`. Ties are broken at random."""
    noise = random.random(values.shape)
    wild = random.random((len(values), 1)) < explore
    best: Integers = np.where(wild & np.isfinite(values), noise, values + 1e-6 * noise).argmax(axis=1)
    return best


def learn(steps: int, games: int, rate: float, seed: int) -> Floats:
    """Plays games against itself. At the end of a game, each entry it used is updated towards the result."""
    random = np.random.default_rng(seed)
    table = np.zeros((3 ** 9, 9))
    env = xttt.BatchEnv("ultimate", games, seed=seed)
    used = np.zeros((games, 81), np.int64)  # entries of the moves of each game so far,
    movers = np.zeros((games, 81), np.int64)  # and the sides that made them
    plies = np.zeros(games, np.int64)
    rows = np.arange(games)
    for step in range(steps):
        values, entries = values_of(table, env)
        actions = choose(values, random, explore=max(0.1, 1 - 2 * step / steps))
        used[rows, plies], movers[rows, plies] = entries[rows, actions], env.players
        plies += 1
        env.step(actions)
        for game in np.flatnonzero(env.dones):
            moves = used[game, :plies[game]]
            results = env.rewards[game, movers[game, :plies[game]]]
            table.ravel()[moves] += rate * (results - table.ravel()[moves])
            plies[game] = 0
    return table


def score_against_random(table: Floats, games: int, seed: int) -> float:
    """Points per game (win 1, draw 0.5) as x against random moves."""
    random = np.random.default_rng(seed)
    env = xttt.BatchEnv("ultimate", games, seed=seed)
    playing, points = np.ones(games, bool), 0.0
    while playing.any():
        for mover in "xo":
            if mover == "x":
                env.step(choose(values_of(table, env)[0], random, explore=0), where=playing)
            else:
                env.step_random(where=playing)
            points += float((env.rewards[env.dones != 0, 0] + 1).sum()) / 2
            playing &= env.dones == 0
    return points / games


def main() -> None:
    """Trains, and prints the score before and after."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=4000, help="moves per concurrent game")
    parser.add_argument("--games", type=int, default=256, help="games to play at the same time")
    parser.add_argument("--rate", type=float, default=0.02, help="learning rate")
    parser.add_argument("--seed", type=int, default=1, help="random seed")
    options = parser.parse_args()
    print(f"before: {score_against_random(np.zeros((3 ** 9, 9)), 400, options.seed):.1%} against random moves")
    table = learn(options.steps, options.games, options.rate, options.seed)
    print(f"after: {score_against_random(table, 400, options.seed):.1%} against random moves")
    print("an empty small board, cell by cell:")
    print(table[0].reshape(3, 3).round(2))


if __name__ == "__main__":
    main()
