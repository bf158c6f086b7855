"""Tournaments through the real program: run, interrupt, kill, resume, read."""

import importlib.machinery
import importlib.util
import json
import os
import pty
import resource
import signal
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path

from program import PROGRAM, ProgramTest, main, run

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 60  # seconds that anything may take on a busy machine

SMALL = """
[tournament]
name = "Cup"
variant = "ultimate"
seed = 4
[games]
opening_plies = 2
[[entrant]]
name = "ann"
player = "random"
[[entrant]]
name = "bob"
player = "random:1"
[[entrant]]
name = "eve"
player = "engine:greedy,depth=1"
"""

# Games long enough to be interrupted: a few seconds each.
SLOW = """
[limits]
move_time = "10s"
[machine]
jobs = 1
[games]
per_pairing = 100
[[entrant]]
name = "new"
player = "engine:movetime=20"
[[entrant]]
name = "old"
player = "engine:movetime=20"
"""


class TournamentTest(ProgramTest):
    def setUp(self):
        self.config = self.folder / "cup.toml"
        self.store = self.folder / "cup.db"

    def write(self, text):
        self.config.write_text(text)
        return self.config

    def start(self, *options, **more):
        process = subprocess.Popen([PROGRAM, "tournament", "run", self.config, *options],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
        self.addCleanup(self.end, process)
        return process

    @staticmethod
    def end(process):
        if process.poll() is None:
            process.kill()
        process.communicate()

    def games_stored(self):
        if not self.store.exists():
            return 0
        try:
            with sqlite3.connect(self.store) as connection:
                return connection.execute("SELECT count(*) FROM games").fetchone()[0]
        except sqlite3.OperationalError:
            return 0  # not yet there

    def wait_for(self, what, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.02)


class Run(TournamentTest):
    def test_plays_every_game_once_and_then_has_nothing_left_to_do(self):
        self.write(SMALL)
        text = self.succeeds("tournament", "run", self.config)
        self.assertIn("3 entrants, 6 games", text)
        self.assertEqual(self.games_stored(), 6)
        self.assertIn("resuming after 6 games, 0 left", self.succeeds("tournament", "run", self.config))
        self.assertEqual(self.games_stored(), 6)
        standings = self.succeeds("tournament", "standings", self.store, "--ratings")
        self.assertIn("6 games played, 0 left", standings)
        self.assertIn("ratings", standings)
        table = json.loads(self.succeeds("tournament", "standings", self.store, "--json", "--stage", 1))
        rows = table["stages"][0]["pools"][0]
        self.assertEqual(sum(row["won"] + row["drawn"] + row["lost"] for row in rows), 12)
        self.refuses(2, "only 1 has started", "tournament", "standings", self.store, "--stage", 2)

    def test_writes_events_for_programs(self):
        self.write(SMALL)
        events = [json.loads(line)
                  for line in self.succeeds("tournament", "run", self.config, "--json").splitlines()]
        games = [e for e in events if e["event"] == "game"]
        self.assertEqual(sorted(e["game"] for e in games), [1, 2, 3, 4, 5, 6])
        self.assertEqual(events[-1]["event"], "end")
        self.assertTrue(events[-1]["finished"])

    def test_exports_games_that_can_be_read_again(self):
        self.write(SMALL)
        self.succeeds("tournament", "run", self.config, "--quiet")
        games = self.folder / "games.jsonl"
        self.succeeds("tournament", "export", self.store, "-o", games)
        self.assertEqual(len(self.succeeds("replay", games).splitlines()), 6)
        own = self.succeeds("tournament", "export", self.store, "--entrant", "eve", "--format", "jsonl")
        self.assertEqual(len(own.splitlines()), 4)
        self.succeeds("tournament", "export", self.store, "--each", self.folder / "teams")
        self.assertEqual(sorted(p.name for p in (self.folder / "teams").iterdir()),
                         ["ann.xgn", "bob.xgn", "eve.xgn"])
        self.refuses(2, "nobody", "tournament", "export", self.store, "--entrant", "nobody")
        self.refuses(2, "store itself", "tournament", "export", self.store, "-o", self.store,
                     "--format", "xgn")

    def test_each_entrant_has_a_file_of_its_own(self):
        """Names that look the same as those of files, or like paths, do not share one."""
        names = ("a/b", "a_b", "a_b-2", "..", "../x")
        self.write('[tournament]\nname = "small"\nvariant = "ultimate"\n' + "".join(
            f'[[entrant]]\nname = "{name}"\nplayer = "random:{i}"\n' for i, name in enumerate(names)))
        self.succeeds("tournament", "run", self.config, "--quiet")
        teams = self.folder / "each"
        self.succeeds("tournament", "export", self.store, "--each", teams, "--format", "jsonl")
        files = sorted(teams.iterdir())
        self.assertEqual(len(files), len(names), files)
        for file in files:
            players = [{game["tags"]["X"], game["tags"]["O"]}
                       for game in map(json.loads, file.read_text().splitlines())]
            self.assertEqual(len(set.intersection(*players)), 1, file)  # one is in all of its games
        self.assertFalse((self.folder / "x.jsonl").exists())
        for place in (self.config, "/proc/none"):
            done = run("tournament", "export", self.store, "--each", place)
            self.assertEqual(done.returncode, 1)
            self.assertIn(b"cannot write", done.stderr)

    def test_shows_a_live_table_on_a_terminal(self):
        self.write(SMALL)
        leader, follower = pty.openpty()
        process = subprocess.Popen([PROGRAM, "tournament", "run", self.config], stdout=follower,
                                   stderr=follower, env={**os.environ, "TERM": "xterm"})
        self.addCleanup(self.end, process)
        os.close(follower)
        shown = b""
        try:
            while chunk := os.read(leader, 65536):
                shown += chunk
        except OSError:
            pass  # the other side is closed
        os.close(leader)
        self.assertEqual(process.wait(PATIENCE), 0)
        for word in (b"stage 1 of 1", b"6 left", b"points", b"eve", b"\x1b["):
            self.assertIn(word, shown)


class Interruptions(TournamentTest):
    def test_ctrl_c_ends_the_games_being_played_and_the_next_run_goes_on(self):
        self.write(SMALL.replace("opening_plies = 2", "opening_plies = 2\nper_pairing = 1000"))
        process = self.start("--jobs", "1")
        self.wait_for("a game", lambda: self.games_stored() > 0)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        before = self.games_stored()
        if process.returncode == 0:
            self.assertEqual(before, 3000)  # a fast machine
            return
        self.assertEqual(process.returncode, 130, err)
        self.assertIn(b"again to resume", err)
        self.assertIn(b"running game", out)
        self.assertLess(before, 3000)
        self.succeeds("tournament", "run", self.config, "--quiet")
        self.assertEqual(self.games_stored(), 3000)

    def test_ctrl_c_twice_stops_now(self):
        self.write(SLOW)
        process = self.start()
        self.wait_for("a game", self.store.with_suffix(".db.live").exists)
        process.send_signal(signal.SIGINT)
        self.assertTrue(any(b"running game" in line for line in process.stdout))
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 130)
        self.assertEqual(list(self.folder.glob("*.lock")), [])
        self.assertIn("left", self.succeeds("tournament", "check", self.config))

    def test_pause_and_resume(self):
        self.write(SLOW)
        self.refuses(2, "no tournament is running", "tournament", "pause", self.store)
        process = self.start("--json")
        self.wait_for("the lock", lambda: list(self.folder.glob("*.lock")))
        os.set_blocking(process.stdout.fileno(), False)
        seen = b""

        def heard(word):
            nonlocal seen
            seen += process.stdout.read() or b""
            return word in seen

        self.wait_for("the beginning", lambda: heard(b'"begin"'))
        self.refuses(2, "not paused", "tournament", "resume", self.config)
        self.succeeds("tournament", "pause", self.config)
        self.wait_for("the pause", lambda: heard(b'"paused"'))
        self.succeeds("tournament", "resume", self.store)
        self.wait_for("the end of the pause", lambda: heard(b'"resumed"'))
        self.refuses(1, f"in use by process {process.pid}", "tournament", "run", self.config)

    def test_killed_at_random_moments_nothing_is_lost_or_played_twice(self):
        script = str(ROOT / "scripts" / "kill-and-resume")
        loader = importlib.machinery.SourceFileLoader("kill_and_resume", script)
        module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
        loader.exec_module(module)
        kills, _ = module.check(PROGRAM, 3, seed=5, games=20)
        self.assertGreaterEqual(kills, 3)


