"""What 'xttt tournament report' writes, and says when there is nothing to report."""

import base64
import gzip
import json
import re

from program import ProgramTest, main, run

CONFIG = """
[tournament]
name = "Cup"
variant = "ultimate"
[limits]
move_time = "1s"
[games]
per_pairing = 4
[[entrant]]
name = "one"
player = "random"
[[entrant]]
name = "two"
player = "random"
"""


class Report(ProgramTest):
    def test_a_missing_store_is_named(self):
        self.refuses(2, "no such store", "tournament", "report", self.folder / "none.db",
                     "-o", self.folder / "report.html")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_file_that_is_no_store_is_refused_and_left_alone(self):
        text = self.folder / "notes.txt"
        text.write_text("no store at all, though long enough to be looked at" * 20)
        before = text.read_bytes()
        self.refuses(1, "notes.txt", "tournament", "report", text, "-o", self.folder / "report.html")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["notes.txt"])
        self.assertEqual(text.read_bytes(), before)

    def test_the_store_is_not_overwritten_by_its_report(self):
        store = self.folder / "games.db"
        store.write_bytes(b"precious")
        self.refuses(2, "is the store itself", "tournament", "report", store, "-o", store)
        self.assertEqual(store.read_bytes(), b"precious")

    def test_the_report_is_one_file_with_every_game(self):
        config = self.folder / "cup.toml"
        config.write_text(CONFIG)
        self.succeeds("tournament", "run", config, "--quiet")
        report = self.folder / "report.html"
        done = run("tournament", "report", self.folder / "cup.db", "-o", report)
        if b"built without the web page" in done.stderr:
            self.assertEqual(done.returncode, 1)
            self.assertFalse(report.exists())
            self.skipTest("there is no web/dist; `make web` builds it")
        self.assertEqual(done.returncode, 0, done.stderr)
        html = report.read_text()
        self.assertIn("default-src 'none'", html)
        for outside in ("src=", "<link", "@import", "url("):
            self.assertNotIn(outside, html)
        # Only the names of vocabularies may look like addresses.
        self.assertEqual(set(re.findall(r"https?://[^/\"']*", html)), {"http://www.w3.org"})
        data = json.loads(re.search(r'id="data">(.*?)</script>', html).group(1))
        self.assertEqual(len(data["games"]), 4)
        self.assertEqual(gzip.decompress(base64.b64decode(data["variants"][0]["rules"]))[:4], b"\0asm")
        for game in data["games"]:
            self.assertGreater(len(base64.b64decode(game[15])), 20)
        self.assertLess(len(html), 250_000)

    def test_the_store_has_to_be_given(self):
        self.refuses(2, "STORE-FILE", "tournament", "report")


if __name__ == "__main__":
    main()
