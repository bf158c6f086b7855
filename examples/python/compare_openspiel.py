#!/usr/bin/env python3
"""Plays the same random games of ultimate tic-tac-toe here and in OpenSpiel, and compares results and speed.

    pip install xttt[openspiel]
    python compare_openspiel.py --games 10000
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import pyspiel
import xttt
import xttt.adapters.open_spiel_game  # noqa: F401  registers the game


def play_in(state: Any, position: xttt.Position, action: int) -> None:
    """Plays an action in OpenSpiel's game, where choosing a small board is a separate move."""
    row, column = divmod(action, 9)
    if state.action_to_string(state.legal_actions()[0]).startswith("Choose"):
        state.apply_action(row // 3 * 3 + column // 3)
    state.apply_action(row % 3 * 3 + column % 3)


def compare(games: int, seed: int) -> int:
    """The number of games with the same winner and the same length in both."""
    rng = random.Random(seed)
    theirs = pyspiel.load_game("ultimate_tic_tac_toe")
    same = 0
    for _ in range(games):
        position, state = xttt.Position("ultimate"), theirs.new_initial_state()
        while not position.over and not state.is_terminal():
            action = rng.choice(position.legal_actions())
            play_in(state, position, action)
            position.play(action)
        if position.outcome is not None and state.is_terminal():
            same += state.returns()[0] == {"x": 1, "o": -1, None: 0}[position.outcome.winner]
    return same


def games_per_second(game: Any, games: int) -> float:
    """Random games in a Python loop, as is usual with OpenSpiel; per second of CPU time."""
    rng = random.Random(1)
    start = time.process_time()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    return games / (time.process_time() - start)


def batch_games_per_second(steps: int) -> float:
    """Random games in a batch, without a Python loop; per second of CPU time."""
    batch = xttt.BatchEnv("ultimate", 256, observations=False, masks=False)
    start = time.process_time()
    ended = batch.random_steps(steps)
    return ended / (time.process_time() - start)


def main() -> None:
    """Compares and prints the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, help="games to compare")
    parser.add_argument("--seed", type=int, default=1, help="random seed")
    options = parser.parse_args()
    print(f"{compare(options.games, options.seed)} of {options.games} games end the same way")
    for name in ("ultimate_tic_tac_toe", "python_xttt(variant=ultimate)"):
        print(f"{name}: {games_per_second(pyspiel.load_game(name), 200):.0f} games/s")
    print(f"xttt.BatchEnv: {batch_games_per_second(20000):.0f} games/s")


if __name__ == "__main__":
    main()