class BadInput(TournamentTest):
    def test_the_configuration_is_refused_with_line_and_column(self):
        for text, message in (("[tournament\n", "line 1, column 12"),
                              (SMALL + "[limit]\n", "did you mean 'limits'?"),
                              (SMALL + '[[entrant]]\nname = "ann"\nplayer = "random"\n', "named 'ann'"),
                              (SMALL + '[[entrant]]\nplayer = "python:no.py"\n', "no such bot file"),
                              (SMALL + "[machine]\njobs = 0\n", "'jobs' must be a whole number")):
            with self.subTest(message):
                self.write(text)
                self.refuses(2, message, "tournament", "run", self.config)
                self.refuses(2, message, "tournament", "check", self.config)
        self.refuses(2, "cannot read", "tournament", "run", self.folder / "missing.toml")
        self.assertFalse(self.store.exists())

    def test_a_store_of_another_tournament_stays_as_it_is(self):
        self.write(SMALL)
        self.succeeds("tournament", "run", self.config, "--quiet")
        before = self.store.read_bytes()
        self.write(SMALL.replace("ultimate", "double"))
        self.refuses(2, "differs in the variant", "tournament", "run", self.config)
        self.write(SMALL.replace("seed = 4", "seed = 5"))
        self.refuses(2, "differs in the seed", "tournament", "run", self.config)
        self.assertEqual(self.store.read_bytes(), before)

    def test_a_store_of_a_newer_version_stays_as_it_is(self):
        self.write(SMALL)
        self.succeeds("tournament", "run", self.config, "--quiet")
        with sqlite3.connect(self.store) as connection:
            connection.execute("PRAGMA user_version = 99")
        connection.close()
        before = self.store.read_bytes()
        self.refuses(1, "newer xttt", "tournament", "run", self.config)
        self.refuses(1, "newer xttt", "tournament", "standings", self.store)
        self.assertEqual(self.store.read_bytes(), before)

    def test_a_folder_that_cannot_be_written_to(self):
        self.write(SMALL)
        # Not even root may make files there.
        self.refuses(1, "cannot write to", "tournament", "run", self.config, "--store",
                     "/proc/self/games.db")
        self.refuses(2, "no such store", "tournament", "standings", self.store)

    def test_a_full_disk_ends_the_run_and_loses_nothing(self):
        self.write(SMALL.replace("opening_plies = 2", "opening_plies = 2\nper_pairing = 600"))

        def little_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

        process = self.start("--quiet", preexec_fn=little_room)
        _, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 1, err)
        self.assertIn(b"earlier games are safe", err)
        kept = self.games_stored()
        self.assertLess(kept, 1800)
        self.succeeds("tournament", "run", self.config, "--quiet")
        self.assertEqual(self.games_stored(), 1800)


