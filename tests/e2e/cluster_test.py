"""Tournaments on a cluster that is left alone, and on one that is not. How soon a problem with the server is
reported is measured by tests/cluster/server_problems_test.cpp."""

import os
import signal
import subprocess
import tempfile
import time
import unittest

from cluster_lab import PATIENCE, Lab, LongLine, Storm, games_of, results_of, wait_until, write_config
from program import PROGRAM, ProgramTest, main, run

GAMES = 8  # of each pairing; three entrants, so three pairings
ALL = 3 * GAMES

TALKING_BOT = """# coding: utf-8
class Bot:
    def move(self, board, old_move, flag):
        print("begin \u2713 \x01")
        for i in range(3000):
            print("x" * 1000)
        print("end")
        return board.find_valid_move_cells(old_move)[0]
"""
TALKING_CUP = """[tournament]
name = "Cup"
seed = 1
[games]
per_pairing = 2
[[entrant]]
name = "talks"
player = "python:talks.py"
[[entrant]]
name = "fails"
player = "python:fails.py"
"""


class Cluster(ProgramTest):
    def at_home(self, lab, config):
        """The same tournament on one machine."""
        store = lab.folder / "home.db"
        done = run("tournament", "run", config, "--store", store, "--quiet", "--jobs", "1")
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return games_of(store)

    def finished(self, lab, storm, store):
        self.assertEqual(storm.wait(), 0, lab.log("run.log") + lab.log("server.log"))
        games = games_of(store)
        self.assertEqual(len(games), ALL)
        return games

    def test_each_game_is_stored_once_whatever_happens(self):
        with Lab(PROGRAM) as lab:
            config, store = lab.folder / "lab.toml", lab.folder / "lab.db"
            write_config(config, GAMES)
            home = self.at_home(lab, config)
            self.assertEqual(len(home), ALL)
            for name in ("w1", "w2"):
                lab.start_worker(name)
            storm = Storm(lab, config, store, seed=1)
            for deed in ("kill", "server", "coordinator", "freeze"):
                time.sleep(0.7)
                storm.strike(deed)
            games = self.finished(lab, storm, store)
            self.assertEqual(results_of(games), results_of(home))
            self.assertTrue(all(game[-1].startswith("w") for game in games.values()))

    def test_what_bots_print_on_workers_comes_back_to_the_logs(self):
        with Lab(PROGRAM) as lab:
            (lab.folder / "talks.py").write_text(TALKING_BOT)
            (lab.folder / "fails.py").write_text("class Bot:\n    def move(self, b, o, f):\n        return [][0]\n")
            config = lab.folder / "cup.toml"
            config.write_text(TALKING_CUP)
            lab.start_worker("w1")
            done = run("tournament", "run", config, "--cluster", lab.url, "--plain")
            self.assertEqual(done.returncode, 0, done.stderr.decode() + lab.log("worker-w1.log"))
            logs = {path.relative_to(lab.folder / "cup-logs").as_posix(): path.read_text()
                    for path in (lab.folder / "cup-logs").glob("*/*.log")}
            self.assertEqual(len(logs), 3, logs.keys())  # in one game the first move fails
            talk = logs["talks/stage-1-round-1-game-2-x-against-fails.log"]
            self.assertTrue(talk.startswith("begin \u2713 ?\n"), talk[:100])
            self.assertIn("bytes left out]", talk)
            self.assertTrue(talk.endswith("end\n"), talk[-100:])
            fail = logs["fails/stage-1-round-1-game-1-x-against-talks.log"]
            self.assertIn('File "fails.py", line 3, in move', fail)
            self.assertIn("xttt: crash: IndexError", fail)

    def test_a_cluster_without_workers_says_how_to_start_one(self):
        with Lab(PROGRAM) as lab:
            text = self.succeeds("cluster", "status", "--cluster", lab.url)
            self.assertIn("no workers; start one with 'xttt worker --cluster URL'", text)

    def test_status_shows_workers_and_a_run_can_be_forgotten(self):
        with Lab(PROGRAM) as lab:
            config, store = lab.folder / "lab.toml", lab.folder / "lab.db"
            write_config(config, GAMES, player="random")
            lab.start_worker("w1")
            storm = Storm(lab, config, store, seed=1)
            self.finished(lab, storm, store)
            text = self.succeeds("cluster", "status", "--cluster", lab.url)
            self.assertIn("w1", text)
            self.assertIn("orders: 0 waiting", text)
            self.assertIn("xttt_worker_games_total{worker=\"w1\"}",
                          self.succeeds("cluster", "status", "--metrics", "--cluster", lab.url))
            self.refuses(2, "no such run: 'lab'", "cluster", "forget", "lab", "--cluster", lab.url)
            name = lab.status()["runs"][0]["run"]
            self.assertTrue(name.startswith("lab-"), name)
            self.succeeds("cluster", "forget", name, "--cluster", lab.url)
            self.refuses(2, "no such run", "cluster", "forget", name, "--cluster", lab.url)

    def test_a_short_run_beside_a_long_one_does_not_stop_it(self):
        with Lab(PROGRAM) as lab:
            config, store = lab.folder / "lab.toml", lab.folder / "lab.db"
            write_config(config, 100, player="random")
            lab.start_worker("w1")
            long_run = lab.start_run(config, store)
            self.assertTrue(wait_until(lambda: len(games_of(store)) > 20), lab.log("run.log"))
            short = run("sprt", "--new", "random", "--old", "random", "--variant", "ultimate",
                        "--games", "4", "--cluster", lab.url)
            self.assertEqual(short.returncode, 0, short.stderr.decode())
            self.refuses(2, "no such run", "cluster", "forget", "nosuchrun", "--cluster", lab.url)
            self.assertEqual(long_run.wait(timeout=PATIENCE), 0, lab.log("run.log"))
            self.assertEqual(len(games_of(store)), 300)
            self.assertNotIn("skipped", lab.log("run.log"))

    def test_many_orders_are_withdrawn_at_once(self):
        orders, delay = 1024, 0.02
        with Lab(PROGRAM) as lab, LongLine(lab.port, delay) as line:
            config, store = lab.folder / "lab.toml", lab.folder / "lab.db"
            write_config(config, 400, player="random")
            waiting = lambda: lab.status().get("waiting", 0)  # noqa: E731
            for restarted in (False, True):  # a restarted coordinator has to look its orders up first
                coordinator = lab.start_run(config, store, url=f"nats://127.0.0.1:{line.port}")
                self.assertTrue(wait_until(lambda: waiting() == orders), lab.log("run.log"))
                if not restarted:
                    lab.end(coordinator)
            time.sleep(1)  # it has read which orders are its own
            began = time.monotonic()
            coordinator.send_signal(signal.SIGINT)
            self.assertEqual(coordinator.wait(timeout=PATIENCE), 130, lab.log("run.log"))
            # One by one each removal takes 0.04 s, 41 s together.
            self.assertLess(time.monotonic() - began, orders * 2 * delay / 3)
            self.assertEqual(waiting(), 0)

    def test_results_of_an_earlier_run_do_not_count_in_a_new_store(self):
        with Lab(PROGRAM) as lab:
            config, store = lab.folder / "lab.toml", lab.folder / "lab.db"
            write_config(config, GAMES, player="random")
            first = lab.start_run(config, store)
            orders = lambda: lab.status().get("waiting", 0)  # noqa: E731
            self.assertTrue(wait_until(lambda: orders() == ALL), lab.log("run.log"))
            lab.end(first)
            lab.start_worker("w1")
            results = lambda: lab.status().get("results", 0)  # noqa: E731
            self.assertTrue(wait_until(lambda: results() == ALL))
            lab.kill_worker("w1")
            for file in lab.folder.glob("lab.db*"):
                file.unlink()
            lab.start_run(config, store)
            self.assertTrue(wait_until(lambda: orders() == ALL), lab.log("run.log"))
            time.sleep(1)
            self.assertEqual(len(games_of(store)), 0)

    def test_a_server_with_little_room_is_enough(self):
        # nats-server takes three quarters of the free disk: of 2 GB, 1.5.
        with Lab(PROGRAM, config="jetstream { max_file: 1500MB, max_mem: 64MB }") as lab:
            config, store = lab.folder / "lab.toml", lab.folder / "lab.db"
            write_config(config, GAMES, player="random")
            lab.start_worker("w1")
            coordinator = lab.start_run(config, store)
            self.assertEqual(coordinator.wait(timeout=PATIENCE), 0, lab.log("run.log"))
            sizes = self.succeeds("cluster", "resize", "--results", "256", "--cluster", lab.url)
            self.assertIn("of 256 MiB used", sizes)

    def test_a_server_without_room_is_reported(self):
        with Lab(PROGRAM, config="jetstream { max_file: 100MB, max_mem: 64MB }") as lab:
            config, store = lab.folder / "lab.toml", lab.folder / "lab.db"
            write_config(config, GAMES, player="random")
            lab.start_run(config, store)
            self.assertTrue(wait_until(lambda: "is out of storage" in lab.log("run.log")), lab.log("run.log"))
            time.sleep(3)
            self.assertEqual(lab.log("run.log").count("is out of storage"), 1)

    def test_a_server_that_is_away_is_reported(self):
        with Lab(PROGRAM) as lab:
            config, store = lab.folder / "lab.toml", lab.folder / "lab.db"
            write_config(config, GAMES, player="random")
            lab.end(lab.server)
            lab.start_worker("w1")
            coordinator = lab.start_run(config, store)
            for log in ("run.log", "worker-w1.log"):
                self.assertTrue(wait_until(lambda: "Cannot reach" in lab.log(log)), lab.log(log))
            lab.start_server()
            self.assertEqual(coordinator.wait(timeout=PATIENCE), 0, lab.log("run.log"))
            for log in ("run.log", "worker-w1.log"):
                self.assertEqual(lab.log(log).count("Cannot reach"), 1, lab.log(log))
                self.assertEqual(lab.log(log).count("Connected to"), 1, lab.log(log))

    def test_wrong_usage_is_explained(self):
        self.refuses(2, "--cluster", "worker")
        self.refuses(2, "invalid cluster address", "worker", "--cluster", "localhost")
        self.refuses(2, "use tls://", "worker", "--cluster", "nats://lab.example:4222")
        self.refuses(2, "--jobs", "worker", "--cluster", "nats://127.0.0.1:1", "--jobs", "0")


