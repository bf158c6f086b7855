"""The host, spoken to over pipes as the referee does."""

import pathlib
import subprocess
import sys
import unittest

TESTS = pathlib.Path(__file__).parent.parent
HOST = TESTS.parent / "python" / "xttt_host"


def converse(bot, *lines, options=()):
    """What the host answers to these lines, and its log."""
    path = TESTS / "bots" / bot
    done = subprocess.run([sys.executable, "-s", "-B", str(HOST), *options, str(path)],
                          input="\n".join(lines) + "\n", capture_output=True, text=True,
                          errors="backslashreplace", timeout=60, cwd=path.parent, check=False)
    return done.stdout.splitlines(), done.stderr


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

    def test_a_missing_file_is_told(self):
        self.assertRegex(self.load("there_is_none"), "^forfeit load cannot read ")

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
        self.assertEqual(answer("returns_a_list"), "forfeit move returned [0, 0], which is no move")
        self.assertEqual(answer("returns_nothing"), "forfeit move returned None, which is no move")
        self.assertEqual(answer("returns_outside"),
                         "forfeit move returned (16, 0), which is no move")
        self.assertEqual(answer("breaks_repr"), "forfeit move returned a Odd, which is no move")

    def test_a_forfeit_stays_one_line_whatever_the_bot_says(self):
        said, _ = converse("hostile/emits_escape_codes.py", "position startpos", "go")
        self.assertEqual(len(said), 1)
        self.assertTrue(said[0].startswith(r"forfeit crash ValueError: \x1b[31mred\nforfeit"))

    def test_closed_standard_descriptors_do_not_matter(self):
        self.assertEqual(answer("closes_standard_descriptors"), "bestmove a1")


if __name__ == "__main__":
    unittest.main()
