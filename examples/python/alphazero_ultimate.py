#!/usr/bin/env python3
"""Learns ultimate tic-tac-toe from its rules alone, like AlphaZero, on two CPU cores.

    pip install xttt[train]
    python alphazero_ultimate.py --minutes 25 --checkpoint az.pt --plot az.png

A network predicts a policy and a value for each position. A tree search improves the policy; hundreds of games
are played with it at once, and the network learns the improved policies and the results of the games. The search is
Gumbel AlphaZero (Danihelka et al., "Policy improvement by planning with Gumbel", ICLR 2022), which needs only a few
simulations per move. A second run with the same checkpoint resumes where the first one stopped.
"""

from __future__ import annotations

import argparse
import os
import time
from typing import IO, Any, Dict, Iterator, List, Tuple

import numpy as np
import numpy.typing as npt
import torch
import xttt
from torch import nn
from torch.nn import functional
from torch.nn.utils.clip_grad import clip_grad_norm_

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]
Seen = Tuple[npt.NDArray[np.uint8], Floats, float]  # planes, improved policy, result for the side to move
PLANES, ACTIONS = 6, 81  # the other two planes never change in ultimate
ILLEGAL = -1e9  # logit of an illegal action
VALUE_SCALE = 0.1  # weight of the values of the search, relative to the network's policy
REUSE = 4  # average number of times that a position is sampled for training
ORIGINS = np.argsort(xttt.symmetry_table("ultimate"), axis=1)  # the source cell of each cell under each symmetry


