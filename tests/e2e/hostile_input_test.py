"""Files and bots of others that try to make the program do more than read them."""

import os
import resource
import textwrap

from program import ProgramTest, main, run

GIBIBYTE = 1 << 30


def in_little_memory():
    """Before the program starts: endless input shows as a failed allocation, not as a slow host."""
    if os.environ.get("XTTT_SANITIZE"):
        return  # the address sanitizer reserves terabytes of addresses
    resource.setrlimit(resource.RLIMIT_AS, (4 * GIBIBYTE, 4 * GIBIBYTE))


class InputTest(ProgramTest):
    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
        return path


class SavedGames(InputTest):
    def saved(self, player):
        return self.write("game.xgn", f"""\
            [Variant "ultimate"]
            [X "human"]
            [O "{player}"]

            e5 *
            """)

    def test_a_saved_game_starts_no_program(self):
        sign = self.folder / "sign"
        for player in (f"ugi:/bin/touch {sign}", f"sandbox:/bin/touch {sign}", "python:bot.py",
                       f"UGI:/bin/touch {sign}"):
            error = self.refuses(2, "would run a program", "play", "--plain", "--resume",
                                 self.saved(player))
            self.assertIn("--o", error)
            self.assertFalse(sign.exists())

    def test_the_players_of_the_command_line_come_first(self):
        done = run("play", "--plain", "--resume", self.saved("ugi:/bin/false"), "--o", "random",
                   stdin="quit\n")
        self.assertNotIn(b"would run", done.stderr)
        done = run("play", "--plain", "--resume", self.saved("random"), stdin="quit\n")
        self.assertEqual(done.returncode, 0, done.stderr)


