#!/usr/bin/env python3
"""The measuring programs through their command lines.

Usage: programs_test.py FOLDER_OF_PROGRAMS
"""

import contextlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(sys.argv[1]).resolve()
PATIENCE = 120  # seconds that anything may take on a busy machine


def run(program, *arguments):
    return subprocess.run([FOLDER / program, *map(str, arguments)], capture_output=True, text=True,
                          timeout=PATIENCE, check=False)


class BenchTest(unittest.TestCase):
    def refuses(self, status, part, program, *arguments):
        """It ends with that status and one line that says what is wrong."""
        done = run(program, *arguments)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertRegex(done.stderr, rf"\A{program}: .*\n\Z")
        self.assertIn(part, done.stderr)
        self.assertEqual(done.stdout, "")

    def succeeds(self, program, *arguments):
        done = run(program, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout


class WrongCalls(BenchTest):
    def test_every_program_explains_an_unknown_option_and_itself(self):
        for program in ("duel", "thread_scaling", "skill_ladder", "solver_set", "sprt_error_rates",
                        "server_load", "large_arena", "ladder_order"):
            with self.subTest(program):
                self.refuses(2, "--no-such", program, "--no-such")
                self.assertIn("--help", self.succeeds(program, "--help"))

    def test_names_and_values_that_do_not_exist(self):
        variants = "choose from extreme, double, diagonal, ultimate"
        self.refuses(2, variants, "duel", "--variant", "chess")
        self.refuses(2, variants, "thread_scaling", "--variant", "chess")
        self.refuses(2, variants, "skill_ladder", "--variant", "chess")
        self.refuses(2, "unknown algorithm 'guess'", "duel", "--a", "algorithm=guess")
        self.refuses(2, "unknown algorithm 'guess'", "solver_set", "--make", 1, "--algorithm", "guess")
        self.refuses(2, "unknown evaluation 'guess'", "thread_scaling", "--evaluation", "guess")
        self.refuses(2, "needs '='", "duel", "--b", "pvs")
        self.refuses(2, "unknown player option", "duel", "--b", "strength=9")
        self.refuses(2, "--games", "duel", "--games", 0)
        self.refuses(2, "--threads", "thread_scaling", "--threads", 1)
        self.refuses(2, "does not lead", "skill_ladder", "--from", 5, "--to", 3)
        self.refuses(2, "--jobs", "skill_ladder", "--jobs", 0)
        self.refuses(2, variants, "ladder_order", "--variant", "chess", "--players", "random", "random")
        self.refuses(2, "at least two", "ladder_order", "--players", "random")
        self.refuses(2, "a tenth", "ladder_order", "--games", 2, "--players", "random", "random")
        self.refuses(2, "give a folder", "large_arena")
        self.refuses(2, "cannot create the folder", "large_arena", FOLDER)
        self.refuses(2, "is not an address", "server_load", "--host", "lab")
        self.refuses(2, "--port", "server_load", "--port", 70000)
        self.refuses(2, "give a file", "solver_set")

    def test_levels_that_are_none(self):
        good = "".join(f"extreme {level} {level}\n" for level in range(21))
        for text, part in ((None, "cannot read"), ("", "has 0 levels"), (good[:-12], "levels of extreme, not 21"),
                           (good + "extreme 21 1\n", "is not level 21"), ("extreme 0 -1\n", "is not level 0"),
                           ("extreme 0 21\n", "is not level 0"), ("extreme 3 1\n", "is not level 0")):
            with self.subTest(text), tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "levels.txt"
                if text is not None:
                    path.write_text(text, encoding="utf-8")
                self.refuses(1, part, "skill_ladder", "--levels", path)

    def test_a_sequential_test_needs_two_bounds_that_rise(self):
        self.refuses(2, "--elo1", "duel", "--elo0", 5)
        self.refuses(2, "--elo0", "duel", "--elo1", 5)
        self.refuses(2, "must be less than elo1", "duel", "--elo0", 5, "--elo1", 0)
        self.refuses(2, "must be less than elo1", "sprt_error_rates", "--elo1", -5)

    def test_openings_that_are_not_to_be_had(self):
        self.refuses(2, "none of 1000 random openings", "duel", "--variant", "ultimate", "--balanced", 0.01,
                     "--opening-plies", 0, "--games", 2, "--nodes", 100)

    def test_data_that_is_not_there(self):
        self.refuses(1, "no positions", "solver_set", "no-such-file")
        self.refuses(1, "connect", "server_load", "--port", 1, "--games", 1)


class Measurements(BenchTest):
    MATCH = ("duel", "--variant", "ultimate", "--a", "algorithm=pvs", "--b", "algorithm=random",
             "--depth", 2)

    def test_a_match_counts_every_game(self):
        text = self.succeeds(*self.MATCH, "--games", 12, "--jobs", 2)
        found = re.match(r"games 12  \+(\d+) =(\d+) -(\d+)  score ([\d.]+)%", text)
        self.assertTrue(found, text)
        wins, draws, losses = (int(found[i]) for i in (1, 2, 3))
        self.assertEqual(wins + draws + losses, 12)
        self.assertAlmostEqual(float(found[4]), 100 * (wins + draws / 2) / 12, delta=0.06)
        self.assertGreater(wins, losses)
        pairs = [int(count) for count in re.search(r"pairs ([-\d]+) ", text)[1].split("-")]
        self.assertEqual(sum(pairs), 6)
        self.assertEqual(sum(i * count for i, count in enumerate(pairs)), 2 * wins + draws)

    def test_openings_that_are_even_are_others(self):
        # Players of whom neither wins everything: with other openings the results are others.
        match = ("duel", "--variant", "ultimate", "--a", "evaluation=nnue", "--b",
                 "evaluation=tuned", "--depth", 2, "--games", 40)
        random, even = (self.succeeds(*match, *more).split("knps")[0]
                        for more in ((), ("--balanced", 0.5)))
        self.assertRegex(even, r"\Agames 40 ")
        self.assertNotEqual(random, even)

    def test_a_sequential_test_ends_a_match_but_not_after_a_few_pairs(self):
        text = self.succeeds(*self.MATCH, "--games", 1000, "--elo0", 0, "--elo1", 300)
        games = int(re.match(r"games (\d+)", text)[1])
        self.assertGreaterEqual(games, 32)
        self.assertLess(games, 1000)
        self.assertGreater(float(re.search(r"LLR ([-+\d.]+)", text)[1]), 2.94)

    def test_threads_are_compared_on_every_position(self):
        text = self.succeeds("thread_scaling", "--variant", "ultimate", "--positions", 3, "--depth", 6,
                             "--rounds", 2, "--hash", 1)
        found = re.search(r"ultimate to depth 6, 3 positions, 2 rounds: 2 threads ([\d.]+) times as "
                          r"fast as one \[([\d.]+), ([\d.]+)\]", text)
        self.assertTrue(found, text)
        ratio, low, high = (float(found[i]) for i in (1, 2, 3))
        self.assertLessEqual(low, ratio)
        self.assertLessEqual(ratio, high)

    def test_the_ladder_is_compared_with_a_round_robin(self):
        text = self.succeeds("ladder_order", "--variant", "ultimate", "--games", 10, "--players", "random",
                             "engine:skill=0", "engine:skill=3")
        self.assertRegex(text, r"round robin of 30 games, ladder of 3: Kendall's tau -?\d\.\d{3}\n\Z")

    def test_a_large_arena_has_its_teams_and_games(self):
        with tempfile.TemporaryDirectory() as folder:
            text = self.succeeds("large_arena", Path(folder) / "arena", "--teams", 3, "--versions", 2,
                                 "--games", 50)
            self.assertEqual(len(text.splitlines()), 5)
            with contextlib.closing(sqlite3.connect(Path(folder) / "arena/games.db")) as games:
                self.assertEqual(games.execute("SELECT count(*) FROM games").fetchone(), (50,))

    def test_a_level_of_skill_meets_the_next(self):
        text = self.succeeds("skill_ladder", "--variant", "ultimate", "--games", 2, "--from", 0, "--to",
                             1, "--nodes", 500)
        self.assertRegex(text, r"\A 1 against  0: +\d+ won +\d+ drawn +\d+ lost, .*\n\Z")

    def test_levels_of_skill_score_the_same_with_any_number_of_games_at_a_time(self):
        ladder = ("skill_ladder", "--variant", "ultimate", "--games", 20, "--from", 2, "--to", 4)
        one = self.succeeds(*ladder)
        self.assertEqual(self.succeeds(*ladder, "--jobs", 3), one)
        self.assertEqual(self.succeeds(*ladder, "--jobs", 8), one)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