class SequentialTest(ProgramTest):
    TEST = ("sprt", "--new", "engine:pvs,nodes=200", "--old", "random", "--variant", "ultimate",
            "--movetime", "60s", "--elo1", "200", "--games", "300", "--seed", "1")

    def start(self, lab, log):
        process = lab.spawn([PROGRAM, *self.TEST, "--json", "--cluster", lab.url], log)
        lab.others.append(process)
        return process

    def test_a_killed_test_leaves_nothing_to_the_next(self):
        with Lab(PROGRAM) as lab:
            first = self.start(lab, "first.log")
            orders = lambda: lab.status().get("waiting", 0)  # noqa: E731
            self.assertTrue(wait_until(lambda: orders() >= 20), lab.log("first.log"))
            killed = lab.status()["runs"][0]["run"]
            lab.end(first)
            second = self.start(lab, "second.log")
            others = lambda: [each["run"] for each in lab.status().get("runs", [])  # noqa: E731
                              if each["run"] != killed]
            gone = lambda: others() and killed not in {  # noqa: E731
                each["run"] for each in lab.status()["runs"]}
            self.assertTrue(wait_until(gone), lab.log("second.log"))
            lab.start_worker("w1", jobs=2)
            self.assertEqual(second.wait(timeout=PATIENCE), 0, lab.log("second.log"))
            self.assertIn('"verdict":"H1"', lab.log("second.log").replace(" ", ""))
            self.assertEqual(lab.status()["waiting"], 0)
            # Games that were being played when the test ended may have left results.
            ended = others()[0]
            lab.kill_worker("w1")
            self.succeeds("cluster", "forget", ended, "--cluster", lab.url)
            self.assertEqual(lab.status()["results"], 0)


