"""The engine against itself, and the files that come of it."""

import json

from program import ProgramTest, main, run


class SelfPlay(ProgramTest):
    def setUp(self):
        self.records = self.folder / "games.rec"

    def generate(self, *more):
        done = run("selfplay", "generate", "--variant", "ultimate", "--games", 3, "--nodes", 30,
                   "--out", self.records, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr.decode()

    def test_games_are_generated_checked_shown_and_shuffled(self):
        self.assertRegex(self.generate("--threads", 2),
                         r"3 games, \d+ records, \d+ records/s, \d+ s left")
        text = self.succeeds("selfplay", "check", self.records)
        self.assertIn("variant ultimate, evaluation tuned, 30 nodes per move", text)
        self.assertIn("of 3 games", text)
        shown = [json.loads(line) for line in
                 self.succeeds("selfplay", "dump", self.records, "--limit", 5).splitlines()]
        self.assertEqual(len(shown), 5)
        self.assertEqual(set(shown[0]), {"fen", "score", "best", "margin", "result", "ply", "game"})
        mixed = self.folder / "mixed.rec"
        self.assertRegex(
            self.succeeds("selfplay", "shuffle", self.records, "--out", mixed, "--dedupe"),
            r"^\d+ records read, \d+ written\n$")
        self.succeeds("selfplay", "check", mixed)

    def test_statistics_of_games_are_counted(self):
        options = ("selfplay", "statistics", "--variant", "double", "--games", 6, "--nodes", 20, "--bonus-nodes", 20)
        found = json.loads(self.succeeds(*options))
        self.assertEqual((found["variant"], found["nodes"], found["result"][0]), ("double", 20, 6))
        self.assertEqual(sum(found["lengths"]), 6)
        path, openings = self.folder / "found.json", self.folder / "openings.txt"
        self.assertEqual(self.succeeds(*options, "--threads", 2, "-o", path, "--openings-output", openings), "")
        self.assertEqual(json.loads(path.read_text()), found)
        self.assertTrue(openings.read_text().startswith("xttt-openings 2 double 6\n"))
        self.refuses(1, "cannot write", *options, "-o", self.folder / "no/where.json")
        self.refuses(2, "--games", "selfplay", "statistics", "--games", "0")

    def test_a_stopped_run_is_gone_on_with(self):
        self.generate()
        whole = self.records.read_bytes()
        self.records.write_bytes(whole[:len(whole) // 2])
        self.generate()
        self.assertEqual(self.records.read_bytes(), whole)

    def test_bad_input_is_refused(self):
        nothing = self.folder / "nothing.rec"
        self.refuses(1, "cannot read", "selfplay", "check", nothing)
        nothing.write_text("nothing")
        self.refuses(1, "not a file of training records", "selfplay", "dump", nothing)
        self.refuses(2, "--games", "selfplay", "generate", "--out", self.records, "--games", "-1")
        self.refuses(2, "'0' is out of range (1 to", "selfplay", "generate", "--out", self.records, "--nodes", "0")
        self.refuses(2, "unknown evaluation", "selfplay", "generate", "--out", self.records,
                     "--evaluation", "magic")
        self.refuses(2, "needs a command", "selfplay")

    def test_a_network_that_does_not_fit_is_refused(self):
        wrong = self.folder / "wrong.xnet"
        wrong.write_text("nothing")
        self.refuses(1, "not a network file", "selfplay", "generate", "--out", self.records,
                     "--evaluation", "nnue", "--eval-file", wrong)
        self.assertFalse(self.records.exists())


if __name__ == "__main__":
    main()
