#!/usr/bin/env python3
"""bench/strength: matches that are stored, interrupted and resumed.

Usage: strength_test.py XTTT
"""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(sys.argv[1]).resolve()
STRENGTH = Path(__file__).resolve().parents[2] / "bench/strength"
PATIENCE = 120  # seconds that anything may take on a busy machine


class Strength(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="xttt-strength-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_it(self, *arguments):
        return subprocess.run([sys.executable, "-B", STRENGTH, "--program", PROGRAM, "--folder",
                               self.folder, *map(str, arguments)],
                              capture_output=True, text=True, timeout=PATIENCE, check=False)

    def succeeds(self, *arguments):
        done = self.run_it(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.splitlines()

    def refuses(self, part, *arguments):
        done = self.run_it(*arguments)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(part, done.stderr)

    def test_wrong_calls_are_explained(self):
        self.refuses("--no-such", "--no-such")
        self.refuses("'0' is not a whole number above 0", "--games", 0)
        self.refuses("'-1' is not a number above 0", "--minutes", -1)
        self.refuses("no such program: /no/such", "--program", "/no/such")
        self.refuses("unknown variant 'chess'", "--variant", "chess")
        self.refuses("engine:guess", "--variant", "ultimate", "--ours", "engine:guess")

    def test_a_match_tells_every_result(self):
        match = ("--variant", "ultimate", "--games", 4, "--nodes", 50)
        told = self.succeeds(*match)
        self.assertEqual(len(told), 2, told)
        for line in told:
            found = re.match(r"ultimate +ours against (\w+) lines +4 games: +(\d+) won +(\d+) drawn +"
                             r"(\d+) lost, Elo [-+]\d+ \[[-+]\d+, [-+]\d+\], mean margin ", line)
            self.assertTrue(found, line)
            self.assertEqual(sum(int(found[i]) for i in (2, 3, 4)), 4)
        self.assertEqual(self.succeeds(*match), told)  # all is played already
        self.assertEqual(self.succeeds(*match, "--only-show"), told)

    def test_an_interrupted_match_goes_on(self):
        match = ("--variant", "ultimate", "--games", 20_000, "--nodes", 50)

        def games(*more):
            return sum(int(n) for line in self.succeeds(*match, *more)
                       for n in re.findall(r"(\d+) games:", line))

        stored = 0
        for growth in range(2):  # a slow machine may need several runs to end one game
            for _ in range(10):
                now = games("--minutes", 0.01)
                self.assertGreaterEqual(now, stored)
                if now > stored:
                    break
            self.assertGreater(now, stored, f"growth {growth}")
            stored = now
        self.assertEqual(games("--only-show"), stored)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