class SelfPlay(ProgramTest):
    def test_the_file_is_the_same_whatever_happens(self):
        with Lab(PROGRAM) as lab:
            home, there = lab.folder / "home.rec", lab.folder / "there.rec"
            generate = ("selfplay", "generate", "--variant", "ultimate", "--games", "240",
                        "--nodes", "100", "--evaluation", "best", "--out")
            self.assertEqual(run(*generate, home).returncode, 0)
            command = [PROGRAM, *generate, str(there), "--cluster", lab.url, "--batch", "8",
                       "--attempts", "1000"]
            start = lambda: lab.spawn(command, "run.log")  # noqa: E731
            lab.start_worker("w1")
            lab.wait_for_workers()
            coordinator = start()
            lab.others.append(coordinator)
            header = 64
            self.assertTrue(wait_until(lambda: there.exists() and there.stat().st_size > header),
                            lab.log("run.log"))
            lab.end(coordinator)
            lab.kill_worker("w1")
            lab.restart_server()
            lab.start_worker("w2")
            coordinator = start()
            lab.others.append(coordinator)
            self.assertEqual(coordinator.wait(timeout=PATIENCE), 0, lab.log("run.log"))
            self.assertEqual(there.read_bytes(), home.read_bytes())

    def test_wrong_usage_is_explained(self):
        self.refuses(2, "--batch", "selfplay", "generate", "--out", "x.rec", "--batch", "4")
        self.refuses(2, "invalid cluster address", "selfplay", "generate", "--out", "x.rec", "--cluster",
                     "localhost")


