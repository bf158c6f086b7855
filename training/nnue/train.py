#!/usr/bin/env python3
"""Train a network for the evaluation `nnue` from a file of self-play records.

Visits the records in random order, each position transformed by a random symmetry. A run that was
stopped (by --seconds or otherwise) resumes from its last checkpoint. Writes to --out the checkpoint,
losses.csv, losses.svg and, at the end, the network as VARIANT-CHECKSUM.xnet.
"""

import argparse
import csv
import math
import sys
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

try:
    import numpy as np
    import torch
except ModuleNotFoundError as error:
    print(f"train.py: {sys.executable} has no module {error.name}; use a Python with NumPy and PyTorch, such as "
          "/usr/bin/python3 after 'scripts/setup train'", file=sys.stderr)
    sys.exit(2)
from model import Network, network_file
from native import Native, Records
from plot import loss_plot

UNFINISHED = 3  # exit status: time was up, run again to continue
VALIDATION_BATCH = 16384
COUNTED = 1_000_000  # positions sampled to count how often each board content occurs


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--native", type=Path, required=True, help="libxttt_nnue_native.so")
    parser.add_argument("--data", type=Path, required=True, help="file of training records")
    parser.add_argument("--out", type=Path, required=True, help="output folder")
    parser.add_argument("--epochs", type=int, default=6, help="training epochs (default: %(default)s)")
    parser.add_argument("--batch", type=int, default=8192, help="batch size in positions (default: %(default)s)")
    parser.add_argument("--rate", type=float, default=2e-3,
                        help="peak learning rate (default: %(default)s)")
    parser.add_argument("--blend", type=float, default=0.9,
                        help="weight of the search score in the target; the rest is the game result "
                             "(default: %(default)s)")
    parser.add_argument("--decay", type=float, default=0.02,
                        help="weight decay of AdamW (default: %(default)s)")
    parser.add_argument("--validation", type=float, default=0.02,
                        help="fraction of games held out for validation (default: %(default)s)")
    parser.add_argument("--unit", type=int, help="unit of the search margins (default: that of the variant)")
    parser.add_argument("--content-rows", type=int, metavar="N",
                        help="number of board content features to keep, the most important ones "
                        "(default: all)")
    parser.add_argument("--known-contents", action="store_true",
                        help="train only the board content features that the --start network has")
    parser.add_argument("--start", type=Path, help="network file with the initial weights")
    parser.add_argument("--seconds", type=float,
                        help="stop after this time, in seconds; run again to continue")
    parser.add_argument("--within", type=float, metavar="SECONDS",
                        help="finish training within this time: the learning rate follows it, and "
                             "epochs are cut short")
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=1,
                        help="PyTorch threads on the CPU (default: %(default)s)")
    parser.add_argument("--readers", type=int, default=1,
                        help="threads that prepare batches (default: %(default)s)")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu",
                        help="PyTorch device (default: cuda if available, otherwise cpu)")
    options = parser.parse_args(arguments)
    if options.content_rows is not None and options.content_rows < 0:
        parser.error(f"--content-rows {options.content_rows}: must be 0 or more")
    if options.known_contents and not options.start:
        parser.error("--known-contents needs --start with a network that has board content features")
    return options


