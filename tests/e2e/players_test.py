"""Players, matches and checks of bots, through the real program."""

import json
import os
import pty
import re
import subprocess
import tempfile
import time
from pathlib import Path

from program import PROGRAM, ProgramTest, main, run

BOTS = Path(__file__).resolve().parent.parent / "bots"
ROBOT = f"python:{BOTS}/course/team01_random.py"


class BadPlayers(ProgramTest):
    def test_are_refused_before_any_game_with_exit_code_2(self):
        for player, message in ((f"python:{BOTS}/no_such.py", "no_such.py"),
                                (f"python:{BOTS}/course/team01_random.py:Nobody", "Nobody"),
                                (f"python:{BOTS}/hostile/syntax_error.py", "line"),
                                ("ugi:./no-such-program", "no-such-program"),
                                ("ugi:true", "does not start"),
                                ("rnadom", "unknown kind"),
                                ("engine:chess", "chess")):
            with self.subTest(player):
                self.refuses(2, message, "match", "--x", player, "--o", "random", "--games", 1)


class Match(ProgramTest):
    def test_the_same_seed_gives_the_same_games_whatever_the_jobs(self):
        with tempfile.TemporaryDirectory() as folder:
            texts = []
            for jobs in (1, 3):
                path = Path(folder) / f"{jobs}.jsonl"
                self.succeeds("match", "--x", "random", "--o", "engine:greedy", "--games", 6, "--seed",
                              5, "--jobs", jobs, "--opening-plies", 3, "--record", path)
                texts.append([json.loads(line)["moves"] for line in path.read_text().splitlines()])
            self.assertEqual(texts[0], texts[1])
            self.assertEqual(len(texts[0]), 6)
            self.assertEqual(texts[0][0][:3], texts[0][1][:3])  # a pair shares its opening
            self.assertNotEqual(texts[0][0][:3], texts[0][2][:3])

    def test_events_tell_whole_games(self):
        text = self.succeeds("match", "--x", "random", "--o", "random:3", "--games", 2, "--json",
                             "--variant", "double", "--seed", 1)
        events = [json.loads(line) for line in text.splitlines()]
        kinds = [event["event"] for event in events]
        self.assertEqual((kinds[0], kinds[-1]), ("started", "score"))
        for game in (1, 2):
            moves = [e for e in events if e["event"] == "moved" and e["game"] == game]
            ended = [e for e in events if e["event"] == "ended" and e["game"] == game]
            self.assertEqual([e["moves"] for e in ended], [len(moves)])
        self.assertEqual(kinds.count("bonus") <= kinds.count("board-won"), True)

    def test_the_score_counts_every_game(self):
        text = self.succeeds("match", "--x", "random", "--o", "random", "--games", 20, "--quiet")
        won, drawn, lost = map(int, re.search(r"20 games: (\d+) won, (\d+) drawn, (\d+) lost",
                                              text).groups())
        self.assertEqual(won + drawn + lost, 20)

    def test_openings_come_from_a_file_and_are_checked(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "openings.txt"
            path.write_text("# two of them\na1 b2\nh9 p1 # far\n")
            out = Path(folder) / "games.jsonl"
            self.succeeds("match", "--x", "random", "--o", "random", "--games", 4, "--openings", path,
                          "--record", out)
            games = [json.loads(line)["moves"][:2] for line in out.read_text().splitlines()]
            self.assertEqual(games, [["a1", "b2"]] * 2 + [["h9", "p1"]] * 2)
            path.write_text("a1 p16\n")
            self.refuses(1, "line 1", "match", "--x", "random", "--o", "random", "--openings", path)

    def test_a_course_bot_plays(self):
        text = self.succeeds("match", "--x", ROBOT, "--o", "random", "--games", 2, "--quiet")
        self.assertNotIn("forfeit", text)


class Simulate(ProgramTest):
    def test_a_person_plays_line_by_line(self):
        text = self.succeeds("simulate", "3", "--seed", 1, stdin="h9\nnonsense\nresign\n")
        self.assertIn("x plays h9", text)
        self.assertIn("'nonsense'", text)
        self.assertIn("resignation", text)

    def test_bots_take_their_seats(self):
        text = self.succeeds("simulate", "6", "engine:greedy", "random:1", "--seed", 1)
        self.assertIn("engine:greedy against random:1", text)
        self.refuses(2, "takes fewer bots", "simulate", "1", "random")


class CheckBot(ProgramTest):
    def test_a_good_bot_is_ready(self):
        text = self.succeeds("check-bot", ROBOT, "--positions", 60)
        for word in ("handshake", "legal moves", "time", "memory", "determinism", "is ready"):
            self.assertIn(word, text)

    def test_a_bad_one_is_told_why(self):
        done = run("check-bot", f"python:{BOTS}/hostile/changes_a_cell.py")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"changed-board", done.stdout)


class Play(ProgramTest):
    def test_line_mode_without_a_terminal(self):
        text = self.succeeds("play", "--o", "random", stdin="h9\n")
        self.assertIn("x plays h9", text)
        self.assertIn("the input ended", text)

    def test_the_whole_screen_on_a_terminal(self):
        leader, follower = pty.openpty()
        os.set_blocking(leader, False)
        with tempfile.TemporaryDirectory() as folder:
            saved = Path(folder) / "game.xgn"
            environment = {**os.environ, "TERM": "xterm-256color", "LINES": "24", "COLUMNS": "80",
                           "LC_ALL": "C.UTF-8"}
            process = subprocess.Popen([PROGRAM, "play", "--o", "random", "--save", saved, "--seed", "1"],
                                       stdin=follower, stdout=follower, stderr=follower,
                                       env=environment)
            os.close(follower)
            try:
                shown = self.until(leader, "arrows", process)
                os.write(leader, b"h9\r")
                shown += self.until(leader, "h9", process)
                os.write(leader, b"\r")  # whatever is under the cursor
                time.sleep(0.3)
                os.write(leader, b"s")
                self.until(leader, "Saved", process)
                os.write(leader, b"q")
                self.until(leader, "Not finished", process)
                process.wait(10)
            finally:
                process.kill()
                process.wait()
                os.close(leader)
            self.assertEqual(process.returncode, 0)
            self.assertIn("h9", saved.read_text())

    def until(self, descriptor, word, process):
        """What the program shows until it shows the word."""
        shown, end = "", time.monotonic() + 20
        while word not in shown and time.monotonic() < end:
            try:
                shown += os.read(descriptor, 65536).decode("utf-8", "replace")
            except BlockingIOError:
                time.sleep(0.02)
            except OSError:
                break
        self.assertIn(word, shown)
        return shown


if __name__ == "__main__":
    main()
