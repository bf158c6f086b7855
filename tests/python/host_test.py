"""The host, spoken to over pipes as the referee does."""

import copy
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

from interpreters import interpreters

TESTS = pathlib.Path(__file__).parent.parent
HOST = TESTS.parent / "python" / "xttt_host"


def converse(bot, *lines, options=(), python=sys.executable, host=HOST):
    """What the host answers to these lines, and its log."""
    path = TESTS / "bots" / bot
    done = subprocess.run([python, "-s", "-B", str(host), *options, str(path)],
                          input="\n".join(lines) + "\n", capture_output=True, text=True,
                          errors="backslashreplace", timeout=60, cwd=path.parent, check=False)
    first, *said = done.stdout.splitlines() or [""]
    if first.startswith("forfeit host "):
        return [first], done.stderr
    assert first.startswith("info string host Python "), first + done.stderr
    return said, done.stderr


def converse_with(source, *lines, **more):
    """The same with a bot of this text."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "bot.py")
        path.write_text(source)
        return converse(path, *lines, **more)


def answer(bot, *lines, options=()):
    return converse("hostile/%s.py" % bot, *lines, "position startpos", "go movetime 1000",
                    options=options)[0][-1]


class Protocol(unittest.TestCase):
    def test_the_handshake(self):
        said, _ = converse("course/team12_modern.py", "ugi", "isready", "nonsense", "quit", "ugi")
        self.assertEqual(said[0], "id name Team12")
        self.assertEqual(said[-3:], ["ugiok", "readyok", "info string unknown command nonsense"])

    def test_positions_are_extended_replaced_and_set_up(self):
        said, _ = converse(
            "course/team12_modern.py", "position startpos", "go",
            "position startpos moves a1", "go", "position startpos moves a1 b1 e1", "go",
            "position startpos moves a11", "go",
            "position fen x15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 o a1 -", "go")
        self.assertEqual(said, ["bestmove a9", "bestmove a3", "bestmove b3", "bestmove d10",
                                "bestmove a3"])

    def test_the_two_editions(self):
        said, _ = converse("course/team09_numpy.py", "setoption name Variant value double",
                           "position startpos moves 1a1", "go")
        self.assertRegex(said[-1], r"^bestmove [12][abc][123]$")

    def test_an_unknown_variant_is_refused(self):
        said, _ = converse("course/team12_modern.py", "setoption name Variant value round")
        self.assertIn("error", said[-1])

    def test_what_a_bot_prints_goes_to_the_log(self):
        said, log = converse("hostile/replaces_stdout.py", "position startpos", "go")
        self.assertEqual(said, ["bestmove a1"])
        self.assertIn("bestmove p16", log)

    def test_the_same_object_is_lent_all_game_long(self):
        said, _ = converse("hostile/keeps_the_board.py", "position startpos", "go",
                           "position startpos moves a1 b1", "go")
        self.assertEqual(said, ["bestmove a1", "bestmove e1"])


class Loading(unittest.TestCase):
    def load(self, bot, *options):
        return converse("hostile/%s.py" % bot, "ugi", options=options)[0][-1]

    def test_a_syntax_error_is_told_with_its_line(self):
        self.assertRegex(self.load("syntax_error"), r"^forfeit load syntax_error.py, line 2: ")

    def test_a_missing_class_is_told(self):
        self.assertEqual(self.load("raises", "--class", "Team33"),
                         "forfeit load raises.py has no class Team33; it has Bot")
        self.assertRegex(self.load("no_class"), "^forfeit load no_class.py has no class with")
        self.assertRegex(self.load("several_classes"), "name one: First, Second$")
        self.assertEqual(self.load("several_classes", "--class", "Second"), "ugiok")

    def test_a_constructor_with_arguments_is_told(self):
        bot = "class Bot%s:\n    def __init__(self%s): pass\n    def move(self, b, o, f): return (0, 0)\n"
        for base in ("", "(object)"):
            said = converse_with(bot % (base, ", player, depth, seed=1"), "ugi")[0]
            self.assertEqual(said, ["forfeit load Bot.__init__ needs 'player' and 'depth', but a bot is "
                                    "constructed without arguments; the side is the argument flag of move"])
            for harmless in ("", ", player='x'", ", *more", ", **more"):
                said = converse_with(bot % (base, harmless), "ugi", "isready")[0]
                self.assertEqual(said[-1], "readyok", harmless)
        inherits = "class Base(dict): pass\nclass Bot(Base):\n    def move(self, b, o, f): return (0, 0)\n"
        self.assertEqual(converse_with(inherits, "ugi", "isready")[0][-1], "readyok")

    def test_a_missing_file_is_told(self):
        self.assertRegex(self.load("there_is_none"), "^forfeit load cannot read ")

    def test_a_module_that_is_not_installed_is_told_with_the_way_to_get_it(self):
        source = "def f():\n    import %s\nclass Bot:\n    def move(self, b, o, f): return (0, 0)\nf()\n"
        said = converse_with(source % "there_is_None", "ugi")[0][-1]
        self.assertRegex(said, r"^forfeit load \w+: No module named '?there_is_None'? \(bot.py:2 in f\); called from "
                               r"bot.py:5 in <module>; hand in its file with the bot, or install it for /\S+: in "
                               r"Debian often with the package python3-there-is-none, otherwise with pip for all users$")
        for harmless in ("os.no_part", "os; raise ImportError('No module named $(reboot)')",
                         "os; raise ValueError('No module named x')"):
            said = converse_with(source % harmless, "ugi")[0][-1]
            self.assertTrue(said.startswith("forfeit load "), said)
            self.assertNotIn("install", said)

    def test_the_package_xttt_is_told_with_its_debian_package(self):
        source = "import sys; sys.modules['xttt'] = None\nraise ImportError(\"No module named 'xttt'\")\n"
        self.assertIn("install the Debian package python3-xttt, or", converse_with(source, "ugi")[0][-1])

    def test_the_teams_class_is_preferred_to_the_simulators(self):
        self.assertEqual(converse("course/team07_random.py", "ugi")[0][0], "id name Team07")


class Forfeits(unittest.TestCase):
    def test_a_changed_board_is_named_with_the_place(self):
        self.assertEqual(answer("changes_a_cell"),
                         "forfeit board board_status[0][0] was '-' and is 'x'")
        self.assertEqual(answer("changes_a_block"),
                         "forfeit board block_status[3][3] was '-' and is 'd'")
        self.assertEqual(answer("swaps_the_lists"),
                         "forfeit board board_status is a Liar, not a list")
        self.assertEqual(answer("deletes_an_attribute"),
                         "forfeit board its attribute block_status was deleted")

    def test_damaged_methods_are_a_changed_board(self):
        self.assertEqual(answer("deletes_a_method"),
                         "forfeit board its method update was replaced or deleted")
        self.assertEqual(answer("replaces_a_method"),
                         "forfeit board its method find_valid_move_cells was replaced or deleted")

    def test_exceptions_are_crashes_with_their_line(self):
        self.assertEqual(answer("raises"),
                         "forfeit crash RuntimeError: out of ideas (raises.py:3 in move)")
        self.assertRegex(answer("exits"), "^forfeit crash SystemExit")
        self.assertRegex(answer("failing_constructor"), "^forfeit crash KeyError: 'missing'")

    def test_memory_is_told_apart(self):
        self.assertRegex(answer("allocates_at_once"), "^forfeit memory MemoryError")

    def test_what_is_no_move_is_shown(self):
        self.assertEqual(answer("returns_a_list"), "forfeit move returned [0, 0], which is not a move")
        self.assertEqual(answer("returns_nothing"), "forfeit move returned None, which is not a move")
        self.assertEqual(answer("returns_outside"),
                         "forfeit move returned (16, 0), which is not a move")
        self.assertEqual(answer("breaks_repr"), "forfeit move returned a Odd, which is not a move")

    def test_a_forfeit_stays_one_line_whatever_the_bot_says(self):
        said, _ = converse("hostile/emits_escape_codes.py", "position startpos", "go")
        self.assertEqual(len(said), 1)
        self.assertTrue(said[0].startswith(r"forfeit crash ValueError: \x1b[31mred\nforfeit"))

    def test_closed_standard_descriptors_do_not_matter(self):
        self.assertEqual(answer("closes_standard_descriptors"), "bestmove a1")


    def test_evidence_names_the_bots_lines_and_no_line_of_the_hosts(self):
        said, log = converse_with("""import heapq
