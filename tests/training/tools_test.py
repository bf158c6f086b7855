#!/usr/bin/env python3
"""The programs of training/ around the trainer, end to end and small: loop.py, spsa.py and pack.

Usage: tools_test.py PROJECT_ROOT BUILD_FOLDER
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT, BUILD = (Path(argument).resolve() for argument in sys.argv[1:3])
PATIENCE = 240  # seconds that anything may take on a busy machine
CALL_AGAIN = 3


class ToolTest(unittest.TestCase):
    TOOL = ""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="xttt-training-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_it(self, *arguments, status=0):
        """Its standard output and standard error, after it ended with that status."""
        done = subprocess.run([*self.interpreter(), ROOT / "training" / self.TOOL,
                               *map(str, arguments)],
                              capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout, done.stderr

    def refuses(self, part, *arguments, status=2):
        self.assertIn(part, self.run_it(*arguments, status=status)[1])

    def interpreter(self):
        return [sys.executable, "-B"]


class Loop(ToolTest):
    TOOL = "loop.py"

    def generation(self, *more):
        return ("--variant", "ultimate", "--out", self.folder, "--build", BUILD, "--no-build",
                "--games", 20, "--nodes", 30, "--epochs", 1, "--match-games", 2, "--match-ms", 1,
                "--threads", 1, "--minutes", 4, "--train=--batch", "--train=256",
                "--train=--device", "--train=cpu", *more)

    def test_wrong_calls_are_explained(self):
        self.refuses("--out")
        self.refuses("--no-such", "--out", self.folder, "--no-such")
        self.refuses("--games", "--out", self.folder, "--games", "many")
        for name, value in (("--games", 0), ("--generation", 0), ("--minutes", -1), ("--minutes", "nan")):
            self.refuses(name, "--out", self.folder, name, value)
        self.refuses("no such program", "--out", self.folder, "--no-build", "--build", self.folder)
        self.refuses("chess", *self.generation("--variant", "chess"))

    def test_a_python_without_the_modules_is_refused_before_any_game(self):
        for program in ("training/loop.py", "training/nnue/train.py"):
            done = subprocess.run([sys.executable, "-S", ROOT / program, *map(str, self.generation())],
                                  capture_output=True, text=True, timeout=PATIENCE, check=False)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("has no module numpy", done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_generation_goes_from_games_to_a_match(self):
        self.run_it(*self.generation())
        done = json.loads((self.folder / "generation-1/done.json").read_text())
        self.assertEqual(list(done), ["build", "generate", "collect", "train", "match"])
        self.assertGreater(Path(done["train"]).stat().st_size, 1000)
        self.assertRegex(done["match"], r"\Agames 2  \+\d =\d -\d  score ")
        said, _ = self.run_it(*self.generation())  # all is done
        self.assertEqual(said, "")

    def test_a_call_without_time_asks_to_be_called_again(self):
        said, _ = self.run_it(*self.generation("--minutes", 0.01), status=CALL_AGAIN)
        self.assertIn("run the same command again", said)

    def test_a_later_generation_needs_the_one_before(self):
        _, errors = self.run_it(*self.generation("--generation", 2), status=1)
        self.assertIn("does not name a network to start from", errors)


class Spsa(ToolTest):
    TOOL = "spsa.py"

    def tuning(self, *more):
        return ("--build", BUILD, "--variant", "ultimate", "--player", "evaluation=tuned", "--out",
                self.folder, "--pairs", 3, "--movetime", 1, "--threads", 1, *more)

    def test_wrong_calls_are_explained(self):
        self.refuses("--out")
        self.refuses("--pairs", "--out", self.folder, "--pairs", "many")
        self.refuses("--threads", "--out", self.folder, "--threads", 0)
        self.refuses("NAME=VALUE:STEP", "--out", self.folder, "--start", "order_block=much")
        self.refuses("no such program", "--out", self.folder, "--build", self.folder)

    def test_starts_where_the_search_is(self):
        headers = "".join((ROOT / "src/search" / file).read_text()
                          for file in ("pvs/tuning.h", "ordering/history.h"))
        constants = re.findall(r'^    "(\w+)": \((-?\d+),', (ROOT / "training/spsa.py").read_text(), re.M)
        self.assertGreater(len(constants), 10)
        for name, value in constants:
            self.assertIn(f"int {name} = {value};", headers)

    def test_what_cannot_play_is_named(self):
        _, errors = self.run_it(*self.tuning("--player", "evaluation=guess"), status=1)
        self.assertIn("unknown evaluation 'guess'", errors)

    def test_pairs_of_games_move_the_constants_and_a_later_call_goes_on(self):
        self.run_it(*self.tuning("--minutes", 0), status=CALL_AGAIN)
        state = self.folder / "constants.json"
        self.assertEqual(json.loads(state.read_text())["played"], 0)
        said, _ = self.run_it(*self.tuning())
        names = [part.split("=")[0] for part in said.strip().split(",")]
        saved = json.loads(state.read_text())
        self.assertEqual(saved["played"], 3)
        self.assertEqual(list(saved["constants"]), names)
        for name, constant in saved["constants"].items():
            with self.subTest(name):
                self.assertLessEqual(constant["least"], constant["value"])
                self.assertLessEqual(constant["value"], constant["most"])
        again, _ = self.run_it(*self.tuning())  # no pair is left to play
        self.assertEqual(again, said)
        self.assertEqual(json.loads(state.read_text()), saved)


class Pack(ToolTest):
    TOOL = "pack"

    def interpreter(self):
        return []

    def test_wrong_calls_are_explained(self):
        self.refuses("usage:")
        self.refuses("usage:", self.folder / "nothing", self.folder / "pack")
        self.refuses("build the targets", self.folder, self.folder / "pack", status=1)
        self.refuses("name a new one", BUILD, self.folder, status=1)

    def test_a_packed_folder_runs_by_its_own_libraries(self):
        pack = self.folder / "pack"
        for _ in range(2):  # packing again replaces what was packed
            self.run_it(BUILD, pack)
        for program in ("duel", "xttt"):
            environment = os.environ | {"LD_LIBRARY_PATH": str(pack / "lib")}
            used = subprocess.run(["ldd", pack / "bin" / program], env=environment, check=True,
                                  capture_output=True, text=True, timeout=PATIENCE).stdout
            outside = [name for name in re.findall(r"(\S+) => (?!%s)" % re.escape(str(pack)), used)
                       if not re.match(r"(libc|libm|libstdc\+\+|libgcc_s|libpthread|libdl|librt)\.",
                                       name)]
            self.assertEqual(outside, [])
            subprocess.run([pack / "bin" / program, "--help"], env=environment, check=True,
                           capture_output=True, timeout=PATIENCE)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