class EndlessFiles(InputTest):
    def ends(self, code, message, *arguments):
        done = run(*arguments, preexec_fn=in_little_memory)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(message, done.stderr.decode())

    def test_devices_without_end_are_refused(self):
        players = ("--x", "random", "--o", "random", "--games", "2")
        self.ends(2, "more than", "match", *players, "--openings", "/dev/zero")
        self.ends(1, "more than", "solve", "--check", "/dev/zero")
        self.ends(1, "more than", "selfplay", "generate", "-o", self.folder / "out.bin", "--games",
                  "1", "--openings", "/dev/zero")
        for command in ("dump", "check"):
            self.ends(1, "not a file of training records", "selfplay", command, "/dev/zero")
        self.ends(2, "too large", "tournament", "check", "/dev/zero")

    def test_a_store_is_a_file(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        for path in ("/dev/zero", "/dev/null", pipe, self.folder):
            for command in ("standings", "report", "export"):
                self.ends(2, "not a file", "tournament", command, path)


class TrainingRecords(InputTest):
    def test_damaged_records_are_named(self):
        path = self.folder / "games.bin"
        self.assertEqual(run("selfplay", "generate", "-o", path, "--games", "2", "--nodes", "10",
                             "--variant", "ultimate").returncode, 0)
        good = path.read_bytes()
        self.assertEqual(run("selfplay", "dump", path).returncode, 0)
        for offset in range(64, 64 + 60, 2):
            damaged = bytearray(good)
            damaged[offset:offset + 2] = b"\xff\xff"
            path.write_bytes(damaged)
            for command in (["dump", path],
                            ["shuffle", path, "-o", self.folder / "shuffled.bin", "--dedupe"]):
                done = run("selfplay", *command)
                self.assertIn(done.returncode, (0, 1, 2), (offset, command, done))
                if done.returncode == 1:
                    self.assertRegex(done.stderr, rb"record \d+: ")


BOT = """\
    import sys
    class {name}:
        def move(self, board, old_move, flag):
            sys.stderr.write("x" * 100000)
            return board.find_valid_move_cells(old_move)[0]
    """


class BotFolders(InputTest):
    def config(self):
        return self.write("cup.toml", """\
            [tournament]
            name = "cup"
            variant = "extreme"
            store = "cup.db"
            [[bots]]
            folder = "bots"
            """)

    def test_links_do_not_take_part(self):
        for name in ("team1", "team2"):
            self.write(f"bots/{name}.py", BOT.format(name="Team"))
        self.write("outside/secret.py", BOT.format(name="Team"))
        os.symlink("team1.py", self.folder / "bots/team3.py")
        os.symlink("../outside", self.folder / "bots/team4")
        os.symlink("/etc/passwd", self.folder / "bots/team5.py")
        done = run("tournament", "check", self.config())
        text = done.stdout.decode() + done.stderr.decode()
        self.assertEqual(done.returncode, 0, text)
        self.assertIn("symbolic links: team3.py, team4, team5.py", text)
        self.assertIn("2 entrants", text)

    def test_pipes_and_files_without_end_beside_a_bot_do_no_harm(self):
        bots = [self.write(f"bots/{name}.py", BOT.format(name="Team")) for name in ("team1", "team2")]
        os.mkfifo(self.folder / "bots/pipe.py")
        os.mkfifo(self.folder / "bots/pipe.txt")
        with open(self.folder / "bots/huge.py", "wb") as file:
            file.truncate(1 << 42)  # takes no space
        with open(self.folder / "bots/huge.txt", "wb") as file:
            file.truncate(1 << 42)
        with open(bots[0], "a", encoding="ascii") as file:
            file.write("NAMES = 'pipe.txt', 'huge.txt', 'pipe.py', 'huge.py'\n")
        done = run("tournament", "check", self.config(), preexec_fn=in_little_memory)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"2 entrants", done.stdout)
        done = run("match", "--x", f"python:{bots[0]}", "--o", f"python:{bots[1]}", "--games", "2",
                   preexec_fn=in_little_memory)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_file_names_do_not_command_the_terminal(self):
        for name in ("team1", "team2"):
            self.write(f"bots/{name}.py", BOT.format(name="Team"))
        self.write("bots/\x1b[2J\x9b.py", "pass")
        done = run("tournament", "check", self.config())
        text = (done.stdout + done.stderr).decode()
        self.assertIn("skipped in folder bots", text)
        self.assertTrue(text.replace("\n", "").isprintable(), text)

    def test_logs_on_a_full_disk_cost_no_game(self):
        bot = self.write("bots/team1.py", BOT.format(name="Team"))
        logs = self.folder / "logs"
        command = ("match", "--x", f"python:{bot}", "--o", "random", "--games", "2", "--seed", "1",
                   "--bot-logs", logs)
        first = run(*command)
        self.assertEqual(first.returncode, 0, first.stderr)
        written = [path for path in logs.rglob("*.log")]
        self.assertTrue(written)
        for path in written:
            path.unlink()
            path.symlink_to("/dev/full")
        second = run(*command)
        self.assertEqual(second.returncode, 0, second.stderr)
        self.assertNotIn(b"forfeit", second.stdout)


class NoPython(InputTest):
    def test_a_program_that_is_no_python_is_named(self):
        bot = self.write("team1.py", BOT.format(name="Team"))
        for content in (b"\x7fELF" + bytes(200), bytes(range(256)), b"not python at all ("):
            bot.write_bytes(content)
            for kind in ("python", "python2"):
                done = run("match", "--x", f"{kind}:{bot}", "--o", "random", "--games", "2")
                self.assertIn(done.returncode, (1, 2), done)
                self.assertIn(b"it does not start", done.stderr)
                self.assertTrue(done.stderr.decode().replace("\n", "").isprintable(), done.stderr)

    def test_an_interpreter_that_is_no_python_is_named(self):
        bot = self.write("team1.py", BOT.format(name="Team"))
        done = run("match", "--x", f"python2:{bot}", "--o", "random", "--games", "2",
                   env={"XTTT_PYTHON2": "/bin/true"})
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(b"not a Python 2.7 interpreter", done.stderr)


if __name__ == "__main__":
    main()
