"""An arena whose games are played by the workers of a cluster: they, the message server and the arena are killed."""

import contextlib
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

from arena_lab import GOOD, Arena, archive, ask, checked, until, upload
from cluster_lab import Lab, games_of
from program import PROGRAM
from web_client import Server

PATIENCE = 300  # seconds, on a busy machine
# Finds its data by a name that no scan of the source can know, and says so.
READER = """
import os, random, sys
here = os.path.dirname(os.path.abspath(__file__))
sys.stderr.write(open(os.path.join(here, *reversed(["word." + "txt", "da" + "ta"]))).read() + "\\n")
""" + GOOD


def program_archive():
    """A program in machine code, in a folder of the archive, with a file beside it."""
    trivial = os.path.join(os.path.dirname(PROGRAM), "test_bots", "trivial_ugi")
    with open(trivial, "rb") as file:
        engine = file.read()
    return archive(files={"bin/engine": engine, "bin/word.txt": "swordfish\n"}, executable=("bin/engine",))


class ArenaClusterTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="xttt-arena-cluster-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.lab = Lab(PROGRAM)
        self.lab.__enter__()
        self.addCleanup(self.lab.__exit__)
        self.bots = {"Reader": ("reader.zip", archive(files={"bot.py": READER, "data/word.txt": "swordfish"})),
                     "Program": ("program.zip", program_archive()),
                     "First": ("first.py", GOOD.replace("random.choice(", "(lambda cells: cells[0])("))}
        self.arena = Arena(self.folder, self.bots, move_time="10s", variant="ultimate")
        self.log = open(os.path.join(self.folder, "server.log"), "wb")  # noqa: SIM115
        self.addCleanup(self.log.close)
        self.server = Server("--arena", self.arena.folder, "--requests-per-second", "1000",
                             "--cluster", self.lab.url, log=self.log)
        self.addCleanup(self.server.__exit__)

    def restart(self):
        self.server.kill()
        self.server.start()

    def staff(self, method="GET", path="", body=None):
        status, _, answer = ask(self.server, method, path, self.arena.tokens["staff"], body)
        self.assertLess(status, 300, answer)
        return answer

    def games(self, store="games.db"):
        """Worker, reason of the ending, and whether it counts, by the id of the game."""
        path = os.path.join(self.arena.folder, store)
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)) as database:
            rows = database.execute("SELECT id, worker, reason, counts FROM games").fetchall()
        return {row[0]: row[1:] for row in rows}

    def more_games(self, number=3):
        last = max(self.games(), default=0)
        until(lambda: max(self.games(), default=0) >= last + number, PATIENCE)

    def cup(self):
        return ask(self.server, "GET", "")[2]["cup"]["state"]

    def check_logs(self, verdicts):
        """What a bot printed on a worker is there for its team only."""
        owners = {verdicts["Reader"]["version"]: "Reader"}
        missing = set(owners.values())
        for game in ask(self.server, "GET", "/results")[2]["games"]:
            for side in ("x", "o"):
                team = owners.get(game[side]["version"])
                if team is None:
                    continue
                path = f"/games/{game['id']}"
                log = ask(self.server, "GET", path, self.arena.tokens[team])[2]["log"]
                self.assertEqual(log[side].splitlines()[0], "swordfish")
                self.assertNotIn(side, ask(self.server, "GET", path, self.arena.tokens["First"])[2].get("log", {}))
                missing.discard(team)
        self.assertEqual(missing, set())

    def test_workers_play_the_ladder_test_games_and_the_cup(self):
        for team, (name, content) in self.bots.items():
            self.assertEqual(upload(self.server, self.arena, team, name, content)[0], 201)
        verdicts = {team: checked(self.server, self.arena, team, PATIENCE) for team in self.bots}
        self.assertEqual({found["state"] for found in verdicts.values()}, {"ready"}, verdicts)

        # Without workers there are no games, and staff can see why.
        until(lambda: "no worker" in self.staff()["problem"], PATIENCE)
        self.assertEqual(self.staff()["machines"], {"place": "cluster", "workers": 0, "games": 0})
        self.assertNotIn("machines", ask(self.server, "GET", "")[2])
        self.assertEqual(self.games(), {})

        for name in ("w1", "w2"):
            self.lab.start_worker(name)
        until(lambda: {game[0] for game in self.games().values()} == {"w1", "w2"}, PATIENCE)
        self.assertEqual(self.staff()["machines"], {"place": "cluster", "workers": 2, "games": 2})
        until(lambda: self.staff()["problem"] == "", PATIENCE)
        self.more_games(10)
        self.check_logs(verdicts)

        # A worker vanishes in the middle of a game: no bot loses, and the other one continues.
        self.lab.kill_worker("w1")
        self.more_games(5)
        test = ask(self.server, "POST", f"/versions/{verdicts['First']['version']}/test-games",
                   self.arena.tokens["First"], {"opponent": verdicts["Program"]["version"], "games": 2})[2]["test"]
        tests = f"/teams/{self.arena.numbers['First']}/tests/{test}"
        until(lambda: ask(self.server, "GET", tests, self.arena.tokens["First"])[2]["state"] == "finished", PATIENCE)
        self.assertEqual({game[0] for game in self.games("test-games.db").values()}, {"w2"})

        # The message server is gone for a while.
        self.lab.end(self.lab.server)
        until(lambda: "wait for the cluster" in self.staff()["problem"], PATIENCE)
        self.lab.start_server()
        self.more_games()
        until(lambda: self.staff()["problem"] == "", PATIENCE)
        with open(self.log.name, encoding="utf-8") as file:
            log = file.read()
        self.assertIn("games wait for the cluster", log)
        self.assertIn("games are played on the cluster", log)

        # The arena is killed: what it showed stays, and it plays on.
        before = self.games()
        self.restart()
        self.more_games()
        after = self.games()
        self.assertEqual({game: after[game] for game in before}, before)

        # The cup, with a worker that vanishes and an arena that is killed.
        self.lab.start_worker("w3")
        store = os.path.join(self.arena.folder, "cup.db")
        rules = subprocess.run([PROGRAM, "arena", "cup", self.arena.folder], check=True,
                               capture_output=True, text=True).stdout
        with open(os.path.join(self.arena.folder, "cup.toml"), "w", encoding="utf-8") as file:
            file.write(re.sub(r"^games = \d+$", "games = 12", rules, flags=re.MULTILINE))
        self.staff("POST", "/staff/settings", {"deadline_ms": int(time.time() * 1000)})
        self.staff("POST", "/staff/cup", {})
        until(lambda: len(games_of(store)) >= 4, PATIENCE)
        self.lab.kill_worker("w2")
        self.restart()
        until(lambda: len(games_of(store)) >= 10, PATIENCE)
        self.restart()
        until(lambda: self.cup() == "finished", PATIENCE)
        self.assertEqual(sum(counts for *_, counts, _ in games_of(store).values()), 36)
        self.assertIn("w3", {game[0] for game in self.games("cup.db").values()})

        # No bot was charged for what the machines did.
        for played in ("games.db", "test-games.db", "cup.db"):
            reasons = {game[1] for game in self.games(played).values() if game[2]}
            self.assertFalse(reasons & {"crash", "time-limit", "resignation"}, (played, reasons))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
