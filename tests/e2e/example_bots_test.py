"""check-bot gives every bot of examples/bots the verdict that its README lists."""

import re
import sys
import time
import unittest
from pathlib import Path

from program import main, run

BOTS = Path(__file__).resolve().parents[2] / "examples/bots"
PATIENCE = 100  # seconds until a verdict on a busy machine


def expected():
    """(player, file, words of the verdict in their order), row by row."""
    for row in (BOTS / "README.md").read_text(encoding="utf-8").splitlines():
        if found := re.match(r"\| `(python|ugi):(\w+\.py)` \|.*\| (`.*`) \|$", row):
            yield found[1], found[2], re.findall(r"`([^`]+)`", found[3])


class ExampleBots(unittest.TestCase):
    def verdict(self, player):
        """Exit code and text of check-bot. It says itself when the machine was too busy to judge."""
        end = time.monotonic() + PATIENCE
        while True:
            done = run("check-bot", player, "--movetime", "5s", "--positions", "40", "--seed", "1")
            if done.returncode != 3 or time.monotonic() > end:
                return done.returncode, done.stdout.decode()

    def test_the_table_lists_every_bot(self):
        listed = [name for _, name, _ in expected()]
        self.assertEqual(sorted(listed), sorted(path.name for path in BOTS.glob("*.py")))
        self.assertEqual(len(listed), 8)

    def test_the_verdicts_are_those_of_the_table(self):
        for kind, name, words in expected():
            with self.subTest(name):
                code, text = self.verdict(f"{kind}:{BOTS / name}")
                if code == 3 and words == ["time-limit"]:  # the right answer of a machine that stays busy
                    self.assertIn("could not be judged: this machine was too busy.", text)
                    print(f"SKIPPED: this machine is too busy to judge the time of {name}", file=sys.stderr)
                    self.skipTest("busy machine")
                ready = words == ["is ready to play"]
                self.assertEqual(code, 0 if ready else 1, text)
                row = next((line for line in text.splitlines() if line.startswith("FAIL")), "")
                if ready:
                    self.assertEqual(row, "")
                    self.assertIn(f"{name} is ready to play.", text)
                else:
                    self.assertRegex(row, "^FAIL +" + ".*".join(map(re.escape, words)))


if __name__ == "__main__":
    main()