class Sprt(ProgramTest):
    def test_tells_a_better_player_from_a_worse_one(self):
        text = self.succeeds("sprt", "--new", "engine:greedy,depth=1", "--old", "random", "--elo0", 0,
                             "--elo1", 50, "--variant", "ultimate", "--seed", 1)
        self.assertIn("H1 accepted", text)
        text = self.succeeds("sprt", "--new", "random", "--old", "engine:greedy,depth=1", "--elo1", 50,
                             "--movetime", "500ms", "--variant", "ultimate", "--json")
        self.assertEqual(json.loads(text.splitlines()[-1])["verdict"], "H0")

    def test_goes_on_with_its_store(self):
        with tempfile.TemporaryDirectory() as folder:
            store = Path(folder) / "test.db"
            arguments = ("sprt", "--new", "random", "--old", "random", "--elo0", -1, "--elo1", 1,
                         "--variant", "ultimate", "--seed", 1, "--games", 20, "--store", store)
            text = self.succeeds(*arguments)
            self.assertIn("20 games", text)
            self.assertIn("undecided", text)
            again = self.succeeds(*arguments)
            self.assertEqual(text.splitlines()[-3:], again.splitlines()[-3:])

    def test_refuses_what_makes_no_sense(self):
        good = ("sprt", "--new", "random", "--old", "random")
        self.refuses(2, "elo", *good, "--elo0", 5, "--elo1", 0)
        self.refuses(2, "not a time", *good, "--movetime", "soon")
        self.refuses(2, "no-such", "sprt", "--new", "ugi:./no-such", "--old", "random")
        self.refuses(2, "human", "sprt", "--new", "human", "--old", "random")


if __name__ == "__main__":
    main()
