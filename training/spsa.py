#!/usr/bin/env python3
"""Tune the constants of the search `pvs` by self-play (SPSA, Spall 1992).

    training/spsa.py --build build/release --variant extreme --out tuning --minutes 9

Each game pair is played between the current constants plus and minus a random perturbation; the
constants then move towards the winner by a gain that decreases over time. Pairs run in parallel, each
from the constants at its start. The state is kept in --out: run the same command again to continue,
until --pairs are played. Writes constants.json, history.csv, and at the end the constants under the
names of duel and SearchOptions.
"""

import argparse
import csv
import json
import os
import random
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Name: initial value, step size at the end of tuning, minimum, maximum.
CONSTANTS = {
    "aspiration_window": (96, 20, 20, 1000),
    "reverse_futility_margin": (415, 40, 20, 2000),
    "futility_margin": (303, 40, 20, 2000),
    "late_move_base": (5, 0.8, 1, 30),
    "late_move_depth": (7, 0.7, 0, 12),
    "futility_depth": (3, 0.6, 0, 10),
    "reduction_base": (22, 12, -100, 300),
    "reduction_slope": (115, 12, 10, 400),
    "reduction_history": (1062, 200, 200, 30000),
    "history_bonus": (17, 2, 1, 64),
    "singular_depth": (7, 0.7, 4, 12),
    "singular_margin": (54, 15, 0, 400),
    "order_killer": (2796, 400, -4000, 12000),
    "order_block": (5104, 500, -4000, 12000),
    "order_into_threat": (-4369, 800, -16000, 4000),
    "order_open_move": (-13384, 1000, -24000, 4000),
}