def ip(*words, check=True):
    return subprocess.run(["ip", *words], check=check, capture_output=True, text=True)


class Network:
    """Namespaces behind a bridge: the server's and one for each worker, each with an address."""

    def __init__(self, names):
        self.tag = f"x{os.getpid() % 100000}"
        self.names = names
        self.made = []

    def __enter__(self):
        try:
            self.add_space("hub")
            self.inside("hub", "link", "add", "br0", "type", "bridge")
            self.inside("hub", "link", "set", "br0", "up")
            self.inside("hub", "addr", "add", "10.77.0.1/24", "dev", "br0")
            for number, name in enumerate(self.names, start=2):
                self.add_space(name)
                self.inside(name, "link", "add", "eth0", "type", "veth", "peer", "name",
                            f"v{name}", "netns", self.space("hub"))
                self.inside(name, "addr", "add", f"10.77.0.{number}/24", "dev", "eth0")
                self.inside(name, "link", "set", "eth0", "up")
                self.inside("hub", "link", "set", f"v{name}", "master", "br0")
                self.inside("hub", "link", "set", f"v{name}", "up")
        except (OSError, subprocess.CalledProcessError) as error:
            self.__exit__()
            why = getattr(error, "stderr", "") or str(error)
            raise unittest.SkipTest(f"this host forbids network namespaces: {why.strip()}") from error
        return self

    def __exit__(self, *_):
        for name in self.made:
            ip("netns", "del", self.space(name), check=False)

    def space(self, name):
        return f"{self.tag}-{name}"

    def add_space(self, name):
        ip("netns", "add", self.space(name))
        self.made.append(name)
        self.inside(name, "link", "set", "lo", "up")

    def inside(self, name, *words):
        ip("-n", self.space(name), *words)

    def prefix(self, name):
        return ["ip", "netns", "exec", self.space(name)]

    def cut(self, name):
        self.inside("hub", "link", "set", f"v{name}", "down")

    def heal(self, name):
        self.inside("hub", "link", "set", f"v{name}", "up")


