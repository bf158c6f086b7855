"""The lent boards against the games recorded from the originals."""

import contextlib
import io
import json
import pathlib
import unittest
import zlib

from xttt_host.game import VARIANTS, Game

VECTORS = pathlib.Path(__file__).parent.parent / "vectors"


def blocks_of(board):
    both = getattr(board, "small_boards_status", None) or (board.block_status,)
    return [mark for blocks in both for row in blocks for mark in row]


class RecordedGames(unittest.TestCase):
    def replay(self, name):
        variant = VARIANTS[name]
        with open(VECTORS / (name + "-games.jsonl")) as file:
            for line in file:
                record = json.loads(line)
                with self.subTest(variant=name, seed=record["seed"]):
                    self.check(variant, record)

    def check(self, variant, record):
        game = Game(variant)
        for number, text in enumerate(record["moves"]):
            cells = game.board.find_valid_move_cells(game.old_move)
            self.assertEqual(cells, sorted(cells), "row by row")
            texts = sorted(variant.write_move(cell) for cell in cells)
            self.assertEqual(len(texts), record["legal"][number])
            self.assertEqual(zlib.crc32(" ".join(texts).encode()), record["legal_crc"][number])
            self.assertEqual(game.flag, record["mover"][number])
            self.assertEqual(game.board.find_terminal_state(), ("CONTINUE", "-"))
            game.play(variant.read_move(text))
        self.assertEqual("".join(blocks_of(game.board)), record["boards"])
        expected = ("NONE", "DRAW") if record["reason"] == "full" else (record["result"], "WON")
        self.assertEqual(game.board.find_terminal_state(), expected)

    def test_extreme(self):
        self.replay("extreme")

    def test_double(self):
        self.replay("double")


class Originals(unittest.TestCase):
    """Return values and quirks bots depend on."""

    def test_update_tells_whether_a_small_board_was_won(self):
        board = VARIANTS["extreme"].board_class()()
        for column in range(3):
            board.board_status[0][column] = "x"
        self.assertEqual(board.update((-1, -1), (0, 3), "x"), ("SUCCESSFUL", True))
        self.assertEqual(board.block_status[0][0], "x")
        self.assertEqual(board.update((-1, -1), (1, 0), "o"), ("UNSUCCESSFUL", False))
        self.assertEqual(board.update((-1, -1), (4, 4), "o"), ("SUCCESSFUL", False))

    def test_diamonds_win_and_diagonals_do_not(self):
        board = VARIANTS["extreme"].board_class()()
        for row, column in ((1, 0), (0, 1), (2, 1)):
            board.board_status[row][column] = "o"
        self.assertTrue(board.update((-1, -1), (1, 2), "o")[1])
        for i in range(3):
            board.board_status[4 + i][4 + i] = "o"
        self.assertFalse(board.update((-1, -1), (7, 7), "o")[1])

    def test_only_plain_ints_in_tuples_are_moves(self):
        board = VARIANTS["extreme"].board_class()()
        self.assertTrue(board.check_valid_move((-1, -1), (0, 0)))
        for wrong in ([0, 0], (0.0, 0), (True, 0), (0, 0, 0), (16, 0)):
            self.assertFalse(board.check_valid_move((-1, -1), wrong), wrong)

    def test_the_old_bound_is_one_too_wide_in_2018_only(self):
        self.assertTrue(VARIANTS["extreme"].board_class()().check_valid_move((16, 16), (0, 0)))
        self.assertFalse(VARIANTS["double"].board_class()().check_valid_move((0, 9, 9), (0, 0, 0)))

    def printed(self, name):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            VARIANTS[name].board_class()().print_board()
        return out.getvalue().split("\n")

    def test_boards_are_printed_as_the_originals_did(self):
        lines = self.printed("extreme")
        self.assertEqual(lines[0], "==============Board State==============")
        self.assertEqual(lines[1:3], ["", " - - - -  - - - -  - - - -  - - - -"])
        self.assertEqual(lines[-8:-3], ["- - - -"] * 4 + ["=" * 39])
        lines = self.printed("double")
        self.assertEqual(lines[2], " - - -  - - -  - - -      - - -  - - -  - - -")
        self.assertEqual(lines[-5], "- - -    - - -")


class Fen(unittest.TestCase):
    def test_a_position_set_up_equals_the_one_played(self):
        for name in ("extreme", "double"):
            variant = VARIANTS[name]
            with open(VECTORS / (name + "-games.jsonl")) as file:
                record = json.loads(next(file))
            played = Game(variant)
            for text in record["moves"][:-1]:
                played.play(variant.read_move(text))
            fields = [fen_cells(played), played.flag, record["moves"][-2],
                      "b" if played.bonus else "-"]
            set_up = Game.from_fen(variant, fields)
            self.assertEqual(vars(set_up.board), vars(played.board))
            self.assertEqual((set_up.flag, set_up.bonus, set_up.old_move),
                             (played.flag, played.bonus, played.old_move))


def fen_cells(game):
    def row_text(row):
        text, run = "", 0
        for mark in row:
            if mark == "-":
                run += 1
                continue
            text, run = text + (str(run) if run else "") + mark, 0
        return text + (str(run) if run else "")

    both = getattr(game.board, "big_boards_status", None) or (game.board.board_status,)
    return "|".join("/".join(map(row_text, cells)) for cells in both)


class Notation(unittest.TestCase):
    def test_moves_are_written_as_the_notation_page_says(self):
        self.assertEqual(VARIANTS["extreme"].write_move((0, 3)), "d1")
        self.assertEqual(VARIANTS["double"].write_move((1, 8, 0)), "2a9")
        self.assertEqual(VARIANTS["double"].read_move("2A9"), (1, 8, 0))
        self.assertIsNone(VARIANTS["extreme"].write_move((0, 16)))
        self.assertIsNone(VARIANTS["extreme"].write_move(None))


if __name__ == "__main__":
    unittest.main()
