"""Whatever goes wrong: one clear line on standard error, exit code 2 (usage) or 1 (data)."""

import random
import subprocess
from pathlib import Path

from program import PROGRAM, VECTORS, ProgramTest, main, run

GAME = '{"variant":"ultimate","moves":["e5"]}\n'
START = "9/9/9/9/9/9/9/9/9 x - -"


class Usage(ProgramTest):
    def test_unknown_words_are_refused(self):
        self.refuses(2, "dance", "dance")
        self.refuses(2, "--loud", "show", "--loud")
        self.refuses(2, "--depth is required", "perft")
        self.refuses(2, "PAIRING is required", "simulate")
        self.refuses(2, "INPUT-FILE is required", "convert")
        self.refuses(2, "sepia", "show", "--color=sepia")

    def test_an_unknown_variant_is_refused_with_those_there_are(self):
        for command in (["show"], ["perft", "--depth", "1"], ["simulate", "1"]):
            self.refuses(2, "unknown variant 'chess'; choose from extreme, double, diagonal, ultimate",
                         *command, "--variant", "chess")

    def test_numbers_out_of_range_are_refused(self):
        for depth in ("-1", "21", "99999999999999999999", "two", "1.5", ""):
            self.refuses(2, "--depth", "perft", "--depth", depth)
        for pairing in ("0", "7", "-1", "x"):
            self.refuses(2, "PAIRING", "simulate", pairing)
        for seed in ("-1", "18446744073709551616", "x"):
            self.refuses(2, "--seed", "simulate", "1", "--seed", seed)

    def test_formats_must_be_known(self):
        self.refuses(2, "unknown format 'pgn'; choose from xgn, jsonl", "convert", "-", "-",
                     "--from", "pgn", "--to", "xgn")
        self.refuses(2, "cannot tell the format of 'games.txt'", "convert", "games.txt", "games.xgn")
        self.refuses(2, "cannot tell the format of 'games.txt'", "replay", "games.txt")


class Positions(ProgramTest):
    def test_a_malformed_or_impossible_fen_is_refused_with_field_and_reason(self):
        for fen, message in (("9 x", "2 field(s) instead of four"),
                             (START.replace("9 x", "8 x"), "field 'cells': row 9: 8 cells"),
                             (START.replace("x", "y"), "field 'side': 'y'"),
                             (START.replace("x - -", "o e5 -"), "field 'last': e5 is empty"),
                             ("x8/9/9/9/9/9/9/9/9 x a1 b", "field 'bonus'")):
            for command in (["show"], ["perft", "--depth", "2"]):
                self.refuses(1, message, *command, "--variant", "ultimate", "--fen", fen)
        self.refuses(1, "1 big board(s), but double has 2", "show", "--variant", "double", "--fen",
                     START)

    def test_an_illegal_move_in_a_list_is_named(self):
        self.refuses(1, "move 3: 'a1' is illegal: after f6 the move must go to small board e5-h8",
                     "show", "--moves", "b2 f6 a1")
        self.refuses(1, "move 1: 'q1' is not a move; moves of extreme run from a1 to p16", "perft",
                     "--depth", "1", "--moves", "q1")
        self.refuses(1, r"move 1: '\x1b[2J' is not a move", "show", "--moves", "\x1b[2J")