class Bot:
    def move(self, board, old_move, flag):
        return self.deeper([])
    def deeper(self, heap):
        return heapq.heappop(heap)
""", "position startpos", "go")
        self.assertEqual(said, ["forfeit crash IndexError: index out of range (bot.py:6 in deeper); "
                                "called from bot.py:4 in move"])
        self.assertTrue(log.startswith('Traceback (most recent call last):\n  File "bot.py", line 4, '
                                       'in move\n    return self.deeper([])\n'), log)
        self.assertNotIn("xttt_host", log)
        self.assertNotIn("/", log)

    def test_calls_that_may_be_forbidden_are_announced_with_the_bots_line(self):
        for call in ("__import__('socket').socket()", "open('notes.txt', 'w')", "os.kill(0, 0)",
                     "__import__('thread').start_new_thread(len, ((),))", "os.fork() or os._exit(0)",
                     "__import__('subprocess').Popen(['true'])"):
            with self.subTest(call):
                said, _ = converse_with("import os\nclass Bot:\n    def move(self, b, o, f):\n"
                                        "        %s\n        return (0, 0)\n" % call,
                                        "position startpos", "go")
                self.assertEqual(said[0], "info string at bot.py:4 in move")

    def test_a_bot_of_the_other_edition_is_told_its_variant(self):
        said, _ = converse("course/team07_random.py", "ugi", "position startpos", "go")
        self.assertIn("info string edition 2 board.big_boards_status", said)
        self.assertRegex(said[-1], r"written for the 2019 edition \(board\.big_boards_status\): "
                                   r"play it with --variant double$")
        said, _ = converse_with("class Bot:\n    def move(self, board, old_move, flag):\n"
                                "        k, i, j = old_move\n        return (0, 0, 0)\n",
                                "position startpos", "go")
        self.assertRegex(said[-1], "^forfeit crash ValueError.*play it with --variant double$")
        said, _ = converse("course/team02_alphabeta.py", "setoption name Variant value double", "go")
        self.assertRegex(said[-1], "2018 edition .* --variant extreme$")


class Differences(unittest.TestCase):
    def notes(self, source):
        said, _ = converse_with(source + "\nclass Bot:\n    def move(self, b, o, f): return (0, 0)\n",
                                "ugi", options=("--language", "2"))
        self.assertEqual(said[-1], "ugiok")
        return [line[len("info string note "):] for line in said if "string note" in line]

    def test_are_told_by_line(self):
        for source, lines in (("d = {}\nfor k in d: pass", "line 2"),
                              ("for k, v in {}.items(): pass", "line 1"),
                              ("def f(d):\n  return d.keys()[0]\ndef g(d): return max(d.keys())",
                               "lines 2, 3"),
                              ("s = set()\nx = [y for y in s]", "line 2"),
                              ("x = {}.popitem", None), ("for k in sorted({}.keys()): pass", None),
                              ("d = {}\nn = len(d.keys())", None)):
            with self.subTest(source):
                notes = self.notes(source)
                if lines is None:
                    self.assertEqual(notes, [])
                else:
                    self.assertEqual(len(notes), 1)
                    self.assertTrue(notes[0].startswith("bot.py, %s: the order" % lines), notes)

    def test_of_other_kinds_are_told(self):
        self.assertRegex(self.notes("x = hash('a')")[0], "^bot.py, line 1: hash")
        self.assertRegex(self.notes("def f():\n    exec 'a = 1'")[0], "^bot.py, line 2: names that exec")


class Installations(unittest.TestCase):
    def test_the_program_may_be_installed_below_the_folder_of_a_bot(self):
        """A bot in the home folder, say. Only its own packages are translated from Python 2."""
        with tempfile.TemporaryDirectory() as folder:
            home = pathlib.Path(folder)
            shutil.copytree(HOST, home / "xttt" / "python" / "xttt_host")
            (home / "own").mkdir()
            (home / "own" / "__init__.py").write_text("print 'old'\n")
            (home / "own" / "part.py").write_text("half = 3 / 2\n")
            (home / "bot.py").write_text(
                "import own.part, random\nclass Bot:\n    def move(self, b, o, f):\n"
                "        print 'half', own.part.half\n        random.random()\n"
                "        return b.find_valid_move_cells(o)[0]\n")
            said, log = converse(home / "bot.py", "ugi", "go", host=home / "xttt" / "python" / "xttt_host")
            self.assertRegex(said[-1], "^bestmove ", log)
            self.assertEqual(log, "old\nhalf 1\n")


class Interpreters(unittest.TestCase):
    """The host itself runs under every Python from 3.8 on, and under 2.7."""

    def test_play_python_2_bots_under_every_version(self):
        found = {version: place for version, place in interpreters().items()
                 if version >= (3, 8) or version == (2, 7)}
        wanted = {(2, 7), (3, 8), (3, 9), (3, 13)}
        if not wanted <= set(found):
            print("NOT TESTED, NOT ON THIS MACHINE: Python " + ", ".join(
                "%d.%d" % version for version in sorted(wanted - set(found))), file=sys.stderr)
        for version, place in sorted(found.items()):
            for bot in ("team01_random", "team03_alarm", "team04_tables", "team06_idioms"):
                with self.subTest(version=version, bot=bot):
                    said, log = converse("course/%s.py" % bot, "ugi", "isready", "position startpos",
                                         "go", python=place)
                    self.assertEqual(said[-2], "readyok", log)
                    self.assertRegex(said[-1], "^bestmove [a-p][0-9]+$", log)
            said, _ = converse("hostile/raises.py", "go", python=place)
            self.assertEqual(said, ["forfeit crash RuntimeError: out of ideas (raises.py:3 in move)"])

    def test_translated_bots_answer_as_under_python_2(self):
        python2 = interpreters().get((2, 7))
        if python2 is None:
            self.skipTest("NO PYTHON 2.7 HERE")
        for bot, variant, moves in (("team02_alphabeta", "extreme", "a1 b2 e5 f6 i9"),
                                    ("team04_tables", "extreme", "p16 n13 e1"),
                                    ("team06_idioms", "extreme", "h9 p1"),
                                    ("team10_modules", "double", "1a1 2a1 1b2")):
            with self.subTest(bot):
                lines = ["setoption name Variant value " + variant]
                for count in range(0, len(moves.split()) + 1):
                    lines += ["position startpos moves " + " ".join(moves.split()[:count]), "go"]
                answers = [[line for line in converse("course/%s.py" % bot, *lines, python=python)[0]
                            if not line.startswith("info")] for python in (python2, sys.executable)]
                self.assertEqual(answers[0], answers[1])
                self.assertEqual(len(answers[0]), len(moves.split()) + 1)

    def test_copying_the_board_is_as_fast_as_ever(self):
        source = ("import copy, time\nclass Bot:\n    def move(self, board, old_move, flag):\n"
                  "        begun = time.clock()\n"
                  "        for i in range(200): copy.deepcopy(board)\n"
                  "        print 'took', time.clock() - begun\n        return (0, 0)\n")
        _, log = converse_with(source, "position startpos", "go")
        took = float(log.split()[1])
        begun = time.process_time()
        board = [["-"] * 16 for _ in range(16)], [["-"] * 4 for _ in range(4)]
        for _ in range(200):
            copy.deepcopy(board)
        self.assertLess(took, 2.5 * (time.process_time() - begun))

    def test_too_old_a_version_is_the_hosts_failure(self):
        old = {version: place for version, place in interpreters().items()
               if (3, 0) <= version < (3, 8)}
        if not old:
            self.skipTest("NO PYTHON OLDER THAN 3.8 HERE")
        for version, place in old.items():
            said, _ = converse("course/team01_random.py", "ugi", python=place)
            self.assertRegex(said[0], "^forfeit host .* is Python 3.%d; course bots need Python 3.8"
                             % version[1])


if __name__ == "__main__":
    unittest.main()
