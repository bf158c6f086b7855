"""What each subcommand writes."""

import json
import os
import pty
import subprocess
import tempfile
from pathlib import Path

from program import PROGRAM, VECTORS, ProgramTest, main, run


def recorded_games():
    return {name: (VECTORS / f"{name}-games.jsonl").read_text() for name in ("extreme", "double")}


class Overview(ProgramTest):
    def test_without_arguments_three_examples_that_work_are_shown(self):
        text = self.succeeds()
        examples = [line.split("  ")[1].strip() for line in text.splitlines()
                    if line.startswith("  xttt ")]
        self.assertEqual(len(examples), 3)
        for example in examples:
            words = example.replace('"h9 n1"', "h9,n1").split()
            self.assertEqual(run(*words[1:]).returncode, 0, example)


class Show(ProgramTest):
    def test_the_fen_it_prints_shows_the_same_board(self):
        text = self.succeeds("show", "--variant", "double", "--moves", "1a1 1b2")
        fen = text.splitlines()[-1].removeprefix("FEN: ")
        self.assertEqual(self.succeeds("show", "--variant", "double", "--fen", fen), text)

    def test_moves_may_be_one_word_or_many(self):
        text = self.succeeds("show", "--moves", "b2 f6")
        self.assertEqual(self.succeeds("show", "--moves", "B2", "F6"), text)
        self.assertEqual(self.succeeds("show", "--moves", "b2,f6"), text)

    def test_ascii_is_ascii(self):
        self.assertTrue(self.succeeds("show", "--ascii").isascii())
        self.assertFalse(self.succeeds("show").isascii())

    def test_colour_is_for_terminals_only(self):
        def on_terminal(**env):
            ours, theirs = pty.openpty()
            environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
            subprocess.run([PROGRAM, "show"], stdout=theirs, env={**environment, **env}, check=True)
            os.close(theirs)
            text = b""
            try:
                while part := os.read(ours, 65536):
                    text += part
            except OSError:  # how the end of a terminal looks
                pass
            os.close(ours)
            return b"\x1b[" in text

        self.assertTrue(on_terminal(TERM="xterm"))
        self.assertFalse(on_terminal(TERM="xterm", NO_COLOR="1"))
        self.assertFalse(on_terminal(TERM="dumb"))
        self.assertNotIn("\x1b", self.succeeds("show"))
        self.assertIn("\x1b", self.succeeds("show", "--color=always"))


class Perft(ProgramTest):
    def test_the_count_is_on_standard_output_and_the_speed_on_standard_error(self):
        done = run("perft", "--depth", "3")
        self.assertEqual(done.stdout, b"64800\n")
        self.assertRegex(done.stderr.decode(), r"^\d+\.\d+ s, \d+ nodes/s\n$")

    def test_divide_adds_up(self):
        *moves, total = run("perft", "--depth", "4", "--divide", "--variant", "ultimate",
                            "--moves", "e5").stdout.decode().splitlines()
        self.assertEqual(len(moves), 8)
        self.assertEqual(sum(int(line.split()[1]) for line in moves), int(total))

    def test_the_recorded_counts_are_reproduced(self):
        perft = json.loads((VECTORS / "perft.json").read_text())
        for entry in perft["positions"][:8]:
            done = run("perft", "--variant", entry["variant"], "--depth", "2", "--moves",
                       " ".join(entry["moves"]))
            self.assertEqual(int(done.stdout), entry["perft"][1])


class Replay(ProgramTest):
    def test_recorded_games_come_back_byte_for_byte_from_their_moves_alone(self):
        for text in recorded_games().values():
            bare = "".join(json.dumps({key: game[key] for key in ("variant", "seed", "moves")}) + "\n"
                           for game in map(json.loads, text.splitlines()))
            self.assertEqual(self.succeeds("replay", stdin=bare), text)

    def test_the_full_form_is_itself_a_record(self):
        text = recorded_games()["double"]
        self.assertEqual(self.succeeds("replay", stdin=text), text)

    def test_an_unfinished_game_has_no_points(self):
        line = json.loads(self.succeeds("replay", stdin='{"variant":"ultimate","moves":["e5"]}'))
        self.assertEqual((line["result"], line["reason"], line["points"]), ("*", "unfinished", None))
        self.assertEqual(line["mover"], "x")

    def test_bad_lines_are_reported_and_the_others_answered(self):
        good = '{"variant":"ultimate","moves":["e5"]}\n'
        done = run("replay", stdin=good + '{"variant":"ultimate","moves":["e5","a1"]}\n' + "]\n" + good)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.count(b"\n"), 2)
        first, second, summary = done.stderr.decode().splitlines()
        self.assertIn("standard input: line 2: move 2: 'a1' is illegal: after e5", first)
        self.assertIn("standard input: line 3: not JSON", second)
        self.assertEqual(summary, "xttt: 2 games read, 2 bad")

    def test_it_reads_xgn_files_and_xgn_on_standard_input(self):
        text = recorded_games()["double"]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games.xgn"
            path.write_text(self.succeeds("convert", "-", "-", "--from", "jsonl", "--to", "xgn",
                                          stdin=text))
            self.assertEqual(self.succeeds("replay", path), text)
            self.assertEqual(self.succeeds("replay", "--format", "xgn", stdin=path.read_bytes()),
                             text)


class Convert(ProgramTest):
    def test_there_and_back_again_changes_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            start, xgn, back, again = (Path(folder) / name
                                       for name in ("a.jsonl", "b.xgn", "c.jsonl", "d.xgn"))
            for text in recorded_games().values():
                start.write_text(text)
                self.succeeds("convert", start, xgn)
                self.succeeds("convert", xgn, back)
                self.succeeds("convert", back, again)
                self.assertEqual(again.read_bytes(), xgn.read_bytes())
                self.assertEqual(self.succeeds("replay", back), text)


class Simulate(ProgramTest):
    def test_a_seed_repeats_the_game(self):
        for variant in ("extreme", "double", "diagonal", "ultimate"):
            text = self.succeeds("simulate", "1", "--variant", variant, "--seed", "7")
            self.assertEqual(self.succeeds("simulate", "1", "--variant", variant, "--seed", "7"), text)
            self.assertNotEqual(
                self.succeeds("simulate", "1", "--variant", variant, "--seed", "8"), text)

    def test_board_winner_message_and_points_are_shown(self):
        text = self.succeeds("simulate", "1")
        for word in ("winner: ", "message: ", "points: ", "seed: ", "┌"):
            self.assertIn(word, text)


if __name__ == "__main__":
    main()
