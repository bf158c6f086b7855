#!/usr/bin/env python3
"""scripts/build: shows progress, prints what a failed step said, and ends as ninja does."""

import subprocess
import tempfile
import unittest
from pathlib import Path

BUILD = Path(__file__).resolve().parents[2] / "scripts" / "build"
RULES = "rule step\n  command = $cmd\n  description = step $out\n"


class Build(unittest.TestCase):
    def run_build(self, ninja: str, *arguments: str) -> subprocess.CompletedProcess:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "build/release").mkdir(parents=True)
            (Path(folder) / "build/release/build.ninja").write_text(RULES + ninja)
            return subprocess.run([BUILD, "release", "program", *arguments], cwd=folder, capture_output=True,
                                  text=True, timeout=60)

    def test_every_tenth_is_shown_and_the_end(self):
        steps = "".join(f"build f{i}: step\n  cmd = touch f{i}\n" for i in range(20))
        done = self.run_build(steps)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), 11, lines)
        self.assertIn("program: 10 of 20 steps (50%), about", done.stdout)
        self.assertRegex(lines[-1], r"^program: done in \d+ s$")

    def test_a_failed_step_is_printed_in_full(self):
        done = self.run_build("build a: step\n  cmd = echo first; echo why it failed >&2; false\n")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("why it failed", done.stderr)
        self.assertIn("first", done.stderr)
        self.assertIn("program: failed", done.stderr)

    def test_nothing_to_do_is_no_error(self):
        self.assertEqual(self.run_build("").returncode, 0)

    def test_without_arguments_it_shows_its_usage(self):
        done = subprocess.run([BUILD], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertIn("Usage", done.stderr)


if __name__ == "__main__":
    unittest.main()
