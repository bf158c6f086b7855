"""A queue of engine tests, played on this machine and on a cluster, with its page."""

import contextlib
import json
import os
import re
import signal
import subprocess
import urllib.request

from cluster_lab import PATIENCE, Lab, games_of, wait_until
from program import PROGRAM, ProgramTest, main, run

GAMES = ("--variant", "ultimate", "--movetime", "20s", "--nodes", "30", "--seed", "1")


class Testing(ProgramTest):
    def setUp(self):
        self.tests = self.folder / "tests"
        for name in ("new", "old"):
            program = self.folder / name
            program.write_text(f"#!/bin/sh\n# {name}\nexec {PROGRAM} ugi\n")
            program.chmod(0o755)

    def submit(self, *more, new="ugi:./new", old="random:1"):
        return self.succeeds("testing", "submit", "--folder", self.tests, "--new", new, "--old", old, *GAMES,
                             *more, cwd=self.folder)

    def states(self):
        text = self.succeeds("testing", "list", "--folder", self.tests, "--json")
        return {test["number"]: test for test in json.loads(text)["tests"]}

    def run_all(self, *more):
        return self.succeeds("testing", "run", "--folder", self.tests, "--until-done", *more, cwd=self.folder)

    def test_tests_are_played_by_priority_and_stop_by_themselves(self):
        self.assertEqual(self.submit("--games", 400, "--elo1", 30), "test 1 submitted: new\n")
        self.submit("--games", 4, "--priority", 5, "--name", "short")
        # The program may change after the submission.
        (self.folder / "new").write_text("#!/bin/sh\nexit 1\n")
        self.run_all("--jobs", 2)
        tests = self.states()
        self.assertEqual((tests[1]["status"], tests[1]["message"]), ("finished", "H1 accepted"), tests[1])
        self.assertLess(tests[1]["games"], 400)
        self.assertGreaterEqual(tests[1]["llr"], tests[1]["upper"])
        self.assertEqual(tests[1]["history"][-1], [tests[1]["games"], tests[1]["llr"]])
        self.assertEqual((tests[2]["message"], tests[2]["games"]), ("undecided", 4))
        text = self.succeeds("testing", "list", "--folder", self.tests)
        self.assertRegex(text, r"1  finished .* new: H1 accepted")
        page = (self.tests / "index.html").read_text()
        self.assertIn("Engine tests", page)
        self.assertEqual(len(re.findall(r"<h2 id=", page)), 2)
        self.refuses(2, "test 1 has already ended", "testing", "stop", 1, "--folder", self.tests)
        self.refuses(2, "test 1 has already ended: H1 accepted", "testing", "change", 1, "--folder", self.tests,
                     "--games", 800)
        self.refuses(2, "there is no test 9", "testing", "stop", 9, "--folder", self.tests)

    def test_a_stopped_test_is_left_alone_and_resumes(self):
        self.submit("--games", 8)
        self.succeeds("testing", "stop", 1, "--folder", self.tests)
        self.run_all()
        self.assertEqual(self.states()[1]["status"], "stopped")
        self.succeeds("testing", "resume", 1, "--folder", self.tests)
        self.run_all()
        self.assertEqual((self.states()[1]["status"], self.states()[1]["games"]), ("finished", 8))

    def test_a_test_can_be_changed_and_extended(self):
        self.submit("--games", 4, "--elo0", -1, "--elo1", 1)
        change = ("testing", "change", 1, "--folder", self.tests)
        self.assertEqual(self.succeeds(*change, "--priority", 3, "--share", 50),
                         "test 1 changed: priority 3, share 50, at most 4 games\n")
        self.refuses(2, "nothing to change", *change)
        self.refuses(2, "--games can only grow: test 1 has 4 games", *change, "--games", 4)
        self.refuses(2, "there is no test 2", "testing", "change", 2, "--folder", self.tests, "--share", 5)
        text = self.succeeds("testing", "list", "--folder", self.tests)
        self.assertIn("priority 3, share 50", text)
        self.assertIn(f"No coordinator is running. Start one: xttt testing run --folder {self.tests}\n", text)
        self.run_all("--jobs", 1)
        self.assertEqual((self.states()[1]["games"], self.states()[1]["message"]), (4, "undecided"))
        self.assertNotIn("No coordinator", self.succeeds("testing", "list", "--folder", self.tests))
        self.refuses(2, "test 1 has already ended: undecided", *change, "--share", 60)
        self.refuses(2, "with more --games continues it", "testing", "resume", 1, "--folder", self.tests)
        self.succeeds(*change, "--games", 50_000)
        self.assertEqual(self.states()[1]["status"], "queued")
        # Also while it runs: the coordinator starts it again with the new share, and keeps its games.
        with self.coordinator("--jobs", 1) as coordinator:
            games = lambda: self.states()[1]["games"]  # noqa: E731
            self.assertTrue(wait_until(lambda: games() > 4), self.states())
            self.succeeds(*change, "--share", 200)
            for expected in ("test 1 starts", "test 1 queued after", "test 1 starts"):
                self.assertIn(expected, coordinator.stdout.readline().decode())
            before = games()
            self.assertGreater(before, 4)
            self.assertTrue(wait_until(lambda: games() > before), self.states())
            self.assertEqual(self.states()[1]["share"], 200)

    def test_a_program_that_crashes_is_reported_with_its_last_words(self):
        (self.folder / "new").write_text(f"""#!/usr/bin/python3
import subprocess, sys
engine = subprocess.Popen([{str(PROGRAM)!r}, "ugi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
for request in sys.stdin:
    if request.startswith("go"):
        sys.exit("out of ideas")
    engine.stdin.write(request)
    engine.stdin.flush()
    last = {{"ugi": "ugiok", "isready": "readyok"}}.get(request.strip())
    while last:
        answer = engine.stdout.readline()
        print(answer, end="", flush=True)
        if answer.startswith(last):
            last = None
""")
        self.submit("--games", 4)
        log = self.run_all("--jobs", 1)
        self.assertRegex(log, "test 1 finished after 4 games: undecided; 4 forfeits, the last: .*out of ideas")
        test = self.states()[1]
        self.assertEqual((test["forfeits"], test["players"]), ({"crash": [4, 0]}, ["new", "random:1"]))
        self.assertIn("out of ideas", test["last_forfeit"])
        self.assertIn("4 forfeits", self.succeeds("testing", "list", "--folder", self.tests))
        self.assertIn("forfeits: new 4 by crash", (self.tests / "index.html").read_text())

    def test_a_killed_coordinator_leaves_no_test_running(self):
        self.submit("--games", 100_000, "--elo0", -1, "--elo1", 1)
        with self.coordinator("--jobs", 1):
            self.assertTrue(wait_until(lambda: self.states()[1]["status"] == "running"))
        self.assertEqual(json.loads((self.tests / "tests/1/state.json").read_text())["status"], "running")
        self.assertEqual(self.states()[1]["status"], "queued")

    def test_a_server_that_is_away_is_reported_once_and_the_tests_wait(self):
        self.submit("--games", 4)
        self.refuses(2, "invalid cluster address", "testing", "run", "--folder", self.tests, "--cluster", "localhost")
        with Lab(PROGRAM) as lab:
            lab.end(lab.server)
            log = self.folder / "run.log"
            with open(log, "wb") as out:
                coordinator = subprocess.Popen(
                    [PROGRAM, "testing", "run", "--folder", self.tests, "--until-done", "--cluster", lab.url],
                    stdin=subprocess.DEVNULL, stdout=out, stderr=out)
            try:
                waits = f"tests wait: cannot reach 127.0.0.1:{lab.port}; is nats-server running there?"
                self.assertTrue(wait_until(lambda: waits in log.read_text(), 5), log.read_text())
                self.assertTrue(wait_until(lambda: "cannot reach" in self.states()[1]["message"], 5))
                self.assertFalse(wait_until(lambda: log.read_text().count("\n") > 1, 8), log.read_text())
                lab.start_server()
                lab.start_worker("w1", "--allow-programs")
                self.assertEqual(coordinator.wait(timeout=PATIENCE), 0, log.read_text())
            finally:
                coordinator.kill()
                coordinator.wait()
            self.assertEqual(log.read_text().count("connected to the cluster"), 1, log.read_text())
            self.assertEqual(self.states()[1]["status"], "finished")

    def test_mistakes_are_refused_at_once(self):
        base = ("testing", "submit", "--folder", self.tests)
        self.refuses(2, "no such program", *base, "--new", "ugi:./missing", "--old", "random", cwd=self.folder)
        self.refuses(2, "unknown kind", *base, "--new", "nobody", "--old", "random")
        self.refuses(2, "--share", *base, "--new", "random", "--old", "random", "--share", 0)
        tune = ("testing", "tune", "--folder", self.tests)
        self.refuses(2, "it has 1 parts, not 7", *tune, "--player", "ugi:./new", "--parameter", "Skill", cwd=self.folder)
        self.refuses(2, "can be tuned", *tune, "--player", "engine", "--parameter", "Skill,int,5,0,20,2,0.1")
        self.refuses(2, "the program has no option 'Skil'", *tune, "--player", "ugi:./new",
                     "--parameter", "Skil,int,5,0,20,2,0.1", cwd=self.folder)
        twice = ("--parameter", "Skill,int,5,0,20,2,0.1") * 2
        self.refuses(2, "parameter 'Skill' is given twice", *tune, "--player", "ugi:./new", *twice, cwd=self.folder)
        self.assertFalse(self.tests.exists() and list((self.tests / "tests").glob("*")))

    def test_commits_are_built_and_only_their_programs_are_kept(self):
        repository = self.folder / "engine"
        repository.mkdir()

        def git(*words):
            settings = ("-c", "user.name=Test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false")
            return subprocess.run(["git", *settings, *words], cwd=repository, check=True, capture_output=True,
                                  text=True).stdout

        git("init", "--quiet", "--initial-branch", "main")
        source = repository / "engine.in"
        for branch in ("main", "better"):
            source.write_text(f"#!/bin/sh\n# {branch}\nexec {PROGRAM} ugi\n")
            git("add", "engine.in")
            git("commit", "--quiet", "-m", branch)
            git("branch", "--force", f"test-{branch}")
        source.write_text("a change that is not committed")
        build = "echo building >&2; cp engine.in engine && chmod +x engine"
        submit = ("testing", "submit", "--folder", self.tests, "--repository", repository, "--new", "ugi:engine", *GAMES)
        commits = ("--new-commit", "test-better", "--old", "ugi:engine", "--old-commit", "test-main")

        def built(content):
            return [path for path in (self.tests / "files").glob("*") if content in path.read_text()]

        self.refuses(2, "needs --build", *submit, *commits)
        self.refuses(2, "the build of commit 'test-better' failed", *submit, *commits, "--build", "exit 3")
        self.refuses(2, "made no file 'engine'", *submit, *commits, "--build", "true")
        self.refuses(2, "there is no commit '--all'", *submit, "--new-commit=--all", "--old", "random", "--build", build)
        self.refuses(2, "not a Git repository", "testing", "submit", "--folder", self.tests, "--repository", self.folder,
                     "--new", "ugi:engine", "--old", "random", "--new-commit", "main", "--build", build)
        # Players are checked before the first build.
        for player, message in (("random", "only ugi: and sandbox:"), (f"ugi:{PROGRAM}", "a path relative to the repository"),
                                ("ugi:cmd=engine dir=data", "dir= must be absolute")):
            self.refuses(2, message, *submit, "--new-commit", "test-main", "--old", player, "--old-commit", "test-main",
                         "--build", f"touch {self.folder}/built")
        self.assertFalse((self.folder / "built").exists())
        self.assertFalse(self.tests.exists() and list((self.tests / "tests").glob("*")))

        hash_of_better = git("rev-parse", "test-better").strip()[:8]
        done = run(*submit, *commits, "--build", build, "--games", 2)
        self.assertEqual((done.returncode, done.stdout.decode(), done.stderr),
                         (0, f"test 1 submitted: test-better {hash_of_better}\n", b"building\n" * 2))
        self.assertEqual((len(built("# better")), len(built("# main"))), (1, 1))
        self.assertEqual(source.read_text(), "a change that is not committed")
        self.assertEqual(len(git("worktree", "list").splitlines()), 1)
        self.run_all("--jobs", 1)
        self.assertEqual((self.states()[1]["games"], self.states()[1]["status"]), (2, "finished"))

    def test_options_are_tuned_and_a_tuning_resumes(self):
        self.tune(30)
        runner = subprocess.Popen([PROGRAM, "testing", "run", "--folder", self.tests, "--jobs", "2"],
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        try:
            iterations = self.tests / "tests/1/iterations.jsonl"
            self.assertTrue(wait_until(lambda: iterations.exists() and iterations.read_text().count("\n") > 3))
            # One coordinator at a time.
            self.refuses(2, "already have a coordinator", "testing", "run", "--folder", self.tests)
            runner.send_signal(signal.SIGINT)
            self.assertEqual(runner.wait(timeout=PATIENCE), 130, runner.stdout.read())
        finally:
            runner.kill()
            runner.wait()
            runner.stdout.close()
        done = iterations.read_text().count("\n")
        self.assertLess(done, 30)
        self.run_all("--jobs", 2)
        test = self.states()[1]
        self.assertEqual((test["status"], test["games"], iterations.read_text().count("\n")), ("finished", 60, 30))
        self.assertEqual(len(test["values"]), 1)
        self.assertEqual(test["history"][0], [0, 3])
        self.assertEqual(test["history"][-1], [60, *test["values"]])
        self.assertIn("Parameters of test 1", (self.tests / "index.html").read_text())

    def test_workers_get_programs_by_their_hash_and_serve_shows_the_page(self):
        with Lab(PROGRAM) as lab:
            lab.start_worker("w1", "--allow-programs", jobs=2)
            lab.wait_for_workers()
            self.submit("--games", 12, "--share", 300)
            self.submit("--games", 12, old="ugi:./old")
            self.tune(4)
            coordinator = subprocess.Popen(
                [PROGRAM, "testing", "run", "--folder", self.tests, "--until-done", "--cluster", lab.url],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
            try:
                self.assertEqual(coordinator.wait(timeout=PATIENCE), 0, lab.log("worker-w1.log"))
            finally:
                coordinator.kill()
                coordinator.wait()
                log = coordinator.stdout.read().decode()
                coordinator.stdout.close()
            tests = self.states()
            self.assertEqual([tests[n]["status"] for n in (1, 2, 3)], ["finished"] * 3, log)
            self.assertEqual([tests[n]["games"] for n in (1, 2, 3)], [12, 12, 8])
            programs = [path.name for path in (lab.folder / "cache").glob("*.program")]
            self.assertEqual(sorted(name[:64] for name in programs),
                             sorted(path.name for path in (self.tests / "files").iterdir()))
        with self.served() as url:
            with urllib.request.urlopen(url + "testing", timeout=PATIENCE) as answer:
                self.assertIn("style-src 'unsafe-inline'", answer.headers["Content-Security-Policy"])
                self.assertIn("Engine tests", answer.read().decode())
            with urllib.request.urlopen(url + "api/testing", timeout=PATIENCE) as answer:
                self.assertEqual(len(json.load(answer)["tests"]), 3)

    @contextlib.contextmanager
    def coordinator(self, *more):
        """`xttt testing run`; the context is the process."""
        process = subprocess.Popen([PROGRAM, "testing", "run", "--folder", self.tests, *map(str, more)],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        try:
            yield process
        finally:
            process.kill()
            process.wait()
            process.stdout.close()

    def tune(self, iterations):
        self.succeeds("testing", "tune", "--folder", self.tests, "--player", "ugi:./new", "--parameter",
                      "Skill,int,3,0,20,3,0.5", "--iterations", iterations, *GAMES, cwd=self.folder)

    def test_a_tuning_without_workers_stops_and_ends(self):
        self.tune(30)
        with Lab(PROGRAM) as lab:
            orders = lambda: lab.status().get("waiting", 0)  # noqa: E731
            with self.coordinator("--cluster", lab.url) as coordinator:
                self.assertTrue(wait_until(lambda: orders() > 0), lab.status())
                self.succeeds("testing", "stop", 1, "--folder", self.tests)
                # The coordinator takes its orders back, and the test ends.
                self.assertTrue(wait_until(lambda: orders() == 0, 20), lab.status())
                self.succeeds("testing", "resume", 1, "--folder", self.tests)
                self.assertTrue(wait_until(lambda: orders() > 0), lab.status())
                coordinator.kill()
                coordinator.wait()
                (self.tests / "tests/1/state.json").unlink()
            # Also the orders of a coordinator that was killed.
            with self.coordinator("--cluster", lab.url) as coordinator:
                self.assertTrue(wait_until(lambda: self.states()[1]["status"] == "running"))
                coordinator.send_signal(signal.SIGINT)
                self.assertEqual(coordinator.wait(timeout=30), 130)
            self.assertEqual(self.states()[1]["status"], "queued")

    def test_games_of_all_tests_together_stay_within_jobs(self):
        log = self.folder / "moves.log"
        (self.folder / "new").write_text(f"""#!/usr/bin/python3
import os, subprocess, sys
log = os.open({str(log)!r}, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
engine = subprocess.Popen([{str(PROGRAM)!r}, "ugi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
while request := sys.stdin.readline():
    thinks = request.startswith("go")
    if thinks:
        os.write(log, f"+ {{len(os.sched_getaffinity(0))}}\\n".encode())
    engine.stdin.write(request)
    engine.stdin.flush()
    last = {{"ugi": "ugiok", "isready": "readyok"}}.get(request.strip(), "bestmove" if thinks else None)
    if request.startswith("query"):
        last = "response"
    while last:
        answer = engine.stdout.readline()
        if not answer:
            sys.exit(1)
        if answer.startswith("bestmove"):
            os.write(log, b"-\\n")
        sys.stdout.write(answer)
        sys.stdout.flush()
        if answer.startswith(last):
            last = None
""")
        for _ in range(5):
            self.submit("--games", 4)
        self.run_all("--jobs", 2)
        self.assertEqual([test["games"] for test in self.states().values()], [4] * 5)
        thinking = most = 0
        for line in log.read_text().splitlines():
            thinking += 1 if line.startswith("+") else -1
            most = max(most, thinking)
        self.assertLessEqual(most, 2)
        if len(os.sched_getaffinity(0)) > 1:  # each game on a core of its own
            self.assertEqual({line for line in log.read_text().splitlines() if line[0] == "+"}, {"+ 1"})

    def test_games_follow_the_shares_while_tests_run(self):
        bounds = ("--games", 100_000, "--elo0", -1, "--elo1", 1)
        self.submit(*bounds, "--share", 300)
        self.submit(*bounds)

        def games():
            return [len(games_of(self.tests / f"tests/{number}/games.db")) for number in (1, 2)]

        def check(coordinator):
            before = games()
            self.assertTrue(wait_until(lambda: all(now > then for now, then in zip(games(), before))), coordinator.poll())
            start = games()
            self.assertTrue(wait_until(lambda: sum(games()) - sum(start) >= 300), games())
            large, small = (now - before for now, before in zip(games(), start))
            self.assertTrue(1.8 < large / small < 5, (large, small))

        with self.coordinator("--jobs", 2) as coordinator:
            check(coordinator)
            coordinator.send_signal(signal.SIGINT)
            self.assertEqual(coordinator.wait(timeout=PATIENCE), 130)
        with Lab(PROGRAM) as lab:
            lab.start_worker("w1", "--allow-programs", jobs=2)
            lab.wait_for_workers()
            with self.coordinator("--cluster", lab.url) as coordinator:
                check(coordinator)

    @contextlib.contextmanager
    def served(self):
        """`xttt serve --testing`; the context is its URL."""
        server = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--data", self.folder / "data", "--testing",
                                   self.tests], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True)
        try:
            yield server.stdout.readline().strip()
        finally:
            server.kill()
            server.wait()
            server.stdout.close()


if __name__ == "__main__":
    main()
