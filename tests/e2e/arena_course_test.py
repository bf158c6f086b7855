"""A whole course in time-lapse: forty teams hand in, the clock plays the cup, on this machine and on a cluster.

The server and the workers are killed again and again. The final tables equal those of an undisturbed run of the same cup.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

from arena_lab import GOOD, Arena, archive, ask, checked, until, upload
from cluster_lab import Lab, games_of
from program import PROGRAM
from web_client import Server

TEAMS = 40
PATIENCE = 600  # seconds for all checks, and for a part of the cup, on a busy machine
# A bot that always plays the same moves; no two teams have the same one.
STEADY = """
class Team:
    def move(self, board, old_move, flag):
        cells = sorted(board.find_valid_move_cells(old_move))
        return cells[{number} * 7 % len(cells)]
"""
MISTAKES = [
    ("slow.py", GOOD.replace("        return", "        import time; time.sleep(9)\n        return")),
    ("crash.py", GOOD.replace("return random", "return nobody")),
    ("illegal.py", GOOD.replace("return", "return (99, 99) #")),
    ("syntax.py", GOOD.replace("def move", "def move move")),
    ("reader.py", "SECRET = open('{folder}/arena.db').read()\n" + GOOD),
    ("escape.zip", archive(files={"../../evil.py": GOOD})),
    ("link.zip", archive(links={"bot.py": "/etc/passwd"})),
    ("bomb.zip", archive(files={"bomb.py": b"#" * (70 << 20)})),
    ("fork.zip", archive(files={"Makefile": "all:\n\tbash fork.sh\n",
                                "fork.sh": "while :; do bash -c 'sleep 100' & done\n"})),
    ("phone.zip", archive(files={"Makefile": "all:\n\tbash -c 'exec 3<>/dev/tcp/127.0.0.1/22'\n"})),
]


class CourseTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="xttt-course-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.teams = [f"Team {number:02}" for number in range(TEAMS)]
        self.arena = Arena(self.folder, self.teams, move_time="3s")
        self.lab = Lab(PROGRAM)
        self.lab.__enter__()
        self.addCleanup(self.lab.__exit__)
        serve = ("--arena", self.arena.folder, "--requests-per-second", "1000")
        self.on_this_machine = (*serve, "--arena-jobs", "1")
        self.on_the_cluster = (*serve, "--cluster", self.lab.url)
        self.server = Server(*self.on_this_machine)
        self.addCleanup(self.server.__exit__)

    def kill(self):
        self.server.kill()
        self.server.start()

    def move(self, options):
        """The server is killed, and starts again with other options."""
        self.server.options = options
        self.kill()

    def hand_in(self, number):
        """Half of the teams have a good bot, the others make every mistake twice."""
        team = self.teams[number]
        if number % 2 == 0:
            name, content = f"team{number}.py", STEADY.format(number=number)
        else:
            name, content = MISTAKES[number // 2 % len(MISTAKES)]
            if isinstance(content, str):
                content = content.replace("{folder}", self.arena.folder)
        status, _, version = upload(self.server, self.arena, team, name, content)
        self.assertEqual(status, 201, version)
        return version

    def verdict(self, number):
        """As a team does, it uploads a good bot again if the machine was too busy to judge it."""
        while True:
            found = checked(self.server, self.arena, self.teams[number], PATIENCE)
            if number % 2 or "too busy" not in found["reason"]:
                return found["state"]
            self.hand_in(number)

    def staff(self, method, path, body=None):
        return ask(self.server, method, path, self.arena.tokens["staff"], body)

    def shown(self):
        return {game["id"]: game for game in ask(self.server, "GET", "/results")[2]["games"]}

    def more_games(self, number):
        """Wait until the ladder has played this many more games, and return its latest results."""
        last = max(self.shown())
        until(lambda: max(self.shown()) >= last + number, PATIENCE)
        return self.shown()

    def keeps(self, before):
        """The results that were shown before are still the same."""
        after = self.shown()
        for number, game in before.items():
            if number in after:
                self.assertEqual(after[number], game)

    def reaches(self, games):
        """Wait until the cup has played at least this many games, or is finished."""
        until(lambda: self.stored() >= games or self.cup() == "finished", PATIENCE)

    def cup(self):
        return ask(self.server, "GET", "")[2]["cup"]["state"]

    def stored(self):
        """The number of games of the cup."""
        status, _, view = self.server.ask("GET", "/api/tournaments/cup")
        return view.get("games", 0) if status == 200 else 0

    def tables(self, store):
        done = subprocess.run([PROGRAM, "tournament", "standings", store, "--json"], check=True,
                              capture_output=True, text=True)
        return json.loads(done.stdout)

    def test_the_cup_of_a_disturbed_course_is_that_of_an_undisturbed_one(self):
        uploads = {}
        for number in range(TEAMS):
            uploads[number] = self.hand_in(number)
            if number % 13 == 12:
                self.kill()
        for number, before in uploads.items():
            team = self.teams[number]
            _, _, found = ask(self.server, "GET", f"/teams/{self.arena.numbers[team]}/versions",
                              self.arena.tokens[team])
            self.assertEqual(found["versions"][-1]["sha256"], before["sha256"])
        for number in range(TEAMS):
            self.assertEqual(self.verdict(number), "rejected" if number % 2 else "ready", number)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "evil.py")))

        # The ladder plays all the time, here and on workers; what it showed stays.
        before = until(lambda: self.shown() if len(self.shown()) >= 5 else None, PATIENCE)
        self.move(self.on_the_cluster)
        self.lab.start_worker("w1")
        self.keeps(before)
        before = self.more_games(3)
        self.lab.kill_worker("w1")
        self.lab.start_worker("w2")
        self.more_games(3)
        self.keeps(before)

        # The deadline passes, and the cup begins automatically.
        deadline = int(time.time() * 1000) + 500
        status, _, arena = self.staff("POST", "/staff/settings",
                                      {"deadline_ms": deadline, "cup_at_deadline": True})
        self.assertEqual((status, arena["cup"]["state"]), (200, "none"))
        until(lambda: self.cup() != "none", PATIENCE)
        status, _, late = upload(self.server, self.arena, self.teams[0], "late.py", GOOD)
        self.assertEqual((status, late["error"]["code"]), (409, "closed"))
        # On the cluster: the server, a worker, both; then here.
        self.reaches(5)
        self.kill()
        self.reaches(25)
        self.lab.kill_worker("w2")
        self.lab.start_worker("w3")
        self.reaches(45)
        self.lab.kill_worker("w3")
        self.kill()
        self.lab.start_worker("w4")
        self.reaches(65)
        self.move(self.on_this_machine)
        self.reaches(90)
        self.move(self.on_the_cluster)
        until(lambda: self.cup() == "finished", PATIENCE)
        workers = {game[-1] for game in games_of(os.path.join(self.arena.folder, "cup.db")).values()}
        self.assertLessEqual({"w2", "w3", "w4"}, workers)

        # The same versions, without disturbance.
        store = os.path.join(self.folder, "undisturbed.db")
        subprocess.run([PROGRAM, "tournament", "run", os.path.join(self.arena.folder, "cup-started.toml"),
                        "--store", store, "--jobs", "1", "--quiet"], check=True, capture_output=True)
        disturbed = self.tables(os.path.join(self.arena.folder, "cup.db"))
        self.assertEqual(disturbed["stages"], self.tables(store)["stages"])
        self.assertEqual([stage["name"] for stage in disturbed["stages"]], ["pools", "league"])

        status, _, grades = self.staff("GET", "/staff/cup/grades.csv")
        rows = grades.decode().splitlines()
        self.assertEqual((status, len(rows)), (200, TEAMS + 1))
        self.assertEqual(sum(row.startswith(",") for row in rows), TEAMS // 2)  # no bot, no place
        status, headers, report = self.staff("GET", "/staff/cup/report.html")
        if status == 200:  # a program with the page
            self.assertIn("attachment", headers["Content-Disposition"])
            self.assertIn(b"Team 00", report)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
