"""Runs every command of the page that translates fastchess options, and looks for options it forgot."""

import os
import re
import shlex
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import PROGRAM, main

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "fastchess.md"
# As its manual lists them.
OPTIONS = """-quick -event -site -config -concurrency --compliance -crc32 -force-concurrency -rounds -games -variant
-tournament -seeds -repeat -recover -show-latency -testEnv -draw -resign -maxmoves -tb -tbpieces -tbignore50
-tbadjudicate -openings -output -pgnout -epdout -wait -noswap -reverse -ratinginterval -scoreinterval
-autosaveinterval -sprt -srand -randomseed -log -use-affinity -report -version -help -each -engine -startup-ms
-ucinewgame-ms -ping-ms -check-mate-pvs""".split()
KEYS = "cmd name args tc timemargin st nodes restart plies depth proto dir option".split()
CUP = """[tournament]
variant = "ultimate"
[[entrant]]
player = "random"
[[entrant]]
player = "engine:nodes=20"
[[entrant]]
player = "engine:greedy"
[[stage]]
format = "gauntlet"
challengers = 1
"""


class Fastchess(unittest.TestCase):
    def test_every_command_runs(self):
        commands = re.findall(r"`(xttt [^`]*)` \|$", PAGE.read_text(), re.MULTILINE)
        self.assertGreater(len(commands), 25)
        with tempfile.TemporaryDirectory(prefix="xttt-fastchess-") as folder:
            Path(folder, "book.txt").write_text("a1 b1\na2 b5\na3 b8\n")
            Path(folder, "cup.toml").write_text(CUP)
            cpu = min(os.sched_getaffinity(0))
            environment = {**os.environ,
                           "PATH": os.path.dirname(PROGRAM) + os.pathsep + os.environ["PATH"]}
            for command in commands:
                with self.subTest(command):
                    words = shlex.split(command.replace("--cpus 0", f"--cpus {cpu}"))
                    done = subprocess.run([PROGRAM, *words[1:]], cwd=folder, env=environment,
                                          capture_output=True, stdin=subprocess.DEVNULL, timeout=120)
                    self.assertEqual(done.returncode, 0, done.stderr.decode())
                    self.assertNotIn(b"forfeit by", done.stdout)

    def test_every_option_has_its_line(self):
        text = PAGE.read_text()
        for option in OPTIONS:
            self.assertRegex(text, rf"`(-[a-z]+ [^`]*)?{option}[ `]", option)
        engine = " ".join(re.findall(r"`(?:-engine )?[^`]*=`|`-engine [^`]*`", text))
        for key in KEYS:
            self.assertRegex(engine, rf"\b{key}[=.]", key)


if __name__ == "__main__":
    main()
