#!/usr/bin/env python3
"""Learns to beat a random player with MaskablePPO of sb3-contrib, through the PettingZoo environment.

    pip install xttt[pettingzoo] sb3-contrib
    python maskable_ppo.py --steps 200000

MaskablePPO asks the environment for the legal actions (`action_masks()`), so it never plays an illegal one.
"""

from __future__ import annotations

import argparse
from typing import Any, Dict, Optional, Tuple

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from xttt.adapters import pettingzoo_env


class OneSide(gymnasium.Env[Any, Any]):
    """The agent 'x' of a PettingZoo environment as a single-agent one; 'o' plays at random."""

    def __init__(self, variant: str) -> None:
        self.aec = pettingzoo_env.env(variant=variant)
        self.aec.reset()
        self.observation_space = self.aec.observation_space("x")["observation"]
        self.action_space = self.aec.action_space("x")

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
              ) -> Tuple[Any, Dict[str, Any]]:
        """Starts a game; x moves first."""
        super().reset(seed=seed)
        self.aec.reset(seed=seed)
        return self.aec.observe("x")["observation"], {}

    def step(self, action: Any) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        """Plays x's action, and o's moves until it is x's turn again."""
        self.aec.step(int(action))
        while self.aec.agent_selection == "o" and not self.aec.terminations["o"]:
            legal = np.flatnonzero(self.aec.observe("o")["action_mask"])
            self.aec.step(int(self.np_random.choice(legal)))
        over = self.aec.terminations["x"]
        return self.aec.observe("x")["observation"], float(self.aec.rewards["x"]), over, False, {}

    def action_masks(self) -> Any:
        """The legal actions, where MaskablePPO looks for them."""
        return self.aec.observe("x")["action_mask"].astype(bool)


def share_of_wins(model: MaskablePPO, env: OneSide, games: int) -> float:
    """Points per game against the random player: 1 for a win, 0.5 for a draw."""
    points = 0.0
    for game in range(games):
        observation, _ = env.reset(seed=10_000 + game)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(observation, action_masks=env.action_masks())
            observation, reward, over, _, _ = env.step(action)
        points += (reward + 1) / 2
    return points / games


def main() -> None:
    """Trains, and prints the share of wins before and after."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--variant", default="ultimate", help="variant to learn")
    parser.add_argument("--steps", type=int, default=200_000, help="moves to train on")
    parser.add_argument("--games", type=int, default=100, help="games of each measurement")
    options = parser.parse_args()
    env = OneSide(options.variant)
    model = MaskablePPO("MlpPolicy", env, seed=1, n_steps=min(2048, options.steps), batch_size=128,
                        policy_kwargs={"normalize_images": False})
    print(f"before: {share_of_wins(model, env, options.games):.0%}")
    model.learn(options.steps)
    print(f"after {options.steps} moves: {share_of_wins(model, env, options.games):.0%}")


if __name__ == "__main__":
    main()
