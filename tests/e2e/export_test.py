"""xttt export: games of files and stores as records. tests/python has the tests of CSV and Parquet."""

import json

from program import VECTORS, ProgramTest, main, run

GOOD = '{"variant":"ultimate","moves":["e5"]}\n'
TOURNAMENT = """
[tournament]
name = "Cup"
variant = "ultimate"
seed = 4
[[entrant]]
name = "ann"
player = "random"
[[entrant]]
name = "bob"
player = "random:1"
[[entrant]]
name = "eve"
player = "random:2"
"""


def games_in(text):
    return [json.loads(line) for line in text.splitlines()]


class Export(ProgramTest):
    def setUp(self):
        self.extreme, self.double = (self.recorded(name) for name in ("extreme", "double"))

    def recorded(self, variant):
        """A file of recorded games, in the form of a record."""
        lines = (VECTORS / f"{variant}-games.jsonl").read_text().splitlines(keepends=True)
        path = self.folder / f"{variant}.jsonl"
        path.write_text(self.succeeds("convert", "-", "-", "--from", "jsonl", "--to", "jsonl", stdin="".join(lines[:5])))
        return path

    def store(self):
        config = self.folder / "cup.toml"
        config.write_text(TOURNAMENT)
        self.succeeds("tournament", "run", config, "--quiet")
        return self.folder / "cup.db"

    def test_files_and_stores_become_one_file_in_their_order(self):
        store = self.store()
        own = games_in(self.succeeds("tournament", "export", store, "--format", "jsonl"))
        recorded = games_in(self.double.read_text())
        self.assertEqual(len(own), 6)
        self.assertEqual(games_in(self.succeeds("export", self.double, store)), recorded + own)
        self.assertEqual(games_in(self.succeeds("export", store, self.double)), own + recorded)
        # The store may have any name.
        renamed = store.rename(self.folder / "games.xgn")
        self.assertEqual(games_in(self.succeeds("export", renamed)), own)

    def test_formats_follow_the_name_or_the_option(self):
        xgn, jsonl = self.folder / "a.xgn", self.folder / "a.jsonl"
        self.succeeds("export", self.double, "-o", xgn)
        self.succeeds("export", xgn, "-o", jsonl)
        self.assertEqual(jsonl.read_bytes(), self.double.read_bytes())
        self.assertEqual(self.succeeds("export", self.double, "--format", "xgn"), xgn.read_text())
        self.assertEqual(self.succeeds("export", "-", "--from", "jsonl", stdin=self.double.read_bytes()),
                         jsonl.read_text())

    def test_filters_select_games(self):
        store = self.store()
        both = [self.extreme, self.double]
        self.assertEqual(self.succeeds("export", *both, "--variant", "double"), self.double.read_text())
        of_eve = games_in(self.succeeds("export", store, self.double, "--player", "eve"))
        self.assertEqual(len(of_eve), 4)
        self.assertTrue(all("eve" in (game["tags"]["X"], game["tags"]["O"]) for game in of_eve))
        forfeited = self.folder / "lost.jsonl"
        forfeited.write_text(
            '{"variant":"ultimate","moves":["e5"],"result":"x","reason":"time-limit"}\n')
        found = games_in(self.succeeds("export", self.double, forfeited, "--forfeits"))
        self.assertEqual([game["reason"] for game in found], ["time-limit"])
        self.refuses(1, "no game matches", "export", store, "--player", "nobody")

    def test_an_existing_file_is_replaced_only_on_request(self):
        out = self.folder / "out.xgn"
        out.write_text("precious")
        self.refuses(2, "the file exists; add --force to replace it", "export", self.double, "-o", out)
        self.refuses(1, "no game matches", "export", self.double, "-o", out, "--force", "--player", "nobody")
        self.assertEqual(out.read_text(), "precious")
        self.succeeds("export", self.double, "-o", out, "--force")
        self.assertEqual(self.succeeds("replay", out), self.succeeds("replay", self.double))

    def test_bad_games_are_reported_and_the_others_written(self):
        damaged = self.folder / "damaged.jsonl"
        damaged.write_text(GOOD + '{"variant":"ultimate","moves":["e5","a1"]}\n' + GOOD)
        done = run("export", damaged, self.double)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(games_in(done.stdout.decode())), 2 + len(games_in(self.double.read_text())))
        first, summary = done.stderr.decode().splitlines()
        self.assertIn("damaged.jsonl: line 2: move 2: 'a1' is illegal", first)
        self.assertIn("1 bad", summary)

    def test_wrong_arguments_are_refused_before_anything_is_written(self):
        out = self.folder / "out.jsonl"
        games = self.folder / "games.jsonl"
        games.write_text(GOOD)
        fake = self.folder / "fake.db"
        fake.write_text("not a store")
        for code, message, *arguments in (
                (1, "'none.xgn' does not exist", "none.xgn", "-o", out),
                (1, "is a folder", self.folder, "-o", out),
                (2, "is both input and output", games, "-o", games, "--force"),
                (2, "cannot tell the format of 'out.txt'", "out.txt", "-o", out),
                (2, "must end in .xgn, .jsonl, .csv or .parquet", games, "-o", "games.xlsx"),
                (2, "--format", games, "--format", "xlsx"),
                (2, "--from with xgn or jsonl", "-"),
                (2, "only once", "-", "-", "--from", "xgn"),
                (2, "--rows is for CSV and Parquet", games, "-o", out, "--rows", "moves"),
                (2, "--parquet", games, "-o", out, "--parquet", "x.parquet"),
                (2, "choose from extreme", games, "--variant", "chess"),
                (2, "INPUT-FILE is required", "-o", out)):
            with self.subTest(arguments=arguments):
                (self.folder / "out.txt").write_text("")
                self.refuses(code, message, "export", *arguments, cwd=self.folder)
                self.assertFalse(out.exists())
        self.assertEqual(games.read_text(), GOOD)
        done = run("export", fake, "-o", out)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"fake.db", done.stderr)
        self.refuses(1, "Is a directory", "export", games, "-o", self.folder, "--format", "xgn")
        self.refuses(1, "No space left on device", "export", games, "-o", "/dev/full", "--format", "xgn")


if __name__ == "__main__":
    main()
