"""new-bot makes bots that pass check-bot as they are: xttt new-bot, then the real sandbox."""

import subprocess
import tempfile
from pathlib import Path

from program import ProgramTest, main

VARIANTS = ("extreme", "double", "diagonal", "ultimate")


class NewBot(ProgramTest):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self.temporary.name).resolve()
        self.addCleanup(self.temporary.cleanup)

    def check(self, program, variant):
        text = self.succeeds("check-bot", f"ugi:{program}", "--variant", variant, "--positions", 20,
                             "--movetime", 10000)
        self.assertIn("is ready to play", text)
        self.assertNotIn("FAIL", text)
        self.assertIn("same ", text)  # its games can be repeated

    def test_a_python_bot_is_ready_to_play(self):
        text = self.succeeds("new-bot", self.folder / "rook7")
        program = self.folder / "rook7" / "rook7.py"
        self.assertIn(f"check-bot ugi:{program}", text)
        self.assertNotIn("mybot", program.read_text())
        for variant in VARIANTS[:2]:
            self.check(program, variant)

    def test_a_python_bot_plays_without_the_sandbox_too(self):
        self.succeeds("new-bot", self.folder / "rook7")
        program = self.folder / "rook7" / "rook7.py"
        text = self.succeeds("match", "--x", f"ugi:{program}", "--o", "random:1", "--games", 2,
                             "--variant", "ultimate", "--movetime", 10000, "--quiet")
        self.assertIn("2 games", text)
        self.assertNotIn("forfeit", text)

    def test_a_python_bot_may_use_the_engine_in_its_one_thread(self):
        self.succeeds("new-bot", self.folder / "thinker")
        program = self.folder / "thinker" / "thinker.py"
        program.write_text("#!/usr/bin/env python3\nimport xttt, xttt.bot\nengine = xttt.Engine(hash=4)\n"
                           "xttt.bot.run(lambda position, clock: engine.analyse(position, depth=1))\n")
        self.check(program, "ultimate")

    def test_a_cpp_bot_is_ready_to_play_every_variant(self):
        self.succeeds("new-bot", f"{self.folder}/deep/rook-8/", "--language", "cpp")
        folder = self.folder / "deep" / "rook-8"
        built = subprocess.run(["make", "-s", "-C", str(folder)], capture_output=True, timeout=120)
        self.assertEqual((built.returncode, built.stderr), (0, b""))
        for variant in VARIANTS:
            self.check(folder / "rook-8", variant)

    def test_a_cpp_bot_understands_positions(self):
        self.succeeds("new-bot", self.folder / "rook9", "--language", "cpp")
        folder = self.folder / "rook9"
        subprocess.run(["make", "-s", "-C", str(folder)], check=True, timeout=120)
        fen = "x8/xo7/x8/o5o2/5x3/9/9/9/9|9/9/9/9/9/9/9/9/9 x 1a3 b"
        commands = f"ugi\nsetoption name Variant value double\nposition fen {fen}\ngo movetime 100\nquit\n"
        done = subprocess.run([folder / "rook9"], input=commands, capture_output=True, text=True,
                              timeout=60)
        move = done.stdout.split("bestmove ")[1].split()[0]
        self.succeeds("show", "--variant", "double", "--fen", fen, "--moves", move)

    def test_what_is_there_is_left_alone(self):
        self.succeeds("new-bot", self.folder / "rook7")
        self.refuses(1, "already", "new-bot", self.folder / "rook7")
        self.refuses(2, "invalid bot name", "new-bot", self.folder / "rook 7")
        self.refuses(2, "invalid bot name", "new-bot", "..")
        self.refuses(2, "unknown language 'java'", "new-bot", self.folder / "rook8", "--language", "java")


if __name__ == "__main__":
    main()
