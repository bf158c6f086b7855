#!/usr/bin/env python3
"""Trains a network for the evaluation `nnue` from a file of self-play records.

Works through the data in random order, each position turned by a symmetry drawn by lot, and goes on
where it was stopped: by --seconds, or in any other way after a checkpoint. Leaves in --out the
checkpoint, losses.csv, losses.svg and, when done, the network as VARIANT-CHECKSUM.xnet.
"""

import argparse
import csv
import math
import sys
import time
from pathlib import Path

import numpy as np
import torch

from model import Network, network_file
from native import Native, Records
from plot import loss_plot

UNFINISHED = 3  # exit status: time was up, call again to go on
VALIDATION_BATCH = 16384


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--native", type=Path, required=True, help="libxttt_nnue_native.so")
    parser.add_argument("--data", type=Path, required=True, help="file of training records")
    parser.add_argument("--out", type=Path, required=True, help="folder for everything written")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=2e-3, help="learning rate at its highest")
    parser.add_argument("--blend", type=float, default=0.9,
                        help="share of the search's score in the goal; the rest is the result")
    parser.add_argument("--validation", type=float, default=0.02, help="share of games held out")
    parser.add_argument("--unit", type=int, default=100, help="unit of the search's margins")
    parser.add_argument("--start", type=Path, help="checkpoint whose weights to start from")
    parser.add_argument("--seconds", type=float, help="stop after this time, to be called again")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch, on the CPU")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args(arguments)


def split(records: Records, share: float, seed: int):
    """Numbers of the records to learn from, and of those held out: whole games."""
    games = records.games()
    drawn = np.random.default_rng(seed).random(int(games.max()) + 1) < share
    held_out = drawn[games]
    if held_out.all() or not held_out.any():  # a handful of games: hold out the last one
        held_out = games == games.max()
    return np.flatnonzero(~held_out), np.flatnonzero(held_out)


class Training:
    def __init__(self, options):
        self.options = options
        native = Native(options.native)
        torch.set_num_threads(options.threads)
        torch.manual_seed(options.seed)
        self.records = Records(native, options.data)
        self.learn, self.held_out = split(self.records, options.validation, options.seed)
        self.network = Network(native, self.records.features).to(options.device)
        if options.start:
            self.network.load_state_dict(torch.load(options.start, map_location="cpu")["network"])
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=options.rate,
                                           weight_decay=1e-4, betas=(0.9, 0.99))
        self.steps_an_epoch = math.ceil(len(self.learn) / options.batch)
        self.steps = options.epochs * self.steps_an_epoch
        self.step = 0
        self.history = []  # (step, loss while learning, loss held out)
        self.checkpoint = options.out / "checkpoint.pt"
        if self.checkpoint.exists():
            self.load()

    def load(self):
        saved = torch.load(self.checkpoint, map_location="cpu")
        self.network.load_state_dict(saved["network"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.step, self.history = saved["step"], saved["history"]

    def save(self):
        part = self.checkpoint.with_suffix(".part")
        torch.save({"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict(),
                    "step": self.step, "history": self.history}, part)
        part.replace(self.checkpoint)  # never half a checkpoint

    def rate(self):
        """Rises over the first hundredth, then falls along half a cosine to a fiftieth."""
        warm = max(1, self.steps // 100)
        if self.step < warm:
            return self.options.rate * (self.step + 1) / warm
        done = (self.step - warm) / max(1, self.steps - warm)
        return self.options.rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done)))

    def loss(self, batch):
        device = self.options.device
        score = torch.sigmoid(torch.from_numpy(batch.scores)).to(device)
        result = torch.from_numpy(batch.results).to(device)
        goal = self.options.blend * score + (1 - self.options.blend) * result
        return (torch.sigmoid(self.network(batch)) - goal).square().mean()

    def validate(self):
        total = 0.0
        with torch.no_grad():
            for at in range(0, len(self.held_out), VALIDATION_BATCH):
                which = self.held_out[at:at + VALIDATION_BATCH]
                total += float(self.loss(self.records.batch(which, 0))) * len(which)
        return total / len(self.held_out)

    def run(self) -> bool:
        """True when all steps are done, False when time was up before."""
        options, begun, first = self.options, time.monotonic(), self.step
        running, told = None, begun
        order, order_of = None, None
        while self.step < self.steps:
            epoch, number = divmod(self.step, self.steps_an_epoch)
            if order_of != epoch:
                order = np.random.default_rng([options.seed, epoch]).permutation(self.learn)
                order_of = epoch
            which = order[number * options.batch:(number + 1) * options.batch]
            batch = self.records.batch(which, options.seed * 1_000_003 + self.step + 1)
            for group in self.optimizer.param_groups:
                group["lr"] = self.rate()
            self.optimizer.zero_grad()
            loss = self.loss(batch)
            loss.backward()
            self.optimizer.step()
            self.step += 1
            running = loss.item() if running is None else 0.98 * running + 0.02 * loss.item()
            now = time.monotonic()
            ended = self.step % self.steps_an_epoch == 0
            if ended:
                self.history.append((self.step, running, self.validate()))
                self.save()
            if ended or now - told > 10:
                told = now
                pace = (now - begun) / (self.step - first)
                held_out = f", held out {self.history[-1][2]:.6f}" if self.history else ""
                print(f"step {self.step} of {self.steps}, loss {running:.6f}{held_out}, "
                      f"{options.batch / pace:.0f} positions/s, "
                      f"{pace * (self.steps - self.step):.0f} s left", flush=True)
            if options.seconds and now - begun > options.seconds and self.step < self.steps:
                self.save()
                return False
        return True

    def export(self) -> Path:
        data, checksum = network_file(self.network, self.records.variant, self.records.scale,
                                      self.options.unit)
        path = self.options.out / f"{self.records.variant}-{checksum >> 32:08x}.xnet"
        path.write_bytes(data)
        return path

    def write_history(self):
        with open(self.options.out / "losses.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["step", "learning", "held_out"])
            writer.writerows(self.history)
        (self.options.out / "losses.svg").write_text(loss_plot(self.history), encoding="utf-8")


def main(arguments=None) -> int:
    options = parse_arguments(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    try:
        training = Training(options)
    except (OSError, ValueError) as error:
        print(f"train.py: {error}", file=sys.stderr)
        return 1
    finished = training.run()
    training.write_history()
    if not finished:
        return UNFINISHED
    print(f"network {training.export()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
