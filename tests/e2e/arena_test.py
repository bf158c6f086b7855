"""An arena as a course sees it: links, uploads through HTTP, the ladder, kill -9, a copy, the deadline."""

import http.client
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import textwrap
import unittest
from pathlib import Path

from arena_lab import GOOD, PATIENCE, Arena, archive, ask, checked, until, upload
from program import PROGRAM
from web_client import Server

ROOT = Path(__file__).resolve().parents[2]

BOTS = {
    "Random": ("chance.py", GOOD),
    "First": ("first.py", GOOD.replace("random.choice(", "(lambda cells: cells[0])(")),
    "Slow": ("slow.py", GOOD.replace("        return", "        import time; time.sleep(9)\n        return")),
    "Crash": ("crash.py", GOOD.replace("return random", "return nobody")),
    "Illegal": ("illegal.py", GOOD.replace("return", "return (99, 99) #")),
    "Reader": ("reader.py", "SECRET = open('{folder}/arena.db').read()\n" + GOOD),
}


class ArenaTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="xttt-arena-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.arena = Arena(self.folder, BOTS)

    def serve(self, folder=None, jobs="1"):
        server = Server("--arena", folder or self.arena.folder, "--arena-jobs", jobs,
                        "--requests-per-second", "1000")
        self.addCleanup(server.__exit__)
        return server

    def test_a_course(self):
        arena = self.arena
        server = self.serve()
        for team, (file_name, source) in BOTS.items():
            status, _, version = upload(server, arena, team, file_name,
                                        source.replace("{folder}", arena.folder))
            self.assertEqual(status, 201, version)
        # Confirmed uploads survive the end of the server at any moment.
        server.kill()
        server.start()
        verdicts = {team: checked(server, arena, team) for team in BOTS}
        self.assertEqual({team: found["state"] for team, found in verdicts.items()},
                         {"Random": "ready", "First": "ready", "Slow": "rejected", "Crash": "rejected",
                          "Illegal": "rejected", "Reader": "rejected"}, verdicts)
        self.assertIn("NameError", str(verdicts["Crash"]["checks"]))
        for found in verdicts.values():
            self.assertNotIn(arena.folder + "/bots", str(found))

        def shown_by(some_server):
            return ask(some_server, "GET", "/results")[2]["games"]

        def shown():
            return shown_by(server)
        games = until(lambda: shown() if len(shown()) >= 3 else None)
        # Test games, which survive the end of the server too, are for their team only.
        status, _, started = ask(
            server, "POST", f"/versions/{verdicts['First']['version']}/test-games",
            arena.tokens["First"], {"opponent": verdicts["Random"]["version"], "games": 2})
        self.assertEqual(status, 201, started)
        server.kill()
        server.start()
        for game in games:  # asked for one by one: the list holds the latest 50 only
            after = ask(server, "GET", f"/games/{game['id']}")[2]
            self.assertEqual({key: after.get(key) for key in game}, game)
        last = shown()[0]["id"]
        until(lambda: shown()[0]["id"] > last + 1)

        tests = f"/teams/{arena.numbers['First']}/tests/{started['test']}"

        def finished():
            _, _, test = ask(server, "GET", tests, arena.tokens["First"])
            return test if test["state"] == "finished" else None
        test = until(finished)
        self.assertEqual(test["wins"] + test["draws"] + test["losses"], 2)
        path = f"/teams/{arena.numbers['First']}/test-games/{test['list'][0]['id']}"
        self.assertGreater(len(ask(server, "GET", path, arena.tokens["First"])[2]["record"]["moves"]), 10)
        for stranger, code in (("Random", 403), (None, 401)):
            for hidden in (tests, path):
                answer = ask(server, "GET", hidden, stranger and arena.tokens[stranger])
                self.assertEqual(answer[0], code, answer)

        # A copy made while it runs is an arena with the same people and games.
        copy = os.path.join(self.folder, "copy")
        subprocess.run([PROGRAM, "arena", "export", arena.folder, copy], check=True,
                       capture_output=True)
        other = self.serve(copy, jobs="0")
        you = ask(other, "GET", "", arena.tokens["First"])[2]["you"]
        self.assertEqual((you["role"], you["name"]), ("team", "First"))
        self.assertEqual(checked(other, arena, "Random")["state"], "ready")
        self.assertGreaterEqual(len(ask(other, "GET", "/results")[2]["games"]), len(games))
        self.assertEqual(ask(other, "GET", tests, arena.tokens["First"])[2], test)

        # So is one that was imported from the copy: its bots come from the uploads.
        moved = os.path.join(self.folder, "moved")
        subprocess.run([PROGRAM, "arena", "import", copy, moved], check=True, capture_output=True)
        self.assertEqual(os.listdir(os.path.join(moved, "bots")), [])
        third = self.serve(moved)
        last_game = shown_by(third)[0]["id"]
        until(lambda: shown_by(third)[0]["id"] > last_game + 1)
        third.kill()
        name = sorted(os.listdir(os.path.join(copy, "uploads")))[0]
        with open(os.path.join(copy, "uploads", name), "a", encoding="utf-8") as file:
            file.write("# changed")
        run = subprocess.run([PROGRAM, "arena", "import", copy, moved + "2"], check=False,
                             capture_output=True, text=True)
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertIn("SHA-256", run.stderr)
        self.assertFalse(os.path.exists(moved + "2"))

        # The cup of the versions that are ready.
        cup = os.path.join(self.folder, "cup.toml")
        subprocess.run([PROGRAM, "arena", "cup", arena.folder, "-o", cup], check=True)
        with open(cup, encoding="utf-8") as file:
            text = file.read()
        self.assertEqual([name for name in BOTS if f'"{name}"' in text], ["Random", "First"])
        check = subprocess.run([PROGRAM, "tournament", "check", cup], capture_output=True, text=True,
                               check=False)
        self.assertEqual(check.returncode, 0, check.stderr)

        status, _, _ = ask(server, "POST", "/staff/settings", arena.tokens["staff"],
                           {"deadline_ms": 1000})
        self.assertEqual(status, 200)
        status, _, answer = upload(server, arena, "First", "late.py", GOOD)
        self.assertEqual((status, answer["error"]["code"]), (409, "closed"))
        self.assertEqual(server.stop(), 0)

    def test_hostile_uploads(self):
        arena = self.arena
        server = self.serve(jobs="0")
        # A list of 100,000 names needs more than the usual limit.
        status, _, _ = ask(server, "POST", "/staff/settings", arena.tokens["staff"],
                           {"max_upload_bytes": 32 << 20})
        self.assertEqual(status, 200)
        attempts = {
            "Random": archive({"../../../evil.py": GOOD}),
            "First": archive(links={"bot.py": arena.folder + "/arena.db"}),
            "Slow": archive({"bomb.py": b"#" * (70 << 20)}),
            "Crash": archive({str(i): b"" for i in range(100_000)}),
            "Illegal": archive({"Makefile": f"all:\n\tsleep 600 & cat {arena.folder}/arena.db > "
                                            f"{self.folder}/stolen; false\n"}),
        }
        for team, content in attempts.items():
            status, _, version = upload(server, arena, team, "bot.zip", content)
            self.assertEqual(status, 201, version)
        for team in attempts:
            found = checked(server, arena, team)
            self.assertEqual(found["state"], "rejected", found)
            self.assertNotEqual(found["reason"], "")
        status, _, _ = ask(server, "POST", "/staff/settings", arena.tokens["staff"],
                           {"max_upload_bytes": 8 << 20})
        self.assertEqual(status, 200)
        for name in ("evil.py", "stolen"):
            self.assertFalse(os.path.exists(os.path.join(self.folder, name)))
        # A large body needs a token, and a huge one is always refused.
        path = f"/api/arena/teams/{arena.numbers['Reader']}/versions"
        for token, size in ((None, 100_000), (arena.tokens["Reader"], 9 << 20)):
            connection = http.client.HTTPConnection(server.host, server.port, timeout=PATIENCE)
            connection.putrequest("POST", path)
            if token:
                connection.putheader("Authorization", "Bearer " + token)
            connection.putheader("Content-Length", str(size))
            connection.endheaders()
            self.assertEqual(connection.getresponse().status, 413)
            connection.close()
        # A team holds a few slow uploads at a time, and other teams can still upload.
        connections = []
        for _ in range(4):
            connection = http.client.HTTPConnection(server.host, server.port, timeout=PATIENCE)
            connection.putrequest("POST", path)
            connection.putheader("Authorization", "Bearer " + arena.tokens["Reader"])
            connection.putheader("Content-Type", "application/octet-stream")
            connection.putheader("X-File-Name", "bot.py")
            connection.putheader("Content-Length", str(len(GOOD)))
            connection.putheader("Expect", "100-continue")
            connection.endheaders()
            connections.append(connection)
            # The server answers in turn: "100 Continue", or the refusal.
            answer = connection.sock.recv(12)
            self.assertEqual(answer, b"HTTP/1.1 100" if len(connections) < 4 else b"HTTP/1.1 429")
        self.assertEqual(upload(server, arena, "Random", "good.py", GOOD)[0], 201)
        for connection in connections:
            connection.close()

    def test_submitting_from_a_terminal(self):
        server = self.serve(jobs="0")
        url = f"http://{server.host}:{server.port}"

        def submit(source, token, **environment):
            path = os.path.join(self.folder, "my bot.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(source)
            return subprocess.run(
                [PROGRAM, "submit", path, "--server", url, "--notes", "a & b"], text=True,
                capture_output=True, env={**os.environ, "XTTT_TOKEN": token, **environment}, check=False)
        done = submit(GOOD, self.arena.tokens["Random"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Uploaded my bot.py as version 1", done.stdout)
        self.assertIn("legal moves", done.stdout)
        self.assertEqual(checked(server, self.arena, "Random")["notes"], "a & b")
        done = submit(BOTS["Crash"][1], url + "/#/arena?token=" + self.arena.tokens["Crash"])
        self.assertEqual(done.returncode, 1)
        self.assertIn("rejected", done.stderr)
        self.assertEqual(submit(GOOD, "nonsense").returncode, 2)
        # The token is written nowhere else.
        done = submit(GOOD, self.arena.tokens["Random"], TMPDIR=os.path.join(self.folder, "none"))
        self.assertEqual((done.returncode, done.stderr), (1, "xttt: cannot create a temporary folder\n"))
        for token, said in (("A" * 22, "does not accept this token"),
                            (self.arena.tokens["staff"], "the token of the staff")):
            done = submit(GOOD, token)
            self.assertEqual((done.returncode, said in done.stderr), (2, True), done.stderr)
        done = submit(GOOD + "#" * (9 << 20), self.arena.tokens["Random"])
        self.assertEqual(done.returncode, 1)
        self.assertIn("the arena accepts at most 8388608", done.stderr)

    def test_the_ci_job_of_the_examples(self):
        """Runs the commands of the workflow as a runner does, with the program of this build."""
        text = (ROOT / "examples/ci/submit.yml").read_text(encoding="utf-8")
        commands = [textwrap.dedent(block) for block in re.findall(r"run: \|\n((?: {10}.*\n)+)", text)]
        self.assertEqual(len(commands), text.count("run:"))
        server = self.serve(jobs="0")
        tarball = os.path.join(self.folder, "xttt.tar.gz")
        with tarfile.open(tarball, "w:gz", compresslevel=1) as packed:
            packed.add(PROGRAM, "xttt-1/bin/xttt")
        paths = os.path.join(self.folder, "paths")
        values = {"vars.XTTT_TARBALL": "file://" + tarball,
                  "vars.XTTT_SERVER": f"http://{server.host}:{server.port}",
                  "secrets.XTTT_TOKEN": self.arena.tokens["First"]}
        settings = re.findall(r"(\w+): \$\{\{ ([\w.]+) \}\}", text)
        self.assertEqual({value for _, value in settings}, set(values))
        for source, code in ((GOOD, 0), (GOOD.replace("return random", "return nobody"), 1)):
            with open(os.path.join(self.folder, "mybot.py"), "w", encoding="utf-8") as file:
                file.write(source)
            with open(paths, "w", encoding="utf-8"):
                pass
            for command in commands:
                with open(paths, encoding="utf-8") as file:
                    added = file.read().split()
                done = subprocess.run(
                    ["bash", "-eo", "pipefail", "-c", command], capture_output=True, text=True, check=False,
                    cwd=self.folder, timeout=PATIENCE,
                    env={"PATH": ":".join([*added, "/usr/bin:/bin"]), "HOME": self.folder,
                         "RUNNER_TEMP": self.folder, "GITHUB_PATH": paths, "GITHUB_SHA": "0123abc",
                         **{name: values[value] for name, value in settings}})
                if done.returncode != 0:
                    break
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)
            self.assertEqual(command, commands[-1])
            self.assertEqual(checked(server, self.arena, "First")["notes"], "commit 0123abc")

    def test_the_client_of_the_documentation(self):
        page = (ROOT / "docs/reference/arena.md").read_text(encoding="utf-8").split("## A client in Python")[1]
        client = page.split("```py\n", 1)[1].split("```", 1)[0]
        server = self.serve(jobs="0")
        for team, state in (("First", "ready"), ("Crash", "rejected crash")):
            name, source = BOTS[team]
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(source)
            done = subprocess.run([sys.executable, "-c", client, f"http://{server.host}:{server.port}",
                                   self.arena.tokens[team], name], capture_output=True, text=True,
                                  timeout=PATIENCE, check=False, cwd=self.folder)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertTrue(done.stdout.startswith(state), done.stdout)
            self.assertEqual(checked(server, self.arena, team)["file_name"], name)

    def test_mistakes_on_the_command_line(self):
        for words, said in ((["arena", "new", self.arena.folder], "already exists"),
                            (["arena", "teams", "nowhere"], "is not an arena"),
                            (["arena", "token", self.arena.folder, "--team", "Zaphod"], "no team"),
                            (["arena", "new", "x", "--deadline", "tomorrow"], "2027-03-01T18:00"),
                            (["arena", "new", "x", "--deadline", "2037-02-31T18:00"], "2027-03-01T18:00"),
                            (["arena", "new", "x", "--deadline", "2020-01-01T10:00"], "passed already"),
                            (["arena", "new", "x", "--url", "xttt.example.org"], "http:// or https://"),
                            (["arena", "import", "nowhere", "x"], "is not an arena"),
                            (["arena", "import", self.arena.folder, self.arena.folder], "already exists"),
                            (["serve", "--arena", "nowhere", "--port", "0"], "is not an arena"),
                            (["serve", "--arena-jobs", "2"], "--arena")):
            run = subprocess.run([PROGRAM, *words], capture_output=True, text=True, cwd=self.folder,
                                 check=False)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn(said, run.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
