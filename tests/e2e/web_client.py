"""A server under test, and a small client for it: HTTP and WebSocket with nothing but sockets."""

import base64
import http.client
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import tempfile

from program import PROGRAM

PATIENCE = 60  # seconds; reached only with a broken server


class Server:
    """`xttt serve` on a free port with its own data folder."""

    def __init__(self, *options, data=None, log=subprocess.DEVNULL):
        self.log = log  # file for its log
        self.owns_data = data is None
        self.data = data or tempfile.mkdtemp(prefix="xttt-server-")
        self.options = options
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--data", self.data, "--log-level", "warn",
             *self.options],
            stdout=subprocess.PIPE, stderr=self.log)
        line = self.process.stdout.readline().decode()
        self.host, _, port = line.strip().removeprefix("http://").rstrip("/").rpartition(":")
        self.host = self.host.strip("[]")  # of an IPv6 address
        self.port = int(port)

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def stop(self):
        """Asks it to end, and gives its exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return code

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()
        self.process.stdout.close()
        if self.owns_data:
            shutil.rmtree(self.data, ignore_errors=True)

    def ask(self, method, path, body=None, headers=None):
        """Status, headers and body (JSON where it is JSON) of one request."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        headers = dict(headers or {})
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
            body = body if isinstance(body, (str, bytes)) else json.dumps(body)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        if answer.getheader("Content-Type") == "application/json" and content:
            content = json.loads(content)
        return answer.status, answer.headers, content

    def create(self, **terms):
        status, _, game = self.ask("POST", "/api/games", {"side": "x", **terms})
        assert status == 201, game
        return game

    def join(self, game):
        status, _, seat = self.ask("POST", f"/api/games/{game['game']}/join",
                                   {"invitation": game["invitation"]})
        assert status == 200, seat
        return seat["seat"]

    def socket(self, game, seat=None, seen=0):
        """A WebSocket to a game that has said hello."""
        client = WebSocket(self, f"/api/games/{game}/socket")
        client.say(type="hello", seen=seen, **({"seat": seat} if seat else {}))
        return client

    def memory(self):
        """Resident memory in KiB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def connect(self):
        return socket.create_connection((self.host, self.port), timeout=PATIENCE)


class Response:
    def __init__(self, version, status, headers, body):
        self.version, self.status, self.headers, self.body = version, status, headers, body


class RawConnection:
    """A connection that sends whatever bytes it is given, and reads HTTP responses."""

    def __init__(self, server):
        self.socket = server.connect()
        self.stream = self.socket.makefile("rb")

    def send(self, data):
        self.socket.sendall(data)

    def response(self, is_head=False):
        """The next response; None if the server closes the connection first."""
        try:
            line = self.stream.readline().decode("latin-1")
            if not line:
                return None
            version, status, *_ = line.split()
            headers = {}
            while field := self.stream.readline().strip().decode("latin-1"):
                name, _, value = field.partition(":")
                headers[name.lower()] = value.strip()
            size = 0 if is_head else int(headers.get("content-length", 0))
            return Response(version, int(status), headers, self.stream.read(size))
        except ConnectionError:
            return None

    def is_closed(self):
        """Waits for the server to close the connection; False if it sends something instead."""
        try:
            return self.stream.read(1) == b""
        except ConnectionError:
            return True

    def close(self):
        self.stream.close()
        self.socket.close()


class Closed(Exception):
    """The server ended the connection; `code` is its reason, if it gave one."""

    def __init__(self, code=None):
        super().__init__(code)
        self.code = code


class WebSocket:
    def __init__(self, server, path, headers=()):
        self.socket = server.connect()
        self.stream = self.socket.makefile("rb")
        host = f"[{server.host}]" if ":" in server.host else server.host
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}:{server.port}", "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                 "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(), *headers]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self.status = int(self.stream.readline().split()[1])
        while self.stream.readline().strip():
            pass
        self.events = []

    def send_frame(self, opcode, payload, final=True):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([(0x80 if final else 0) | opcode])
        head += (bytes([0x80 | size]) if size < 126 else
                 bytes([0xFE]) + struct.pack(">H", size) if size < 65536 else
                 bytes([0xFF]) + struct.pack(">Q", size))
        self.socket.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    def say(self, **message):
        self.send_frame(1, json.dumps(message).encode())

    def hear(self):
        """The next message. Pings are answered on the way."""
        while True:
            head = self.stream.read(2)
            if len(head) < 2:
                raise Closed()
            size = head[1] & 0x7F
            if size == 126:
                size = struct.unpack(">H", self.stream.read(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.stream.read(8))[0]
            payload = self.stream.read(size)
            opcode = head[0] & 15
            if opcode == 9:
                self.send_frame(10, payload)
            elif opcode == 8:
                raise Closed(struct.unpack(">H", payload[:2])[0] if payload else None)
            elif opcode == 1:
                message = json.loads(payload)
                self.events += message.get("events", [])
                return message

    def hear_event(self, kind, ply=None):
        """Listens until the event is there, and gives it."""
        while True:
            for event in self.events:
                if event["kind"] == kind and ply in (None, event["ply"]):
                    return event
            self.hear()

    def hear_error(self):
        while True:
            message = self.hear()
            if message["type"] == "error":
                return message["code"]

    def close(self):
        self.stream.close()
        self.socket.close()