class Network(nn.Module):
    """One layer, shared by the nine small boards, reads each of them; residual layers combine the nine results."""

    def __init__(self, width: int = 192, blocks: int = 2, board: int = 32) -> None:
        super().__init__()
        self.boards = nn.Conv2d(PLANES, board, 3, stride=3)
        self.together = nn.Linear(9 * board, width)
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width))
            for _ in range(blocks))
        self.policy = nn.Linear(width, ACTIONS)
        self.cells = nn.ConvTranspose2d(board, 1, 3, stride=3)  # logits of the cells from their own small board
        self.value = nn.Sequential(nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh())

    def forward(self, planes: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
        """Logits of all actions [n][81] and the expected result [n], of observations [n][6][9][9]."""
        planes = planes.float()
        boards = functional.relu(self.boards(planes))
        x = functional.relu(self.together(boards.flatten(1)))
        for block in self.blocks:
            x = x + block(x)
        illegal = (planes[:, 5] * (1 - planes[:, 0] - planes[:, 1]) == 0).flatten(1)
        logits = (self.policy(x) + self.cells(boards).flatten(1)).masked_fill(illegal, ILLEGAL)
        return logits, self.value(x).squeeze(1)


def softmax(logits: Floats) -> Floats:
    """Probabilities along the last axis."""
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def halving_schedule(actions: int, simulations: int) -> List[int]:
    """The schedule of sequential halving: for each simulation, the previous visits of the action it tries."""
    schedule: List[int] = []
    rounds, tried = max(1, (actions - 1).bit_length()), 0
    while len(schedule) < simulations:
        for _ in range(max(1, simulations // (rounds * max(1, actions)))):
            schedule += [tried] * max(1, actions)
            tried += 1
        actions = max(min(2, actions), actions // 2)
    return schedule[:simulations]


class Search:
    """A search tree for each game of a batch. A step adds a node to every tree; the network evaluates them together.

    Node 0 is the root. A node has arrays over its actions, with values from the view of its side to move. Positions
    are replayed instead of stored, because stepping a batch is much cheaper than the network.
    """

    def __init__(self, network: Network, games: int, simulations: int, considered: int = 16) -> None:
        self.network = network
        self.simulations = simulations
        self.env = xttt.BatchEnv("ultimate", games, masks=False)
        self.schedules = np.array([halving_schedule(n, simulations) for n in range(considered + 1)])
        shape = (games, simulations + 1, ACTIONS)
        self.logits = np.zeros(shape, np.float32)
        self.visits = np.zeros(shape, np.float32)
        self.totals = np.zeros(shape, np.float32)  # sums of the values of the visits
        self.children = np.zeros(shape, np.int64)  # 0: none yet
        self.values = np.zeros(shape[:2], np.float32)  # by the network
        self.sign = np.zeros(shape[:2], np.float32)  # 1 where x is to move, -1 where o is

    def run(self, roots: xttt.BatchEnv, noise: Floats) -> Tuple[Integers, Floats]:
        """An action for each game, and the improved policy. Gumbel noise [games][81] makes the action a sample."""
        self.visits[:] = self.totals[:] = self.children[:] = 0
        everyone = np.arange(len(roots))
        self.env.copy_from(roots)
        self.expand(everyone, 0)
        legal = (self.logits[:, 0] > ILLEGAL).sum(axis=1)
        schedule = self.schedules[np.minimum(legal, len(self.schedules) - 1)]
        for simulation in range(self.simulations):
            self.env.copy_from(roots)
            self.simulate(noise, schedule[:, simulation], simulation + 1)
        improved, visits = self.improved(everyone, np.zeros_like(everyone)), self.visits[:, 0]
        finalists = visits == visits.max(axis=1, keepdims=True)
        return np.where(finalists, improved + noise, 2 * ILLEGAL).argmax(axis=1), softmax(improved)

    def expand(self, games: Integers, node: int) -> Floats:
        """Adds the current positions of these games as a node of their trees; returns their values for x."""
        with torch.inference_mode():
            logits, values = self.network(torch.from_numpy(self.env.observations[games, :PLANES]))
        self.logits[games, node] = logits.numpy()
        self.values[games, node] = values.numpy()
        self.sign[games, node] = 1 - 2.0 * self.env.players[games]
        return np.asarray(self.values[games, node] * self.sign[games, node])

    def improved(self, games: Integers, nodes: Integers) -> Floats:
        """Logits plus the value of each action; without visits, a mean of the network's value and the visited ones."""
        logits, visits = self.logits[games, nodes], self.visits[games, nodes]
        values = self.totals[games, nodes] / np.maximum(visits, 1)
        tried, count = softmax(logits) * (visits > 0), visits.sum(axis=1)
        mean = (tried * values).sum(axis=1) / np.maximum(tried.sum(axis=1), 1e-9)
        mixed = (self.values[games, nodes] + count * mean) / (1 + count)
        values = np.where(visits > 0, values, mixed[:, None])
        return np.asarray(logits + (50 + visits.max(axis=1, keepdims=True)) * VALUE_SCALE * values)

    def simulate(self, noise: Floats, tried: Integers, new: int) -> None:
        """Descends each tree to a new node, `new`, or to the end of a game, and backs up the value."""
        games, nodes = np.arange(len(self.env)), np.zeros(len(self.env), np.int64)
        actions, value = np.zeros_like(games), np.zeros(len(games), np.float32)  # of x
        path, leaves = list[Tuple[Integers, Integers, Integers]](), list[Integers]()
        while len(games):
            improved, visits = self.improved(games, nodes), self.visits[games, nodes]
            if not path:  # sequential halving among the most promising actions
                score = np.where(visits == tried[:, None], improved + noise, 2 * ILLEGAL)
            else:  # visits in proportion to the improved policy
                score = softmax(improved) - visits / (1 + visits.sum(axis=1, keepdims=True))
            chosen = actions[games] = score.argmax(axis=1)
            path.append((games, nodes, chosen))
            self.env.step(actions, where=np.bincount(games, minlength=len(self.env)).astype(bool))
            over = self.env.dones[games] != 0
            value[games[over]] = self.env.rewards[games[over], 0]
            children = self.children[games, nodes, chosen]
            fresh = ~over & (children == 0)
            self.children[games[fresh], nodes[fresh], chosen[fresh]] = new
            leaves.append(games[fresh])
            games, nodes = games[children > 0], children[children > 0]
        if len(grown := np.concatenate(leaves)):
            value[grown] = self.expand(grown, new)
        for games, nodes, chosen in path:
            self.visits[games, nodes, chosen] += 1
            self.totals[games, nodes, chosen] += value[games] * self.sign[games, nodes]


def self_play(network: Network, games: int, simulations: int, random: np.random.Generator) -> Iterator[List[Seen]]:
    """Endless self-play. Yields the positions of each game when it ends."""
    env = xttt.BatchEnv("ultimate", games, masks=False)
    search = Search(network, games, simulations)
    unfinished: List[List[Tuple[Any, Any, int]]] = [[] for _ in range(games)]
    while True:
        actions, policies = search.run(env, random.gumbel(size=(games, ACTIONS)).astype(np.float32))
        planes, players = env.observations[:, :PLANES].copy().reshape(games, PLANES, ACTIONS), env.players.copy()
        for game, position in enumerate(zip(planes, policies, players)):
            unfinished[game].append(position)
        env.step(actions)
        for game in np.flatnonzero(env.dones):
            yield [(seen, policy, env.rewards[game, player]) for seen, policy, player in unfinished[game]]
            unfinished[game] = []


def sample(memory: List[Seen], count: int, random: np.random.Generator) -> List[torch.Tensor]:
    """Random positions, each transformed by one of the eight symmetries at random."""
    planes, policies, results = map(np.array, zip(*(memory[i] for i in random.integers(len(memory), size=count))))
    cells = ORIGINS[random.integers(len(ORIGINS), size=count)]
    planes = np.take_along_axis(planes, cells[:, None], axis=2).reshape(count, PLANES, 9, 9)
    policies = np.take_along_axis(policies, cells, axis=1)
    return [torch.from_numpy(array) for array in (planes, policies, results)]


def learn(network: Network, optimizer: torch.optim.Optimizer, batch: List[torch.Tensor]) -> Tuple[float, float]:
    """One training step; returns the losses of policy and value before it."""
    planes, policies, results = batch
    logits, values = network(planes)
    policy_loss = -(policies * functional.log_softmax(logits, dim=1)).sum(dim=1).mean()
    value_loss = functional.mse_loss(values, results)
    optimizer.zero_grad()
    (policy_loss + value_loss).backward()
    clip_grad_norm_(network.parameters(), 1.0)
    optimizer.step()
    return policy_loss.item(), value_loss.item()


def score_against(network: Network, engine: xttt.Engine, games: int, simulations: int, seed: int) -> float:
    """Points per game (win 1, draw 0.5) against an engine; each opening of two random moves is played by both sides."""
    points, half = 0.0, games // 2
    search, no_noise = Search(network, half, simulations), np.zeros((half, ACTIONS), np.float32)
    for side in (0, 1):
        env = xttt.BatchEnv("ultimate", half, seed=seed, masks=False)
        env.random_steps(2)
        playing = np.ones(half, bool)
        while playing.any():
            if env.players[playing.argmax()] == side:  # sides alternate, so all games have the same side to move
                actions, _ = search.run(env, no_noise)
            else:
                actions = np.zeros(half, np.int64)
                for game in np.flatnonzero(playing):
                    actions[game] = engine.analyse(env.position(game), nodes=300_000).action
            env.step(actions, where=playing)
            points += float((env.rewards[env.dones != 0, side] + 1).sum()) / 2
            playing &= env.dones == 0
    return points / (2 * half)


def train(network: Network, options: argparse.Namespace) -> List[Dict[str, float]]:
    """Plays and trains until the time is up; the history has a row for each round."""
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=1e-4)
    history: List[Dict[str, float]] = []
    if os.path.exists(options.checkpoint):
        saved = torch.load(options.checkpoint)
        network.load_state_dict(saved["network"])
        optimizer.load_state_dict(saved["optimizer"])
        history = saved["history"]
    random = np.random.default_rng([options.seed, len(history)])
    play = self_play(network, options.games, options.simulations, random)
    memory: List[Seen] = []
    row = history[-1] if history else {"minutes": 0.0, "games": 0.0}
    batch, scored, start = 2 * options.games, time.monotonic(), time.monotonic() - 60 * row["minutes"]
    while (progress := len(history) / options.rounds if options.rounds else row["minutes"] / options.minutes) < 1:
        games = [next(play) for _ in range(options.games // 4)]
        memory = (memory + sum(games, []))[-400 * options.games:]
        row = {"minutes": (time.monotonic() - start) / 60, "games": row["games"] + len(games)}
        optimizer.param_groups[0]["lr"] = 1e-3 * max(0.05, 1 - progress)
        losses = [learn(network, optimizer, sample(memory, batch, random))
                  for _ in range(1 + REUSE * sum(map(len, games)) // batch)]
        row["policy loss"], row["value loss"] = np.mean(losses, axis=0).tolist()
        history.append(row)
        if time.monotonic() - scored > 60:
            row["score"] = score_against(network, xttt.Engine(algorithm="greedy"), 40, 16, options.seed)
            scored = time.monotonic()
        print(", ".join(f"{name} {value:.2f}" for name, value in row.items()), flush=True)
        torch.save({"network": network.state_dict(), "optimizer": optimizer.state_dict(), "history": history},
                   options.checkpoint + ".new")
        os.replace(options.checkpoint + ".new", options.checkpoint)
    return history


def draw(history: List[Dict[str, float]], path: str | IO[bytes]) -> None:
    """Plots the learning curve."""
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(1, 2, figsize=(10, 4), tight_layout=True)
    for name, axis in (("policy loss", axes[0]), ("value loss", axes[0]), ("score", axes[1])):
        rows = [row for row in history if name in row]
        axis.plot([row["minutes"] for row in rows], [row[name] for row in rows], label=name)
        axis.set_xlabel("minutes")
    axes[0].legend()
    axes[1].set(ylim=(0, 1.02), title="points per game against engine:greedy")
    figure.savefig(path)


def main() -> None:
    """Trains, then plays the matches."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--minutes", type=float, default=25, help="training time in minutes, including earlier runs of the checkpoint")
    add("--rounds", type=int, default=0, help="rounds of self-play and training, instead of --minutes; 0: none")
    add("--checkpoint", default="az.pt", help="checkpoint file; resumes an existing one")
    add("--plot", help="file for a plot of the learning curve")
    add("--games", type=int, default=512, help="games to play at the same time")
    add("--simulations", type=int, default=32, help="simulations per move of self-play")
    add("--match", type=int, default=200, help="games of each match at the end")
    add("--levels", type=int, nargs="*", default=[], help="skill levels of the engine to play matches against as well")
    add("--threads", type=int, default=2, help="PyTorch threads")
    add("--seed", type=int, default=1, help="random seed")
    options = parser.parse_args()
    if options.minutes <= 0 or min(options.games, options.match, options.simulations) < 4:
        parser.error("--minutes must be positive; --games, --match and --simulations must be at least 4")
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    network = Network()
    history = train(network, options)
    if options.plot:
        draw(history, options.plot)
    engines = {"greedy": xttt.Engine(algorithm="greedy", seed=options.seed)}
    engines.update({f"skill={level}": xttt.Engine(skill=level, seed=options.seed) for level in options.levels})
    for name, engine in engines.items():
        score = score_against(network, engine, options.match, 128, options.seed + 1)
        print(f"engine:{name}: {score:.1%} of {options.match} games", flush=True)


if __name__ == "__main__":
    main()
