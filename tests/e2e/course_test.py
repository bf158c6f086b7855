"""A course from the first bot to the report, as the lecturer and the teams meet it."""

import glob
import json
import os
import pty
import re
import signal
import subprocess
import time
from pathlib import Path

from program import PROGRAM, ProgramTest, main, run

BOTS = Path(__file__).resolve().parent.parent / "bots"
COURSE, HOSTILE = BOTS / "course", BOTS / "hostile"

RANDOM_BOT = """import random
class %s:
    def move(self, board, old_move, flag):
        print "thinking about", old_move
        return random.choice(board.find_valid_move_cells(old_move))
"""
SIMULATOR = """class Random_Player:
    def move(self, board, old_move, flag): return (0, 0)
class Manual_Player:
    def move(self, board, old_move, flag): return input()
class Board: pass
"""


def real_python2():
    """A Python 2.7 of this machine; None without one."""
    places = [os.environ.get("XTTT_PYTHON2"), "/usr/bin/python2.7",
              *glob.glob(os.path.expanduser("~/.pyenv/versions/2.7*/bin/python2.7"))]
    return next((place for place in places if place and os.access(place, os.X_OK)), None)


class CourseTest(ProgramTest):
    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path


class Match(CourseTest):
    def forfeit_of(self, bot, *more):
        text = self.succeeds("match", "--x", f"python:{bot}", "--o", "random", "--games", 1, *more)
        return next(line for line in text.splitlines() if line.startswith("game 1: "))

    def test_evidence_stands_in_the_text_with_the_bots_lines(self):
        bot = self.write("bot.py", "class Bot:\n    def move(self, b, o, f):\n        self.deeper()\n"
                                   "    def deeper(self):\n        return [][0]\n")
        line = self.forfeit_of(bot)
        self.assertIn("x (python:bot.py) forfeits by crash: IndexError", line)
        self.assertTrue(line.endswith("(bot.py:5 in deeper); called from bot.py:3 in move"), line)
        self.assertNotIn(str(self.folder), line)

    def test_forbidden_calls_name_the_bots_line(self):
        self.assertRegex(self.forfeit_of(HOSTILE / "opens_a_socket.py"),
                         r"forbidden-call: socket\(AF_INET\) \(opens_a_socket.py:\d+ in move\)$")
        self.assertRegex(self.forfeit_of(HOSTILE / "writes_a_file.py"),
                         r"forbidden-call: .*notes.txt.*\(writes_a_file.py:\d+ in move\)$")
        self.assertRegex(self.forfeit_of(HOSTILE / "starts_a_thread.py"),
                         r"a thread.* \(starts_a_thread.py:\d+ in move\)$")

    def test_no_folder_of_the_host_stands_in_the_evidence(self):
        bot = self.write("bot.py", "import os\nclass Bot:\n    def move(self, b, o, f):\n"
                                   "        open(os.path.join(os.path.dirname(os.path.abspath("
                                   "__file__)), 'notes.txt'), 'w')\n")
        line = self.forfeit_of(bot)
        self.assertIn("notes.txt", line)
        self.assertNotIn(str(self.folder), line)

    def test_a_bot_of_the_other_edition_is_told_its_variant(self):
        text = self.succeeds("match", "--x", f"python:{COURSE}/team07_random.py", "--o", "random",
                             "--games", 1)
        self.assertEqual(text.count("play it with --variant double"), 2, text)  # note and forfeit
        text = self.succeeds("match", "--x", f"python:{COURSE}/team07_random.py", "--o", "random",
                             "--games", 1, "--variant", "double")
        self.assertNotIn("note", text)

    def test_a_constructor_with_arguments_is_refused_before_the_first_game(self):
        bot = self.write("bot.py", "class Bot:\n    def __init__(self, player): pass\n"
                                   "    def move(self, b, o, f): return (0, 0)\n")
        self.refuses(2, "Bot.__init__ needs 'player', but a bot is constructed without arguments", "match",
                     "--x", f"python:{bot}", "--o", "random")

    def test_differences_to_python_2_are_told_by_line(self):
        bot = self.write("bot.py", "class Bot:\n    def move(self, b, o, f):\n        d = {}\n"
                                   "        for k in d: print k\n        return (0, 0)\n")
        text = self.succeeds("match", "--x", f"python:{bot}", "--o", "random", "--games", 1)
        self.assertRegex(text, "note: python:bot.py: bot.py, line 4: the order of a dictionary")

    def test_a_forgotten_prefix_is_guessed(self):
        for player in ("team33.py", "bots/team33.py", "team33.py:Team33"):
            self.refuses(2, f"did you mean 'python:{player}', a course bot,", "match", "--x", player, "--o", "random")

    def test_what_bots_print_goes_to_a_log_per_game(self):
        logs = self.folder / "logs"
        bot = self.write("bot.py", RANDOM_BOT % "Bot")
        self.succeeds("match", "--x", f"python:{bot}", "--o", "random", "--games", 2, "--bot-logs",
                      logs)
        names = sorted(path.name for path in logs.iterdir())
        self.assertEqual(names, ["game-0001-x-bot.py.log", "game-0002-o-bot.py.log"])
        self.assertTrue((logs / names[0]).read_text().startswith("thinking about (-1, -1)\n"))
        crashes = self.write("crashes.py", "class Bot:\n    def move(self, b, o, f):\n        1/0\n")
        self.succeeds("match", "--x", f"python:{crashes}", "--o", "random", "--games", 1,
                      "--bot-logs", logs)
        text = (logs / "game-0001-x-crashes.py.log").read_text()
        self.assertIn('File "crashes.py", line 3, in move', text)
        self.assertIn("xttt: crash: ZeroDivisionError", text)

    def test_a_flood_of_text_is_bounded(self):
        bot = self.write("bot.py", "class Bot:\n    def move(self, b, o, f):\n"
                                   "        print 'begin'\n        for i in range(4000): print 'x' * 1000\n"
                                   "        print 'end'\n        raise ValueError\n")
        self.succeeds("match", "--x", f"python:{bot}", "--o", "random", "--games", 1, "--bot-logs",
                      self.folder / "logs")
        text = (self.folder / "logs" / "game-0001-x-bot.py.log").read_text()
        self.assertLess(len(text), 1200000)
        self.assertTrue(text.startswith("begin\n"))
        self.assertIn("bytes left out]", text)
        self.assertIn("\nend\n", text)

    def test_records_are_kept_when_interrupted(self):
        slow = self.write("slow.py", "import time\nclass Bot:\n    def move(self, b, o, f):\n"
                                     "        if o != (-1, -1): time.sleep(100)\n        return (0, 0)\n")
        record = self.folder / "games.jsonl"
        process = subprocess.Popen([PROGRAM, "match", "--x", f"python:{slow}", "--o", "random",
                                    "--games", "1", "--movetime", "60s", "--record", record, "--json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            while '"number":2' not in process.stdout.readline():
                pass
            process.send_signal(signal.SIGINT)
            self.assertIn("Finishing running games", process.stderr.readline())
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(30), 130)
        finally:
            process.kill()
            process.communicate()
        game = json.loads(record.read_text())
        self.assertEqual(len(game["moves"]), 2)
        self.assertEqual(game["moves"][0], "a1")

    def test_a_live_line_says_who_thinks(self):
        slow = self.write("slow.py", "import time\nclass Bot:\n    def move(self, b, o, f):\n"
                                     "        time.sleep(3)\n        raise ValueError\n")
        leader, follower = pty.openpty()
        process = subprocess.Popen([PROGRAM, "match", "--x", f"python:{slow}", "--o", "random",
                                    "--games", "1"], stdout=follower, stderr=follower)
        os.close(follower)
        shown = b""
        try:
            while True:
                shown += os.read(leader, 65536)
        except OSError:
            pass
        process.wait(30)
        os.close(leader)
        self.assertRegex(shown.decode(), r"game 1, move 1: x \(python:slow.py\) thinks for [0-9.]+ s; "
                                         r"score \+0 =0 -0")


class Check(CourseTest):
    def test_is_bounded_by_the_positions_asked_for(self):
        bot = self.write("bot.py", "class Bot:\n    def __init__(self): self.n = 0\n"
                                   "    def move(self, board, old_move, flag):\n        self.n += 1\n"
                                   "        if self.n > 6: raise ValueError('asked too often')\n"
                                   "        return board.find_valid_move_cells(old_move)[0]\n")
        text = self.succeeds("check-bot", f"python:{bot}", "--positions", 8)
        self.assertIn("8 moves: at most 2 min", text)
        self.assertIn("6 in 1 game,", text)
        self.assertIn("same 2 moves when the first game was repeated", text)
        done = run("check-bot", f"python:{bot}", "--positions", 40)
        self.assertIn(b"asked too often", done.stdout)

    def test_one_position_is_enough(self):
        text = self.succeeds("check-bot", f"python:{COURSE}/team12_modern.py", "--positions", 1)
        self.assertIn("1 in 1 game,", text)

    def test_everyday_idioms(self):
        bot = f"{COURSE}/team15_everyday.py"
        self.assertIn("is ready to play", self.succeeds("check-bot", f"python:{bot}", "--positions", 6))

    def test_a_real_python_2_plays_in_the_same_sandbox(self):
        python2 = real_python2()
        if python2 is None:
            self.skipTest("NO PYTHON 2.7 HERE: set XTTT_PYTHON2 to one to test python2: players")
        bot = self.write("bot.py", "import sys\nclass Bot:\n    def move(self, board, old_move, flag):\n"
                                   "        print sys.version\n        for k in {}: pass\n"
                                   "        return board.find_valid_move_cells(old_move)[0]\n")
        text = self.succeeds("match", "--x", f"python2:{bot}", "--o", "random", "--games", 1,
                             "--python2", python2, "--bot-logs", self.folder / "logs")
        self.assertNotIn("note", text)
        self.assertNotIn("forfeit", text)
        log = next((self.folder / "logs").iterdir()).read_text()
        self.assertTrue(log.startswith("2.7."), log[:100])
        self.assertIn("is ready", self.succeeds("check-bot", f"python2:{COURSE}/team15_everyday.py",
                                                "--positions", 6, "--python2", python2))
        socket = self.write("socket_bot.py", "import socket\nclass Bot:\n    def move(self, b, o, f):\n"
                                             "        socket.socket()\n")
        text = self.succeeds("match", "--x", f"python2:{socket}", "--o", "random", "--games", 1,
                             "--python2", python2)
        self.assertIn("forfeits by forbidden-call: socket(", text)

    def test_a_wrong_python_2_is_refused(self):
        self.refuses(2, "is not a Python 2.7 interpreter", "check-bot", "python2:x.py", "--python2",
                     "/usr/bin/python3")


class HostAttacks(CourseTest):
    """Bots that turn against the host in their own process: whatever they reach, they harm only themselves."""

    FIND = ("import gc\n        channel, = [o for o in gc.get_objects() if type(o).__name__ == 'Channel']\n"
            "        ")
    MOVE = "board.find_valid_move_cells(old_move)[0]"
    # What the bot's file starts with, what its move() does, and what becomes of it.
    BOTS = {
        "forges_the_hosts_failure": ("", FIND + "channel.send('forfeit host broken')", "crash: broken"),
        "answers_twice": ("", FIND + "m = {}; channel.send('bestmove %c%d' % (97 + m[1], m[0] + 1)); return m",
                          None),
        "closes_the_connection": ("import os", "os.closerange(3, 256); return {}", "crash: ended with"),
        "empties_the_host": ("import sys", "[vars(m).clear() for n, m in list(sys.modules.items()) if 'xttt_host' in n]"
                             "; return {}", "crash: "),
        "empties_builtins": ("import builtins", "[vars(builtins).pop(n) for n in ('getattr', 'len', 'type', 'str')]"
                             "; return {}", "crash: "),
        "breaks_names_of_errors": ("class M(type):\n    @property\n    def __name__(cls): raise SystemExit(0)\n"
                                   "class E(Exception, metaclass=M): pass", "raise E()", "crash: "),
        "interrupts_str": ("class E(Exception):\n    def __str__(self): raise KeyboardInterrupt()", "raise E()",
                           "crash: "),
        "replaces_codecs": ("import codecs\ncodecs.register_error('backslashreplace', "
                            "lambda e: (b'\\nbestmove a1\\n', e.end))", "raise ValueError('\\udcff')", "crash: ValueError"),
        "returns_enormous_numbers": ("", "return (1 << 4000000, 1 << 4000000)", "illegal-move: returned a tuple"),
        "recurses_without_end": ("import sys; sys.setrecursionlimit(10**9)", "f = lambda n: f(n + 1); return f(0)",
                                 "(crash|memory-limit|time-limit): "),
        "loops_when_collected": ("class D:\n    def __del__(self):\n        while True: pass", "D(); return {}",
                                 "time-limit: "),
        "loops_at_the_end": ("import atexit\ndef late():\n    while True: pass\natexit.register(late)",
                             "return {}", None),
        "renames_its_class": ("", "return {}\nBot.__name__ = 'Bot\\nugiok\\nbestmove a1'", None),
        "hooks_audits": ("import sys\nsys.addaudithook(lambda *_: None)\nsys.settrace(lambda *_: None)",
                         "return {}", None),
        "replaces_the_handler": ("import sys", "host = sys._getframe(3).f_locals.get('self') or "
                                 "sys._getframe(2).f_locals['self']; host._on_go = lambda _: "
                                 "host._channel.send('bestmove z99'); return {}", "illegal-move: 'z99'"),
        "sends_a_flood": ("", FIND + "channel.send('forfeit crash ' + 'A' * 60000)", "crash: A{1000,5000}"),
    }

    def test_harm_only_themselves(self):
        for name, (start, move, end) in self.BOTS.items():
            with self.subTest(name):
                bot = self.write(f"{name}.py", f"# coding: utf-8\n{start}\nclass Bot(object):\n"
                                 f"    def move(self, board, old_move, flag):\n"
                                 f"        {move.replace('{}', self.MOVE)}\n")
                text = self.succeeds("match", "--x", f"python:{bot}", "--o", "random", "--games", 1,
                                     "--seed", 1, "--variant", "ultimate", "--movetime", "3s")
                self.assertNotIn("o (random) forfeits", text)
                if end is not None:
                    self.assertRegex(text, rf"x \(python:{name}.py\) forfeits by {end}")


class BusyHost(CourseTest):
    """The machine stands still while a bot thinks: the process that keeps its time is stopped."""

    LIMIT = 2  # seconds per move

    def setUp(self):
        super().setUp()
        # The tenth of a second makes it nearly certain that the machine stops in its turn.
        self.bot = self.write("bots/team01.py", "import time\nclass Team01:\n"
                              "    def move(self, board, old_move, flag):\n"
                              "        print('asked')\n        time.sleep(0.1)\n"
                              "        return board.find_valid_move_cells(old_move)[0]\n")

    def stop_for_a_while(self, process):
        process.send_signal(signal.SIGSTOP)
        time.sleep(1.5 * self.LIMIT)
        process.send_signal(signal.SIGCONT)

    def stopped_run(self, *arguments, when, again=False):
        """Exit code and text of a run that stands still once `when` is true, or again and again."""
        with open(self.folder / "out.txt", "w+") as out:
            process = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=out, stderr=out)
            try:
                until = time.monotonic() + 60
                while not when((self.folder / "out.txt").read_text()) and time.monotonic() < until:
                    time.sleep(0.01)
                self.stop_for_a_while(process)
                while again and process.poll() is None:
                    try:
                        process.wait(0.5)
                    except subprocess.TimeoutExpired:
                        self.stop_for_a_while(process)
                code = process.wait(300)
            finally:
                process.kill()
                process.wait()
            return code, (self.folder / "out.txt").read_text()

    def test_match_says_so(self):
        logs = self.folder / "logs"
        code, text = self.stopped_run(
            "match", "--x", f"python:{self.bot}", "--o", "random", "--games", 1, "--movetime",
            f"{self.LIMIT}s", "--bot-logs", logs, when=lambda _: logs.exists())
        self.assertEqual(code, 0, text)
        self.assertIn("forfeits by time-limit", text)
        self.assertIn("the host was too busy for a fair clock in 1 of 1 game", text)

    def test_check_bot_does_not_blame_the_bot(self):
        code, text = self.stopped_run(
            "check-bot", f"python:{self.bot}", "--positions", 12, "--movetime", f"{self.LIMIT}s",
            when=lambda text: "12 moves" in text)
        self.assertNotIn("FAIL", text)
        self.assertIn("is ready to play", text)
        self.assertEqual(code, 0)

    def test_check_bot_gives_up_on_a_machine_that_stays_busy(self):
        code, text = self.stopped_run(
            "check-bot", f"python:{self.bot}", "--positions", 1000, "--movetime", f"{self.LIMIT}s",
            when=lambda text: "asks for 1000 answers" in text, again=True)
        self.assertNotIn("FAIL", text)
        self.assertIn("this machine was too busy to judge: in 3 games the bot lost on time", text)
        self.assertIn("could not be judged: this machine was too busy.", text)
        self.assertEqual(code, 3)

    def test_a_tournament_plays_the_game_again_and_says_so(self):
        self.write("bots/team02.py", "class Team02:\n    def move(self, board, old_move, flag):\n"
                                     "        return board.find_valid_move_cells(old_move)[-1]\n")
        cup = self.write("cup.toml", Tournament.CUP.replace("20s", f"{self.LIMIT}s"))
        logs = self.folder / "cup-logs" / "team01"
        code, text = self.stopped_run("tournament", "run", cup, "--plain",
                                      when=lambda _: logs.exists() and any(logs.iterdir()))
        self.assertEqual(code, 0, text)
        self.assertIn("too busy", text)
        self.assertRegex(text.splitlines()[-1] + text.splitlines()[-2], "too busy")
        self.assertTrue(list(logs.glob("*-again-1-*.log")), text)
        standings = self.succeeds("tournament", "standings", self.folder / "cup.db", "--json")
        self.assertNotIn("time-limit", standings)