class CutNetwork(ProgramTest):
    def test_cutting_a_worker_off_and_healing_loses_nothing(self):
        with Network(["a", "b", "c"]) as network, \
                Lab(PROGRAM, address="10.77.0.1", prefix=network.prefix("hub")) as lab:
            config, store = lab.folder / "lab.toml", lab.folder / "lab.db"
            write_config(config, GAMES)
            for name in ("a", "b"):
                lab.start_worker(name, "--insecure", prefix=network.prefix(name))
            coordinator = lab.start_run(config, store, "--insecure", prefix=network.prefix("c"))
            time.sleep(1)
            network.cut("a")
            time.sleep(4)
            network.heal("a")
            self.assertEqual(coordinator.wait(timeout=PATIENCE), 0, lab.log("run.log"))
            self.assertEqual(len(games_of(store)), ALL)


# What docs/reference/cluster.md gives a worker.
GUARDED = """
tls {{ cert_file: "{folder}/server.pem", key_file: "{folder}/server.key" }}
authorization {{
  worker: {{
    publish: ["$JS.API.INFO", "$JS.API.STREAM.INFO.*", "$JS.API.CONSUMER.INFO.XTTT_WORK.workers",
              "$JS.API.CONSUMER.MSG.NEXT.XTTT_WORK.workers", "$JS.API.STREAM.MSG.GET.OBJ_xttt_bots",
              "$JS.API.DIRECT.GET.OBJ_xttt_bots", "$JS.ACK.XTTT_WORK.workers.>",
              "xttt.result.>", "xttt.status.worker.>"]
    subscribe: ["_INBOX.>"]
  }}
  users: [
    {{ user: coordinator, password: secret }}
    {{ user: worker, password: password, permissions: $worker }}
  ]
}}
"""


def make_certificate(folder, name):
    """A certificate of its own for localhost, and its key: NAME.pem, NAME.key."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                    "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                    "-keyout", f"{folder}/{name}.key", "-out", f"{folder}/{name}.pem"],
                   check=True, capture_output=True)


class Guarded(ProgramTest):
    def test_only_those_with_keys_get_in_and_workers_may_only_work(self):
        with tempfile.TemporaryDirectory() as keys:
            make_certificate(keys, "server")
            make_certificate(keys, "stranger")
            with Lab(PROGRAM, config=GUARDED.format(folder=keys)) as lab:
                config, store = lab.folder / "lab.toml", lab.folder / "lab.db"
                write_config(config, GAMES, player="random")
                ca = ("--tls-ca", f"{keys}/server.pem")
                as_user = lambda user: f"tls://{user}@localhost:{lab.port}"  # noqa: E731
                status = ("cluster", "status", "--cluster")
                self.succeeds(*status, as_user("coordinator:secret"), *ca)
                self.refuses(2, "rejected these credentials", *status, as_user("worker:wrong"), *ca)
                wrong = run(*status, as_user("worker:password"), "--tls-ca",
                            f"{keys}/stranger.pem")
                self.assertEqual(wrong.returncode, 1, wrong.stderr)
                # With a worker's permissions nothing can be coordinated, which is said.
                lab.start_run(config, store, *ca, url=as_user("worker:password"))
                self.assertTrue(wait_until(lambda: "denied a request" in lab.log("run.log") or
                                           "not allowed to create" in lab.log("run.log")),
                                lab.log("run.log"))
                lab.end(lab.others.pop())
                for file in lab.folder.glob("lab.db*"):
                    file.unlink()
                lab.start_worker("w1", *ca, url=as_user("worker:password"))
                coordinator = lab.start_run(config, store, *ca, url=as_user("coordinator:secret"))
                self.assertEqual(coordinator.wait(timeout=PATIENCE), 0, lab.log("run.log"))
                self.assertEqual(len(games_of(store)), ALL)


if __name__ == "__main__":
    main()