class Files(ProgramTest):
    def setUp(self):
        self.games = self.folder / "games.jsonl"
        self.games.write_text(GAME)

    def test_a_missing_input_leaves_the_output_alone(self):
        output = self.folder / "out.xgn"
        output.write_text("precious")
        self.refuses(1, "does not exist", "convert", self.folder / "none.jsonl", output)
        self.assertEqual(output.read_text(), "precious")

    def test_missing_files_do_not_keep_the_others_from_being_answered(self):
        done = run("replay", self.folder / "none.xgn", self.games)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"none.xgn: cannot be read: No such file or directory", done.stderr)
        self.assertEqual(done.stdout.count(b"\n"), 1)

    def test_a_folder_is_no_file_of_games(self):
        folder = self.folder / "folder.jsonl"
        folder.mkdir()
        done = run("replay", folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"reading failed", done.stderr)

    def test_an_unwritable_output_is_told(self):
        self.refuses(1, "No such file or directory", "convert", self.games,
                     self.folder / "no" / "out.xgn")
        self.refuses(1, "Is a directory", "convert", self.games, self.folder, "--to", "xgn")

    def test_a_full_disk_is_told(self):
        self.refuses(1, "No space left on device", "convert", self.games, "/dev/full", "--to", "xgn")
        with open("/dev/full", "wb") as full:
            for arguments in (["show"], ["--help"], [], ["replay", self.games], ["simulate", "1"],
                              ["match", "--x", "random", "--o", "random", "--games", "2"],
                              ["sprt", "--new", "random", "--old", "random", "--games", "2", "--jobs", "1"]):
                self.refuses(1, "cannot write standard output: No space left on device",
                             *arguments, stdout=full)

    def test_a_file_is_not_converted_onto_itself(self):
        self.refuses(2, "the same file", "convert", self.games, self.games)
        self.assertEqual(self.games.read_text(), GAME)

    def test_a_closed_pipe_ends_the_program_with_a_message(self):
        vectors = VECTORS / "extreme-games.jsonl"
        child = subprocess.Popen([PROGRAM, "replay", vectors, vectors, vectors],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        child.stdout.read(10)
        child.stdout.close()
        error = child.stderr.read().decode()
        child.stderr.close()
        self.assertEqual(child.wait(timeout=60), 1)
        self.assertEqual(error, "xttt: cannot write standard output: Broken pipe\n")


class Terminal(ProgramTest):
    def test_text_of_others_cannot_command_the_terminal(self):
        """File names and records reach the terminal without control characters, C1 included."""
        for name in ("\x1b[2Jgames.xgn", "\x9b2Jgames.xgn", "a\u202egames.xgn"):
            for arguments in (["replay", name], ["convert", name, "out.xgn"], ["play", "--resume", name],
                              ["tournament", "standings", name], ["match", "--x", name, "--o", "random"]):
                done = run(*arguments)
                self.assertNotEqual(done.returncode, 0)
                error = done.stderr.decode()
                self.assertIn("games.xgn", error)
                self.assertTrue(error.replace("\n", "").isprintable(), (arguments, error))


class Data(ProgramTest):
    def survives(self, data, *arguments):
        """Exits with 0 or 1, never with an uncaught signal, and complains only in words."""
        done = run(*arguments, stdin=data)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        for line in done.stderr.decode().splitlines():
            self.assertTrue(line.startswith("xttt: "), line)
            self.assertTrue(line.isprintable(), line)
        return done

    def test_binary_data_is_no_game(self):
        noise = random.Random(1).randbytes(20000)
        program = Path(PROGRAM).read_bytes()[:200000]
        for data in (noise, program, b"\0" * 5000, b"\xff\xfe{\0", b"["):
            for arguments in (["replay"], ["replay", "--format", "xgn"]):
                self.assertEqual(self.survives(data, *arguments).returncode, 1)

    def test_truncated_files_keep_their_whole_games(self):
        text = "".join((VECTORS / "double-games.jsonl").read_text().splitlines(True)[:3]).encode()
        xgn = run("convert", "-", "-", "--from", "jsonl", "--to", "xgn", stdin=text).stdout
        for data, arguments in ((text, ["replay"]), (xgn, ["replay", "--format", "xgn"])):
            done = self.survives(data[:-30], *arguments)
            self.assertEqual((done.returncode, done.stdout.count(b"\n")), (1, 2))

    def test_a_huge_line_is_skipped(self):
        done = self.survives(b'{"moves":"' + b"z" * 30_000_000 + b'"}\n' + GAME.encode(), "replay")
        self.assertEqual((done.returncode, done.stdout.count(b"\n")), (1, 1))
        self.assertIn(b"line 1: longer than 1048576 bytes", done.stderr)

    def test_deep_nesting_is_survived(self):
        self.assertEqual(self.survives(b"[" * 900_000, "replay").returncode, 1)
        deep = b'{"variant":"ultimate","moves":[],"x":' + b"[" * 400_000 + b"]" * 400_000 + b"}"
        self.survives(deep, "replay")

    def test_no_input_is_no_games(self):
        self.assertEqual(self.succeeds("replay"), "")
        self.assertEqual(self.succeeds("replay", "--format", "xgn"), "")


if __name__ == "__main__":
    main()
