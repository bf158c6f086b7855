"""The first screen of the README says what the project is, shows it, starts it in three ways and names next steps."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCREEN = 45  # lines of the source; comments are invisible
PICTURE = re.compile(r"!\[[^\]]*\]\(docs/|<img ")


class FirstScreen(unittest.TestCase):
    def setUp(self):
        lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
        self.lines = [line for line in lines if not line.startswith("<!--")]
        self.screen = "\n".join(self.lines[:SCREEN])

    def test_one_moving_picture_comes_first(self):
        pictures = [line for line in self.lines if PICTURE.search(line)]
        self.assertIn("docs/pictures/game.svg", pictures[0])
        self.assertEqual(len(PICTURE.findall(self.screen)), 1)
        self.assertIn("<animate", (ROOT / "docs/pictures/game.svg").read_text())

    def test_three_ways_to_start_come_before_the_other_pictures(self):
        for command in ("$ sudo apt install ./xttt_", "$ pip install .", "$ make run"):
            self.assertIn(command, self.screen)

    def test_each_group_of_users_has_a_next_step(self):
        for page in ("tutorials/first-game.md", "tutorials/first-bot.md", "how-to/run-a-course-arena.md",
                     "tutorials/first-tournament.md", "tutorials/python.md", "how-to/put-it-on-the-web.md"):
            self.assertIn(f"(docs/{page})", self.screen)


if __name__ == "__main__":
    unittest.main()
