"""A cluster on this machine: a real nats-server, workers and a coordinator, and ways to hurt them."""

import contextlib
import ctypes
import json
import queue
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
from pathlib import Path

PATIENCE = 120  # seconds; a run here takes a few on an idle machine


def die_with_parent():
    """For children: whatever becomes of the test, none of them stays."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def wait_until(condition, patience=PATIENCE):
    """Whether it came true in time."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.1)
    return False


class LongLine:
    """A TCP relay to a port of this machine that delivers everything `delay` seconds later, as over a long
    distance. Used with `with`; its end closes the connections."""

    def __init__(self, port, delay):
        self.target, self.delay = port, delay
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.open = [self.listener]

    def __enter__(self):
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        for each in self.open:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.target))
                self.open += [near, far]
                for source, target in ((near, far), (far, near)):
                    under_way = queue.SimpleQueue()
                    threading.Thread(target=self.receive, args=(source, under_way), daemon=True).start()
                    threading.Thread(target=self.deliver, args=(under_way, target), daemon=True).start()

    def receive(self, source, under_way):
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                under_way.put((time.monotonic() + self.delay, data))
        under_way.put((0, b""))

    @staticmethod
    def deliver(under_way, target):
        with contextlib.suppress(OSError):
            while data := (each := under_way.get())[1]:
                time.sleep(max(0, each[0] - time.monotonic()))
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)


class Lab:
    """Used with `with`: everything it started is gone at the end."""

    def __init__(self, program, address="127.0.0.1", lease=2, prefix=(), config=None,
                 monitored=False):
        self.program = program
        self.address = address
        self.lease = lease
        self.prefix = list(prefix)  # of the server's command: where it runs
        self.folder = Path(tempfile.mkdtemp(prefix="xttt-lab-"))
        self.config = config  # of the server: the text of a file, if it needs one
        self.monitored = monitored  # the server tells at monitor_url what passes through it
        self.monitor_url = None
        self.port = -1  # any free one, the first time
        self.server = None
        self.workers = {}
        self.others = []

    def __enter__(self):
        self.start_server()
        return self

    def __exit__(self, *_):
        for process in [*self.workers.values(), *self.others, self.server]:
            if process is not None:
                self.end(process)
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def url(self):
        return f"nats://{self.address}:{self.port}"

    @staticmethod
    def end(process):
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        process.wait()

    def spawn(self, command, log):
        with open(self.folder / log, "ab") as out:
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                    preexec_fn=die_with_parent)

    # The server

    def start_server(self):
        ports = self.folder / "ports"
        shutil.rmtree(ports, ignore_errors=True)
        ports.mkdir()
        program = shutil.which("nats-server") or "/usr/sbin/nats-server"
        more = []
        monitor = ["-m", "-1"] if self.monitored else []
        if self.config is not None:
            (self.folder / "server.conf").write_text(self.config)
            more = ["-c", str(self.folder / "server.conf")]
        self.server = self.spawn(
            [*self.prefix, program, *more, "-a", self.address, "-p", str(self.port), "-js",
             "-sd", str(self.folder / "store"), "--ports_file_dir", str(ports), *monitor],
            "server.log")
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for file in ports.iterdir():
                with contextlib.suppress(ValueError, KeyError, IndexError):
                    listening = json.loads(file.read_text())
                    self.port = int(listening["nats"][0].rsplit(":", 1)[1])
                    self.monitor_url = listening["monitoring"][0] if self.monitored else None
                    return
            time.sleep(0.05)
        raise RuntimeError("nats-server does not start: " + self.log("server.log"))

    def restart_server(self):
        self.end(self.server)
        self.start_server()

    # Workers

    def start_worker(self, name, *more, prefix=(), jobs=1, url=None):
        self.workers[name] = self.spawn(
            [*prefix, self.program, "worker", "--cluster", url or self.url, "--jobs", str(jobs), "--name",
             name, "--cache", str(self.folder / "cache"), "--lease", str(self.lease), *more],
            f"worker-{name}.log")

    def status(self):
        """What `xttt cluster status` says; empty where it fails."""
        done = subprocess.run([self.program, "cluster", "status", "--json", "--cluster", self.url],
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
        return json.loads(done.stdout) if done.returncode == 0 else {}

    def wait_for_workers(self):
        """Until all have been heard of: the first to come decides about leases."""
        wait_until(lambda: self.workers.keys() <=
                   {each["worker"] for each in self.status().get("workers", [])})

    def kill_worker(self, name):
        self.end(self.workers.pop(name))

    def freeze_worker(self, name, seconds):
        self.workers[name].send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.workers[name].send_signal(signal.SIGCONT)

    # The coordinator

    def start_run(self, config, store, *more, prefix=(), url=None):
        """`xttt tournament run` on this cluster, in the background."""
        command = [*prefix, self.program, "tournament", "run", str(config), "--store", str(store),
                   "--plain", "--attempts", "1000", "--cluster", url or self.url, *more]
        process = self.spawn(command, "run.log")
        self.others.append(process)
        return process

    def log(self, name):
        path = self.folder / name
        return path.read_text(errors="replace")[-3000:] if path.exists() else ""


def write_config(path, games, seed=5, player="engine:pvs,nodes=300", entrants=3):
    """A round robin whose games are the same wherever they are played."""
    text = f"[tournament]\nname = 'lab'\nvariant = 'ultimate'\nseed = {seed}\n"
    text += "[limits]\nmove_time = '60s'\n[games]\nopening_plies = 4\n"
    text += f"[[stage]]\nformat = 'round-robin'\ngames = {games}\n"
    for number in range(entrants):
        text += f"[[entrant]]\nname = 'e{number}'\nplayer = '{player}'\n"
    Path(path).write_text(text)


def games_of(store):
    """What was stored: for each place in the schedule, how the game ended and where it was played."""
    if not Path(store).exists():
        return {}
    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=30)) as db:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'games'").fetchall():
            return {}  # just being created
        rows = db.execute("SELECT stage, round, pairing, game, attempt, x, o, points_x, points_o, "
                          "plies, counts, worker FROM games").fetchall()
    games = {}
    for row in rows:
        assert row[:5] not in games, f"game {row[:5]} is stored twice"
        games[row[:5]] = row[5:]
    return games


def results_of(games):
    """The same without the workers."""
    return {place: game[:-1] for place, game in games.items()}


class Storm:
    """Injects random faults into a lab during a run: the tournament's, or what `start` starts."""

    def __init__(self, lab, config, store, seed, start=None):
        self.lab = lab
        self.start = start or (lambda: lab.start_run(config, store))
        self.random = random.Random(seed)
        self.deeds = []
        self.next_worker = 100
        lab.wait_for_workers()
        self.run = self.start()

    def strike(self, deed=None):
        deed = deed or self.random.choice(["kill", "freeze", "server", "coordinator"])
        self.deeds.append(deed)
        lab = self.lab
        if deed == "kill":
            lab.kill_worker(self.random.choice(sorted(lab.workers)))
            lab.start_worker(f"w{self.next_worker}")
            self.next_worker += 1
        elif deed == "freeze":
            lab.freeze_worker(self.random.choice(sorted(lab.workers)), lab.lease + 1.5)
        elif deed == "server":
            lab.restart_server()
        elif deed == "coordinator" and self.run.poll() is None:
            lab.end(self.run)
            self.run = self.start()

    def wait(self, patience=PATIENCE):
        """The run's exit code."""
        try:
            return self.run.wait(timeout=patience)
        except subprocess.TimeoutExpired:
            return None