class Simulate(CourseTest):
    def test_the_person_is_player_2_and_is_asked_as_in_the_course(self):
        text = self.succeeds("simulate", "2", "--seed", 1, stdin="resign\n")
        self.assertIn("random against human", text)
        self.assertIn("Enter your move: <format:row column> (you're playing with o)\n", text)
        self.assertIn("\nx: 0  o: 0  d: 0\n", text)
        text = self.succeeds("simulate", "2", "--seed", 1, "--variant", "double", stdin="resign\n")
        self.assertIn("Enter your move: <format:board row column> (you're playing with o)\n", text)

    def test_small_boards_are_counted(self):
        text = self.succeeds("simulate", "1", "--seed", 3, "--variant", "ultimate")
        x, o, d = map(int, re.search(r"^x: (\d+)  o: (\d+)  d: (\d+)$", text, re.MULTILINE).groups())
        self.assertGreaterEqual(x + o, 3)
        self.assertLessEqual(x + o + d, 9)


class Tournament(CourseTest):
    CUP = ('[tournament]\nname = "Cup"\nseed = 1\n[limits]\nmove_time = "20s"\n'
           '[games]\nper_pairing = 2\n[machine]\njobs = 1\n[[bots]]\nfolder = "bots"\n')

    def setUp(self):
        super().setUp()
        self.write("bots/team01.py", RANDOM_BOT % "Team01")
        self.write("bots/team02/main.py", "from helper import answer\nclass Team02:\n"
                                          "    def move(self, board, old_move, flag):\n"
                                          "        return answer(board, old_move)\n")
        self.write("bots/team02/helper.py", "def answer(board, old_move):\n    raise KeyError('nothing')\n")
        self.write("bots/simulator.py", SIMULATOR)
        self.write("bots/utils.py", "def helpful(): pass\n")
        self.write("bots/empty/notes.txt", "no bot\n")
        self.cup = self.write("cup.toml", self.CUP)

    def test_files_without_a_bot_are_named_and_left_out(self):
        text = self.succeeds("tournament", "check", self.cup)
        self.assertIn("Cup: 2 entrants", text)
        self.assertRegex(text, r"skipped in folder bots, .*: empty/, simulator.py, utils.py\n")

    def test_notes_are_shown_beside_bots_that_fail(self):
        self.write("bots/team03.py", "class Team03:\n    def move(self, board, old_move, flag)\n")
        self.write("bots/team07.py", (COURSE / "team07_random.py").read_text())
        done = run("tournament", "check", self.cup)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stdout.decode(), r"(?m)^FAIL  team03: .*line 2")
        self.assertRegex(done.stdout.decode(), r"(?m)^note  team07: .*play it with --variant double")

    def test_ambiguous_team_folders_are_named(self):
        self.write("bots/team02/other.py", RANDOM_BOT % "Other")
        done = run("tournament", "check", self.cup)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"team02 contains several bots (main.py and other.py)", done.stderr)
        self.write("bots/team02/team02.py", RANDOM_BOT % "Team02")
        self.succeeds("tournament", "check", self.cup)

    def test_a_course_is_played_reported_and_protected(self):
        self.write("bots/team03.py", "class Team03:\n    def move(self, board, old_move, flag)\n")
        done = run("tournament", "run", self.cup, "--plain")
        self.assertEqual(done.returncode, 0, done.stderr)
        text = done.stdout.decode()
        self.assertIn("warning: skipped in folder bots", text)
        self.assertRegex(text, r"warning: it does not start and forfeits every game: team03: .*line 2")
        self.assertRegex(text, r"team02 forfeits by crash: KeyError: 'nothing' \(helper.py:2 in answer\); "
                               r"called from main.py:4 in move")
        logs = self.folder / "cup-logs"
        self.assertTrue(list((logs / "team01").glob("stage-1-*-against-team02.log")))
        self.assertIn("KeyError: 'nothing'",
                      next((logs / "team02").glob("*-against-team01.log")).read_text())

        report = self.folder / "report.html"
        self.succeeds("tournament", "report", self.folder / "cup.db", "--output", report)
        page = report.read_text()
        self.assertIn("helper.py:2 in answer", page)
        self.assertIn("python:team01.py", page)
        self.assertNotIn(str(self.folder), page)

        self.write("bots/team02/helper.py", "def answer(board, old_move):\n    return (0, 0)\n")
        done = run("tournament", "run", self.cup, "--plain")
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"the files of 'team02' have changed since the tournament began", done.stderr)
        self.assertIn(b"restore the files, or start again with another store", done.stderr)
        again = run("tournament", "run", self.cup, "--plain", "--store", self.folder / "second.db")
        self.assertEqual(again.returncode, 0, again.stderr)


if __name__ == "__main__":
    main()
