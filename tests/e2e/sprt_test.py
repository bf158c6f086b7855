"""Sequential tests that are stopped, resumed and extended, with players of every kind."""

import json
import os
import unittest

from program import PROGRAM, ProgramTest, main

BOT = """class Bot:
    def move(self, board, old_move, flag):
        return board.find_valid_move_cells(old_move)[0]
"""


class Store(ProgramTest):
    def setUp(self):
        (self.folder / "bot.py").write_text(BOT)

    def played(self, player, games):
        """What the last line says after a test with this many games."""
        text = self.succeeds("sprt", "--new", player, "--old", "random", "--variant", "ultimate",
                             "--movetime", "20s", "--depth", 1, "--jobs", 1, "--games", games, "--seed", 1,
                             "--json", "--store", "sprt.db", cwd=self.folder)
        return json.loads(text.splitlines()[-1])

    def check(self, player):
        first = self.played(player, 4)
        self.assertEqual((first["event"], first["games"], first["verdict"]), ("end", 4, "undecided"))
        self.assertEqual(self.played(player, 4), first)
        self.assertEqual(self.played(player, 8)["games"], 8)
        other = "engine:nodes=30" if player != "engine:nodes=30" else "random:1"
        self.refuses(2, "contains a tournament that differs in entrant 'new'", "sprt", "--new", other,
                     "--old", "random", "--variant", "ultimate", "--movetime", "20s", "--depth", 1, "--jobs", 1,
                     "--games", 8, "--seed", 1, "--store", "sprt.db", cwd=self.folder)

    def test_of_an_engine(self):
        self.check("engine:nodes=20")

    def test_of_a_program(self):
        self.check(f"ugi:{PROGRAM} ugi")

    def test_of_a_program_with_keys(self):
        self.check(f"ugi:cmd={PROGRAM} args=ugi name=New option.Hash=2")

    def test_of_fewer_games_says_what_to_do(self):
        self.played("random:1", 8)
        self.refuses(2, "started with a maximum of 8 games, which can grow but not shrink to 4", "sprt", "--new",
                     "random:1", "--old", "random", "--variant", "ultimate", "--movetime", "20s", "--depth", 1,
                     "--games", 4, "--seed", 1, "--store", "sprt.db", cwd=self.folder)

    def test_of_a_program_that_was_built_again_is_refused(self):
        program = self.folder / "mine"
        program.write_text(f"#!/bin/sh\nexec {PROGRAM} ugi\n")
        program.chmod(0o755)
        for player in ("ugi:./mine", f"ugi:sh {program}"):
            (self.folder / "sprt.db").unlink(missing_ok=True)
            first = self.played(player, 4)
            self.assertEqual(self.played(player, 4), first)
            program.write_text(program.read_text() + "# another build\n")
            self.refuses(2, "the files of 'new' have changed since the tournament began", "sprt", "--new", player,
                         "--old", "random", "--variant", "ultimate", "--movetime", "20s", "--depth", 1,
                         "--games", 8, "--seed", 1, "--store", "sprt.db", cwd=self.folder)

    def test_in_normalized_elo(self):
        text = self.succeeds("sprt", "--new", "engine:nodes=20", "--old", "random", "--variant", "ultimate",
                             "--games", 8, "--model", "normalized", "--json")
        self.assertEqual(json.loads(text.splitlines()[-1])["model"], "normalized")
        self.refuses(2, "out of range (-200 to 200)", "sprt", "--new", "random", "--old", "random",
                     "--model", "normalized", "--elo1", 500)

    @unittest.skipIf(os.environ.get("XTTT_SANITIZE"), "the address sanitizer needs more memory than the sandbox allows")
    def test_of_a_sandboxed_program(self):
        self.check(f"sandbox:{PROGRAM} ugi")

    def test_of_a_course_bot(self):
        self.check("python:bot.py")

    def test_of_a_course_bot_with_its_class(self):
        self.check("python:bot.py:Bot")


if __name__ == "__main__":
    main()
