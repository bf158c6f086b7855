"""new-bot makes bots that pass check-bot as they are: xttt new-bot, then the real sandbox."""

import os
import re
import shutil
import subprocess
import sys

from program import ProgramTest, main, run

VARIANTS = ("extreme", "double", "diagonal", "ultimate")


class NewBot(ProgramTest):
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
        for variant in VARIANTS:
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

    def test_a_bot_in_every_compiled_language_is_ready_to_play(self):
        """Built by the language's own tool, as new-bot says; then checked and played in the sandbox."""
        for language, tools in (("c", ["cc", "make"]), ("rust", ["cargo"]), ("go", ["go"]),
                                ("java", ["javac", "jar", "make"]), ("javascript", ["node"])):
            with self.subTest(language):
                self.try_language(language, tools)

    def try_language(self, language, tools):
        self.need(*tools)
        folder = self.folder / f"{language}-bot"
        text = self.succeeds("new-bot", folder, "--language", language)
        steps = [line.strip() for line in text.splitlines()[1:]]
        program = re.search(r"check-bot ugi:(\S+)", text)[1]
        for step in steps:
            if not step.startswith("xttt "):
                built = subprocess.run(step, shell=True, capture_output=True, text=True, timeout=600,
                                       env={**os.environ, "CARGO_NET_OFFLINE": "true"})
                self.assertEqual(built.returncode, 0, built.stdout + built.stderr)
                self.assertNotIn("warning", built.stderr)
        for file in folder.rglob("*"):
            if file.suffix in (".c", ".rs", ".go", ".java", ".js", ".toml"):
                self.assertNotIn("mybot", file.read_text())
        for variant in VARIANTS:
            self.check(program, variant)
        # From a position with a bonus move to make.
        fen = "x8/xo7/x8/o5o2/5x3/9/9/9/9|9/9/9/9/9/9/9/9/9 x 1a3 b"
        commands = f"ugi\nsetoption name Variant value double\nposition fen {fen}\ngo movetime 100\nquit\n"
        done = subprocess.run([program], input=commands, capture_output=True, text=True, timeout=60)
        move = done.stdout.split("bestmove ")[1].split()[0]
        self.succeeds("show", "--variant", "double", "--fen", fen, "--moves", move)
        text = self.succeeds("match", "--x", f"sandbox:{program}", "--o", "random:1", "--games", 2, "--variant",
                             "extreme", "--movetime", 10000, "--quiet")
        self.assertIn("2 games", text)
        self.assertNotIn("forfeit", text)

    def need(self, *tools):
        """`scripts/setup test` installs these tools where there is apt; elsewhere the test is skipped without them."""
        missing = ", ".join(tool for tool in tools if shutil.which(tool) is None)
        if missing and shutil.which("apt-get"):
            self.fail(f"{missing} not installed: run scripts/setup test")
        if missing:
            print(f"SKIPPED: {missing} not installed here", file=sys.stderr)
            self.skipTest(f"{missing} not installed")

    def test_starters_need_no_newer_tools_than_debians(self):
        """Rust 1.63, Go 1.19, Java 17. The compilers here can be newer."""
        for language in ("rust", "go", "java"):
            self.succeeds("new-bot", self.folder / language, "--language", language)
        rust = self.folder / "rust"
        self.assertIn('rust-version = "1.63"', (rust / "Cargo.toml").read_text())
        self.assertNotRegex((rust / "src/main.rs").read_text(), r"\blet [^;{]*\belse \{")  # let-else: Rust 1.65
        self.assertRegex((self.folder / "go/go.mod").read_text(), r"(?m)^go 1\.19$")
        self.assertIn("--release 17", (self.folder / "java/Makefile").read_text())

    def test_a_runtime_may_start_no_process(self):
        self.need("node")
        self.succeeds("new-bot", self.folder / "js", "--language", "javascript")
        program = self.folder / "js" / "js.js"
        attack = 'require("node:child_process").spawnSync("/usr/bin/node", { stdio: "ignore" });'
        program.write_text(program.read_text().replace('"use strict";', '"use strict";\n' + attack))
        self.refused_for(program, "a process")

    def test_a_runtime_may_start_so_many_threads_and_no_more(self):
        self.need("go")
        self.succeeds("new-bot", self.folder / "gobot", "--language", "go")
        source = self.folder / "gobot" / "gobot.go"
        # Each waits until the previous one has its own thread.
        threads = ("\tlocked := make(chan bool)\n\tfor i := 0; i < 99; i++ {\n"
                   "\t\tgo func() { runtime.LockOSThread(); locked <- true; select {} }()\n\t\t<-locked\n\t}\n")
        source.write_text(source.read_text().replace('\t"os"\n', '\t"os"\n\t"runtime"\n')
                          .replace("func main() {\n", "func main() {\n" + threads))
        subprocess.run(["go", "build"], cwd=source.parent, check=True, timeout=600)
        self.refused_for(self.folder / "gobot" / "gobot", "a thread")

    def refused_for(self, program, word):
        done = run("check-bot", f"ugi:{program}", "--variant", "ultimate", "--positions", 5, "--movetime", 10000)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(word, (done.stdout + done.stderr).decode())

    def test_what_is_there_is_left_alone(self):
        self.succeeds("new-bot", self.folder / "rook7")
        self.refuses(1, "already", "new-bot", self.folder / "rook7")
        self.refuses(2, "invalid bot name", "new-bot", self.folder / "rook 7")
        self.refuses(2, "invalid bot name", "new-bot", "..")
        self.refuses(2, "unknown language 'cobol'", "new-bot", self.folder / "rook8", "--language", "cobol")
        self.refuses(2, "invalid bot name '8rook'", "new-bot", self.folder / "8rook", "--language", "rust")


if __name__ == "__main__":
    main()
