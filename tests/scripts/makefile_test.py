#!/usr/bin/env python3
"""The Makefile: which commands its targets run."""

import os
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def commands(*arguments: str) -> list[str]:
    """What make would run."""
    # Not what a make that runs this test was called with.
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "MAKELEVEL", "PORT")}
    done = subprocess.run(["make", "--dry-run", *arguments], cwd=ROOT, env=environment, capture_output=True, text=True,
                          timeout=50, check=True)
    return done.stdout.splitlines()


class Run(unittest.TestCase):
    def test_the_server_chooses_its_port(self):
        self.assertEqual(commands("run")[-1].split(), ["build/release/bin/xttt", "serve"])

    def test_it_serves_on_a_port_of_your_choice(self):
        self.assertEqual(commands("run", "PORT=9000")[-1].split(), ["build/release/bin/xttt", "serve", "--port", '"9000"'])


if __name__ == "__main__":
    unittest.main()