def whole(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def start(text: str) -> tuple[str, dict]:
    match = re.fullmatch(r"(\w+)=(-?\d+(?:\.\d+)?):(\d+(?:\.\d+)?)", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE:STEP")
    return match[1], {"value": float(match[2]), "step": float(match[3]), "least": -1e6, "most": 1e6}


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build/release",
                        help="build folder (default: build/release)")
    parser.add_argument("--variant", default="extreme", help="variant (default: %(default)s)")
    parser.add_argument("--player", default="evaluation=best",
                        help="options of both players, as in duel (default: %(default)s)")
    parser.add_argument("--start", action="append", default=[], type=start, metavar="NAME=VALUE:STEP",
                        help="initial value and step size of a constant; can be repeated "
                             "(default: those of the engine)")
    parser.add_argument("--out", type=Path, required=True, help="output folder; resumes an existing one")
    parser.add_argument("--pairs", type=whole, default=4000, help="game pairs in total (default: %(default)s)")
    parser.add_argument("--movetime", type=whole, default=5,
                        help="time per move in ms (default: %(default)s)")
    parser.add_argument("--rate", type=float, default=0.03,
                        help="learning rate: step sizes per won pair at the end of tuning "
                             "(default: %(default)s)")
    parser.add_argument("--threads", type=whole, default=os.cpu_count(), help="games at a time (default: all cores)")
    parser.add_argument("--minutes", type=float, default=9,
                        help="time limit of this call, in minutes (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: %(default)s)")
    options = parser.parse_args(arguments)
    duel = options.build / "bin/duel"
    if not os.access(duel, os.X_OK):
        parser.error(f"no such program: {duel}; build the target duel, or name the build folder with --build")
    return options


class Tuning:
    # Gain sequences as recommended by Spall: perturbations shrink slowly, updates faster, and the first updates
    # are damped.
    STEP_EXPONENT, RATE_EXPONENT, CALM = 0.101, 0.602, 0.1

    def __init__(self, options):
        self.options = options
        self.lock = threading.Lock()
        self.random = random.Random(options.seed)
        options.out.mkdir(parents=True, exist_ok=True)
        self.file = options.out / "constants.json"
        self.constants = {name: dict(zip(("value", "step", "least", "most"), c, strict=True))
                          for name, c in CONSTANTS.items()}
        self.constants.update(options.start)
        self.played = self.wins = self.losses = 0
        self.history = []
        if self.file.exists():
            saved = json.loads(self.file.read_text())
            self.constants, self.played = saved["constants"], saved["played"]
            self.history = saved["history"]
            self.random.seed(options.seed + self.played)
        self.end = time.monotonic() + options.minutes * 60

    def save(self):
        part = self.file.with_suffix(".part")
        part.write_text(json.dumps({"constants": self.constants, "played": self.played,
                                    "history": self.history}, indent=1))
        part.replace(self.file)

    def draw(self):
        """Signs and step sizes of one pair, the two players, and the pair's number."""
        with self.lock:
            if self.played >= self.options.pairs or time.monotonic() > self.end:
                return None
            number = self.played
            self.played += 1
            grow = (self.options.pairs / (number + 1)) ** self.STEP_EXPONENT
            moves = {name: self.random.choice((-1, 1)) * c["step"] * grow
                     for name, c in self.constants.items()}
            players = [self.player({name: c["value"] + sign * moves[name]
                                    for name, c in self.constants.items()}) for sign in (1, -1)]
            return number, moves, players

    def player(self, values):
        inside = {name: min(max(value, self.constants[name]["least"]), self.constants[name]["most"])
                  for name, value in values.items()}
        # Stochastic rounding: rounds up with the probability of the fraction.
        return ",".join([self.options.player] + [
            f"{name}={int(value // 1 + (self.random.random() < value % 1))}"
            for name, value in inside.items()])

    def learn(self, number, moves, won):
        calm = self.CALM * self.options.pairs
        rate = self.options.rate * ((self.options.pairs + calm) / (number + 1 + calm)) ** self.RATE_EXPONENT
        with self.lock:
            self.wins += won > 0
            self.losses += won < 0
            for name, c in self.constants.items():
                c["value"] += rate * won * moves[name] / 2
                c["value"] = min(max(c["value"], c["least"]), c["most"])
            if number % 50 == 49:
                self.history.append([number + 1, *(c["value"] for c in self.constants.values())])
                self.save()
                left = (self.end - time.monotonic()) / 60
                print(f"pair {number + 1} of {self.options.pairs}, {left:.1f} minutes left at most: "
                      + ", ".join(f"{n} {c['value']:.1f}" for n, c in self.constants.items()),
                      flush=True)

    def work(self):
        options = self.options
        environment = os.environ | {"LD_LIBRARY_PATH": str(options.build.resolve() / "lib")}
        while drawn := self.draw():
            number, moves, (a, b) = drawn
            done = subprocess.run(
                [options.build / "bin/duel", "--variant", options.variant, "--a", a, "--b", b,
                 "--games", "2", "--movetime", str(options.movetime), "--seed",
                 str(options.seed * 1_000_000 + number)],
                capture_output=True, text=True, check=False, env=environment)
            score = re.search(r"score ([\d.]+)%", done.stdout)
            if done.returncode != 0 or not score:
                raise SystemExit(f"spsa.py: duel failed: {done.stderr.strip()[-500:]}")
            self.learn(number, moves, float(score[1]) / 50 - 1)

    def run(self):
        failures = []

        def guarded():
            try:
                self.work()
            except (SystemExit, OSError) as error:
                failures.append(str(error))

        threads = [threading.Thread(target=guarded) for _ in range(self.options.threads)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.save()
        with open(self.options.out / "history.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["pairs", *self.constants])
            writer.writerows(self.history)
        if failures:
            raise SystemExit(failures[0])
        print(",".join(f"{name}={round(c['value'])}" for name, c in self.constants.items()))


def main(arguments=None) -> int:
    tuning = Tuning(parse_arguments(arguments))
    tuning.run()
    return 0 if tuning.played >= tuning.options.pairs else 3  # 3: run again to continue


if __name__ == "__main__":
    sys.exit(main())