def split(records: Records, share: float, seed: int):
    """Indices of the training records and of the validation records, split by whole games."""
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
        if options.device == "cpu":
            native.keep_memory()
        torch.set_num_threads(options.threads)
        torch.manual_seed(options.seed)
        self.records = Records(native, options.data)
        self.learn, self.held_out = split(self.records, options.validation, options.seed)
        self.network = Network(native, self.records.features,
                               self.records.contents).to(options.device)
        if options.start:
            self.network.start_from(options.start.read_bytes())
        if options.known_contents:
            self.leave_out_unknown_contents()
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=options.rate,
                                           weight_decay=options.decay, betas=(0.9, 0.99))
        self.steps_an_epoch = math.ceil(len(self.learn) / options.batch)
        self.steps = options.epochs * self.steps_an_epoch
        self.step = 0
        self.spent = 0.0  # seconds, including earlier calls
        self.history = []  # (step, training loss, validation loss)
        self.checkpoint = options.out / "checkpoint.pt"
        if self.checkpoint.exists():
            self.load()

    def leave_out_unknown_contents(self):
        """Freezes the board content features that are zero in the --start network, so that the other
        weights adapt to their absence."""
        rows = self.network.rows
        learnt = (rows.detach() != 0).any(1, keepdim=True)
        if not learnt[self.network.contents_at:].any():
            raise ValueError(f"{self.options.start} has no board content features")
        learnt[:self.network.contents_at] = True
        rows.register_hook(lambda gradient: gradient * learnt)

    def load(self):
        saved = torch.load(self.checkpoint, map_location="cpu")
        self.network.load_state_dict(saved["network"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.step, self.spent, self.history = saved["step"], saved["spent"], saved["history"]

    def save(self):
        part = self.checkpoint.with_suffix(".part")
        torch.save({"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict(),
                    "step": self.step, "spent": self.spent, "history": self.history}, part)
        part.replace(self.checkpoint)  # never half a checkpoint

    def rate(self):
        """Learning rate: linear warm-up over 1% of the steps, then cosine decay to 2%."""
        warm = max(1, self.steps // 100)
        if self.step < warm:
            return self.options.rate * (self.step + 1) / warm
        return self.options.rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * self.done())))

    def done(self):
        """Progress from 0 to 1: the fraction of steps, or of --within if that is larger."""
        share = self.step / self.steps
        if self.options.within:
            share = max(share, self.spent / self.options.within)
        return min(1.0, share)

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

    def batches(self, readers: ThreadPoolExecutor):
        """The batches of the remaining steps, prefetched; each depends only on its step number."""
        options = self.options
        waiting = deque()
        order, order_of = None, None
        for step in range(self.step, self.steps):
            epoch, number = divmod(step, self.steps_an_epoch)
            if order_of != epoch:
                order = np.random.default_rng([options.seed, epoch]).permutation(self.learn)
                order_of = epoch
            which = order[number * options.batch:(number + 1) * options.batch]
            seed = options.seed * 1_000_003 + step + 1
            waiting.append(readers.submit(self.records.batch, which, seed))
            if len(waiting) > 2 * options.readers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def run(self) -> bool:
        """True when all steps are done, False when --seconds ran out."""
        with ThreadPoolExecutor(self.options.readers) as readers:
            done = self.learn_from(self.batches(readers))
            readers.shutdown(cancel_futures=True)
        return done

    def learn_from(self, batches) -> bool:
        options, begun, first, before = self.options, time.monotonic(), self.step, self.spent
        running, told = None, begun
        for batch in batches:
            for group in self.optimizer.param_groups:
                group["lr"] = self.rate()
            self.optimizer.zero_grad()
            loss = self.loss(batch)
            loss.backward()
            self.optimizer.step()
            self.step += 1
            # Not converted to a number here: that would synchronise with the GPU at every step.
            loss = loss.detach()
            running = loss if running is None else 0.98 * running + 0.02 * loss
            now = time.monotonic()
            self.spent = before + now - begun
            ended = self.step % self.steps_an_epoch == 0 or self.done() >= 1
            if ended:
                self.history.append((self.step, float(running), self.validate()))
                self.save()
            if ended or now - told > 10:
                told = now
                pace = (now - begun) / (self.step - first)
                held_out = f", validation loss {self.history[-1][2]:.6f}" if self.history else ""
                print(f"step {self.step} of {self.steps}, loss {running:.6f}{held_out}, "
                      f"{options.batch / pace:.0f} positions/s, "
                      f"{self.seconds_left(pace):.0f} s left", flush=True)
            if self.done() >= 1:
                return True
            if options.seconds and now - begun > options.seconds:
                self.save()
                return False
        return True

    def seconds_left(self, pace):
        left = pace * (self.steps - self.step)
        return min(left, self.options.within - self.spent) if self.options.within else left

    def silence_unseen(self):
        """Zeroes the weights of features that occur in no record: they are still random initial values."""
        state = self.optimizer.state[self.network.rows]
        if self.options.start or not state:  # the weights of --start were trained
            return
        moved = state["exp_avg_sq"].sum(1) > 0
        with torch.no_grad():
            self.network.rows[~moved] = 0

    def keep_contents(self):
        """Keeps the most important board content features, by frequency times squared weight."""
        rows, keep = self.network.rows, self.options.content_rows
        first, contents = self.network.contents_at, self.records.contents
        if contents == 0 or keep is None:
            return
        seen = np.zeros(contents)
        sample = self.learn[::max(1, len(self.learn) // COUNTED)]
        for at in range(0, len(sample), VALIDATION_BATCH):
            batch = self.records.batch(sample[at:at + VALIDATION_BATCH], at + 1)
            numbers = np.concatenate([batch.mover, batch.other]) - first
            seen += np.bincount(numbers[numbers >= 0], minlength=contents)
        with torch.no_grad():
            worth = torch.from_numpy(seen).to(rows) * rows[first:].square().sum(1)
            rows[first + torch.sort(worth, descending=True).indices[keep:]] = 0
        print(f"board content features kept {int((rows[first:] != 0).any(1).sum())}, validation loss "
              f"{self.validate():.6f}", flush=True)

    def export(self) -> Path:
        self.silence_unseen()
        self.keep_contents()
        data, checksum = network_file(self.network, self.records.variant, self.records.scale,
                                      self.options.unit or self.records.unit)
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
