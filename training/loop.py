#!/usr/bin/env python3
"""Train one generation of a network: build, generate games, train, play a match.

    training/loop.py --variant extreme --out networks/extreme --minutes 9

Everything is written to --out: records, checkpoints, losses, the network, the match, and log.txt.
Each call works for --minutes and resumes where the previous call stopped; finished steps are skipped.
Exit status 0: finished; 3: run the same command again. Generation 1 learns from games of --teacher;
each later --generation also learns from games of the previous network.

To train several variants at once, run one call per variant in the background with the same --queue
FILE. Steps that use all cores then take turns, so one network is trained while the games of the next
variant are played.
"""

import argparse
import contextlib
import fcntl
import importlib.util
import json
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UNFINISHED = 3
USAGE = 2  # as xttt says that it was called wrongly


class TimeUp(Exception):
    pass


class Loop:
    def __init__(self, options):
        self.options = options
        self.out = options.out.resolve()
        self.folder = self.out / f"generation-{options.generation}"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.done_file = self.folder / "done.json"
        self.done = json.loads(self.done_file.read_text()) if self.done_file.exists() else {}
        self.end = time.monotonic() + options.minutes * 60
        self.build = options.build.resolve()

    def left(self) -> float:
        seconds = self.end - time.monotonic()
        if seconds < 5:
            raise TimeUp
        return seconds

    def log(self, text):
        line = f"{time.strftime('%F %T')} {text}"
        print(line, flush=True)
        with open(self.out / "log.txt", "a", encoding="utf-8") as file:
            file.write(line + "\n")

    def run(self, command, log_name, accepted=(0,)):
        """Runs a program with its output in a file; returns its exit status if it is accepted."""
        self.log(" ".join(str(part) for part in command))
        with open(self.folder / log_name, "a", encoding="utf-8") as log:
            try:
                status = subprocess.run(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT,
                                        timeout=self.left() + 60, check=False,
                                        env=self.environment_of(command[0])).returncode
            except subprocess.TimeoutExpired as error:
                raise TimeUp from error
        if status not in accepted:
            tail = (self.folder / log_name).read_text(errors="replace").splitlines()[-5:]
            print(f"loop.py: {command[0]} failed with status {status}:", *tail, sep="\n", file=sys.stderr)
            raise SystemExit(USAGE if status == USAGE else 1)
        return status

    def environment_of(self, program):
        """The environment: a packed folder (training/pack) has its own libraries."""
        if Path(program).parent != self.build / "bin":
            return None
        return os.environ | {"LD_LIBRARY_PATH": str(self.build / "lib")}

    def step(self, name, action):
        if name in self.done:
            return self.done[name]
        self.left()
        begun = time.monotonic()
        result = action()
        self.done[name] = result
        part = self.done_file.with_suffix(".part")
        part.write_text(json.dumps(self.done, indent=1))
        part.replace(self.done_file)
        self.log(f"{name} done in {time.monotonic() - begun:.0f} s: {result}")
        return result

    @contextlib.contextmanager
    def all_cores(self):
        """Waits until no other loop with the same queue uses all cores."""
        if not self.options.queue:
            yield
            return
        with open(self.options.queue, "w", encoding="utf-8") as queue:
            while True:
                try:
                    fcntl.flock(queue, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    self.left()
                    time.sleep(0.2)
            yield

    # --- The steps ------------------------------------------------------------------------------

    def make(self):
        if self.options.no_build:
            return "not built (--no-build)"
        configure = ["cmake", "--preset", "release", "-B", str(self.build), *self.options.cmake]
        self.run(configure, "build.log")
        self.run(["cmake", "--build", str(self.build), "-j", str(os.cpu_count()), "--target",
                  "xttt_cli", "xttt_nnue_native", "duel"], "build.log")
        return str(self.build)

    def previous(self):
        if self.options.generation == 1:
            return None
        earlier = self.out / f"generation-{self.options.generation - 1}" / "done.json"
        if not earlier.exists() or "train" not in json.loads(earlier.read_text()):
            raise SystemExit(f"loop.py: {earlier} does not name a network to start from")
        return json.loads(earlier.read_text())["train"]

    def generate(self):
        options, teacher = self.options, self.previous()
        records = self.folder / "games.rec"
        evaluation = ["--evaluation", options.teacher]
        if teacher:
            evaluation = ["--evaluation", "nnue", "--eval-file", teacher]
        with self.all_cores():
            return self.play_games(records, evaluation)

    def play_games(self, records, evaluation):
        options = self.options
        wanted = options.generate_seconds or 10**9
        seconds = max(1, min(int(self.left()) - 10, wanted))
        self.run([self.build / "bin/xttt", "selfplay", "generate", "--variant", options.variant,
                  "--out", records, "--games", str(options.games), "--nodes", str(options.nodes),
                  "--seed", str(options.generation), "--threads", str(options.threads),
                  "--seconds", str(seconds), *evaluation], "generate.log")
        last = (self.folder / "generate.log").read_text().splitlines()[-1]
        if int(last.split()[0]) < options.games and seconds < wanted:
            raise TimeUp
        return str(records)

    def collect(self):
        """The records of this generation and of those before it that are kept, in random order."""
        options = self.options
        first = max(1, options.generation - options.keep + 1)
        files = [self.out / f"generation-{g}" / "games.rec"
                 for g in range(first, options.generation + 1)]
        mixed = self.folder / "mixed.rec"
        self.run([self.build / "bin/xttt", "selfplay", "shuffle", *files, "--out", mixed, "--dedupe"],
                 "generate.log")
        return str(mixed)

    def train(self):
        options = self.options
        command = [sys.executable, "-B", ROOT / "training/nnue/train.py",
                   "--native", self.build / "lib/libxttt_nnue_native.so",
                   "--data", self.done["collect"], "--out", self.folder, "--epochs",
                   str(options.epochs), "--seconds", f"{self.left() - 10:.0f}", *options.train]
        if self.run(command, "train.log", accepted=(0, UNFINISHED)) == UNFINISHED:
            raise TimeUp
        last = (self.folder / "train.log").read_text().splitlines()[-1]
        return last.removeprefix("network ")

    def match(self):
        options, teacher = self.options, self.previous()
        other = f"evaluation=nnue,evalfile={teacher}" if teacher else f"evaluation={options.teacher}"
        with self.all_cores():
            self.run([self.build / "bin/duel", "--variant", options.variant,
                      "--a", f"evaluation=nnue,evalfile={self.done['train']}", "--b", other,
                      "--games", str(options.match_games), "--movetime", str(options.match_ms),
                      "--jobs", str(options.threads)], "match.log")
        text = (self.folder / "match.log").read_text()
        return text[text.rindex("games "):].strip()

    def all_steps(self):
        with self.all_cores():
            self.step("build", self.make)
        self.step("generate", self.generate)
        self.step("collect", self.collect)
        self.step("train", self.train)
        self.step("match", self.match)


def whole(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def minutes(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of minutes above 0")
    return value


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", default="extreme", help="variant (default: %(default)s)")
    parser.add_argument("--out", type=Path, required=True, help="output folder; resumes an existing one")
    parser.add_argument("--generation", type=whole, default=1, help="generation to train (default: %(default)s)")
    parser.add_argument("--minutes", type=minutes, default=9,
                        help="time limit of this call, in minutes (default: %(default)s)")
    parser.add_argument("--teacher", default="tuned",
                        help="evaluation that plays the games of generation 1 (default: %(default)s)")
    parser.add_argument("--games", type=whole, default=40000, help="games to generate (default: %(default)s)")
    parser.add_argument("--generate-seconds", type=whole,
                        help="time limit for generating games, in seconds")
    parser.add_argument("--nodes", type=whole, default=500,
                        help="nodes per move of the generated games (default: %(default)s)")
    parser.add_argument("--keep", type=whole, default=2,
                        help="generations of games to train on (default: %(default)s)")
    parser.add_argument("--epochs", type=whole, default=6, help="training epochs (default: %(default)s)")
    parser.add_argument("--match-games", type=whole, default=100, help="games of the match (default: %(default)s)")
    parser.add_argument("--match-ms", type=whole, default=20,
                        help="time per move in the match, in ms (default: %(default)s)")
    parser.add_argument("--queue", type=Path,
                        help="lock file shared by calls that take turns on one machine")
    parser.add_argument("--threads", type=whole, default=os.cpu_count(), help="threads (default: all cores)")
    parser.add_argument("--build", type=Path, default=ROOT / "build/release",
                        help="build folder (default: build/release)")
    parser.add_argument("--no-build", action="store_true",
                        help="do not build; use the programs in --build")
    parser.add_argument("--cmake", action="append", default=[],
                        help="extra argument for cmake; can be repeated")
    parser.add_argument("--train", action="append", default=[],
                        help="extra argument for train.py; can be repeated: --train=--rate "
                             "--train=0.001")
    options = parser.parse_args(arguments)
    if options.no_build and not os.access(options.build / "bin/xttt", os.X_OK):
        parser.error(f"no such program: {options.build / 'bin/xttt'}; omit --no-build, or name the build "
                     "folder with --build")
    missing = [name for name in ("numpy", "torch") if importlib.util.find_spec(name) is None]
    if missing:
        parser.error(f"{sys.executable} has no module {' and '.join(missing)}; use a Python with NumPy and "
                     "PyTorch, such as /usr/bin/python3 after 'scripts/setup train'")
    return options


def main(arguments=None) -> int:
    loop = Loop(parse_arguments(arguments))
    try:
        loop.all_steps()
    except TimeUp:
        loop.log("time is up; run the same command again to continue")
        return UNFINISHED
    return 0


if __name__ == "__main__":
    sys.exit(main())
