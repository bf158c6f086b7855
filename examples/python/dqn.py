#!/usr/bin/env python3
"""Learns ultimate tic-tac-toe with a deep Q-network (DQN), through Gymnasium's vector environment.

    pip install xttt[gym,train]
    python dqn.py --steps 4000

The network predicts the value of each action. Moves are sampled from a replay buffer, a slowly updated copy of the
network evaluates the positions after a move (target network), and the network itself selects the action to evaluate
(double DQN). The opponent plays at random and is part of the environment.
"""

from __future__ import annotations

import argparse
from typing import Any, List

import gymnasium
import numpy as np
import numpy.typing as npt
import torch
import xttt  # noqa: F401  registers the environments
from torch import nn

Bools = npt.NDArray[np.bool_]
IMPOSSIBLE = -1e9  # value of an illegal action


def make_network() -> nn.Sequential:
    """Planes [n][8][9][9] to values [n][81]. The first layer reads each small board separately."""
    return nn.Sequential(nn.Conv2d(8, 64, 3, stride=3), nn.ReLU(), nn.Flatten(), nn.Linear(9 * 64, 128), nn.ReLU(),
                         nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 81), nn.Tanh())


class Replay:
    """The replay buffer: position, action, reward, whether the game ended, position after it and its legal actions."""

    def __init__(self, capacity: int) -> None:
        self.parts = [np.zeros((capacity, *shape), kind) for shape, kind in (
            ((8, 9, 9), np.uint8), ((), np.int64), ((), np.float32), ((), np.float32), ((8, 9, 9), np.uint8),
            ((81,), np.bool_))]
        self.added = 0

    def add(self, *arrays: npt.NDArray[Any]) -> None:
        """Adds a move of each game and drops the oldest ones."""
        count, capacity = len(arrays[0]), len(self.parts[0])
        where = np.arange(self.added, self.added + count) % capacity
        for part, array in zip(self.parts, arrays):
            part[where] = array
        self.added += count

    def sample(self, count: int, random: np.random.Generator) -> List[torch.Tensor]:
        """Random moves."""
        chosen = random.integers(min(self.added, len(self.parts[0])), size=count)
        return [torch.from_numpy(part[chosen]) for part in self.parts]


def best_actions(network: nn.Module, planes: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
    """The legal action with the highest value in each position."""
    best: torch.Tensor = network(planes.float()).masked_fill(~legal, IMPOSSIBLE).argmax(dim=1)
    return best


def learn(network: nn.Module, target: nn.Module, optimizer: torch.optim.Optimizer, moves: List[torch.Tensor]) -> float:
    """One training step; returns the loss before it."""
    planes, actions, rewards, over, after, legal = moves
    with torch.no_grad():
        next_actions = best_actions(network, after, legal)
        future = target(after.float()).gather(1, next_actions[:, None]).squeeze(1)
        goal = rewards + (1 - over) * future
    values = network(planes.float()).gather(1, actions[:, None]).squeeze(1)
    loss = nn.functional.smooth_l1_loss(values, goal)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        for slow, quick in zip(target.parameters(), network.parameters()):
            slow.lerp_(quick, 0.01)
    return float(loss)


def train(network: nn.Module, steps: int, games: int, batch: int, seed: int) -> List[float]:
    """Plays and trains; returns the losses of all steps."""
    random = np.random.default_rng(seed)
    target = make_network()
    target.load_state_dict(network.state_dict())
    optimizer = torch.optim.Adam(network.parameters(), lr=5e-4)
    replay = Replay(100_000)
    envs = gymnasium.make_vec("xttt/Ultimate-v0", num_envs=games, side="random")
    planes, infos = envs.reset(seed=seed)
    losses = []
    for step in range(steps):
        legal: Bools = infos["action_mask"].astype(bool)
        with torch.no_grad():
            actions = best_actions(network, torch.from_numpy(planes), torch.from_numpy(legal)).numpy()
        explore = random.random(games) < max(0.05, 1 - 2 * step / steps)
        actions[explore] = (random.random(legal.shape) * legal).argmax(axis=1)[explore]
        after, rewards, over, _, infos = envs.step(actions)
        replay.add(planes, actions, rewards, over, after, infos["action_mask"].astype(bool))
        planes = after
        if replay.added >= 4 * batch:
            losses.append(learn(network, target, optimizer, replay.sample(batch, random)))
    envs.close()
    return losses


def score_against_random(network: nn.Module, games: int, seed: int) -> float:
    """Points per game (win 1, draw 0.5) against random moves, as x or o at random."""
    envs = gymnasium.make_vec("xttt/Ultimate-v0", num_envs=games, side="random")
    planes, infos = envs.reset(seed=seed)
    points, playing = 0.0, np.ones(games, bool)
    while playing.any():
        legal = torch.from_numpy(infos["action_mask"].astype(bool))
        with torch.no_grad():
            actions = best_actions(network, torch.from_numpy(planes), legal).numpy()
        planes, rewards, over, _, infos = envs.step(actions)
        points += float((rewards[playing & over] + 1).sum()) / 2
        playing &= ~over
    envs.close()
    return points / games


def main() -> None:
    """Trains, and prints the score before and after."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=4000, help="moves per concurrent game")
    parser.add_argument("--games", type=int, default=64, help="games to play at the same time")
    parser.add_argument("--batch", type=int, default=256, help="batch size of a training step")
    parser.add_argument("--seed", type=int, default=1, help="random seed")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    network = make_network()
    print(f"before: {score_against_random(network, 400, 99):.1%} against random moves")
    losses = train(network, options.steps, options.games, options.batch, options.seed)
    part = max(1, len(losses) // 10)
    print(f"loss {np.mean(losses[:part]):.4f} in the first tenth, {np.mean(losses[-part:]):.4f} in the last")
    print(f"after: {score_against_random(network, 400, 99):.1%} against random moves")


if __name__ == "__main__":
    main()
