"""Clients that try to fill, block or mislead `xttt serve`. Each attack was effective once."""

import json
import os
import re
import resource
import socket
import tempfile
import time
import unittest

from program import main, run
from web_client import Closed, RawConnection, Server, WebSocket

CHUNKED = (b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
           b"Transfer-Encoding: chunked\r\n\r\n")
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
MEGABYTE = 1024 * 1024


def pour(connection, data, total):
    """Sends data again and again until the server closes or all of it is sent: bytes sent."""
    sent = 0
    connection.socket.settimeout(20)
    try:
        while sent < total:
            connection.send(data)
            sent += len(data)
    except (ConnectionError, socket.timeout):
        pass
    return sent


class Memory(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.__exit__)

    def connection(self):
        connection = RawConnection(self.server)
        self.addCleanup(connection.close)
        return connection

    def assert_bounded(self, start, data, statuses):
        """Several connections that never finish their request cost no memory worth mentioning."""
        self.server.ask("GET", "/healthz")
        before = self.server.memory()
        for _ in range(5):
            connection = self.connection()
            connection.send(start)
            pour(connection, data, 16 * MEGABYTE)
            response = connection.response()
            if response:  # else the connection was reset, which is an answer too
                self.assertIn(response.status, statuses)
        self.assertLess(self.server.memory() - before, 4 * 1024)
        self.assertEqual(self.server.ask("GET", "/healthz")[0], 200)

    def test_endless_chunk_extension(self):
        self.assert_bounded(CHUNKED + b"1;a=", b"x" * 65536, (413, 431))

    def test_endless_trailer_field(self):
        self.assert_bounded(CHUNKED + b"2\r\n{}\r\n0\r\nX: ", b"x" * 65536, (413, 431))

    def test_endless_number_of_trailer_fields(self):
        self.assert_bounded(CHUNKED + b"2\r\n{}\r\n0\r\n", b"X: y\r\n" * 10000, (413, 431))

    def test_endless_number_of_chunks_with_extensions(self):
        self.assert_bounded(CHUNKED, b"1;" + b"x" * 200 + b"\r\n \r\n", (413, 431))

    def test_endless_header(self):
        self.assert_bounded(b"GET / HTTP/1.1\r\nX: ", b"x" * 65536, (431,))
        self.assert_bounded(b"GET / HTTP/1.1\r\n", b"X: y\r\n" * 10000, (431,))

    def test_endless_request_line_and_leading_lines(self):
        self.assert_bounded(b"GET /", b"x" * 65536, (414, 431))
        self.assert_bounded(b"", b"\r\n" * 30000, (400,))

    def test_endless_body(self):
        self.assert_bounded(CHUNKED, b"100\r\n" + b" " * 256 + b"\r\n", (413,))

    def test_many_header_fields(self):
        connection = self.connection()
        connection.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"A:\r\n" * 1000 + b"\r\n")
        self.assertEqual(connection.response().status, 431)

    def test_responses_that_are_not_read(self):
        before = self.server.memory()
        for _ in range(10):
            connection = self.connection()
            connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.socket.setblocking(False)
            request = b"GET /openapi.yaml HTTP/1.1\r\nHost: localhost\r\n\r\n"
            try:
                for _ in range(2000):
                    connection.socket.send(request)
            except OSError:  # full, or closed by the server
                pass
        time.sleep(0.5)
        self.assertLess(self.server.memory() - before, 8 * 1024)
        self.assertEqual(self.server.ask("GET", "/healthz")[0], 200)

    def test_page_files_that_are_not_read(self):
        """Without Accept-Encoding each would be unpacked and copied for every client."""
        paths = re.findall(rb'"(/?[^"]+\.(?:js|css))"', self.server.ask("GET", "/")[2])
        paths = ["/" + path.decode().lstrip("./") for path in paths] or ["/openapi.yaml"]
        sizes = {path: len(self.server.ask("GET", path)[2]) for path in paths}
        largest = max(sizes, key=sizes.get)
        before = self.server.memory()
        for _ in range(50):
            connection = self.connection()
            connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.send(f"GET {largest} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        self.assertEqual(self.server.ask("GET", "/healthz")[0], 200)
        self.assertLess(self.server.memory() - before, 4 * 1024 + sizes[largest] // 1024)

    def test_web_socket_messages_that_are_not_read(self):
        game = self.server.create()["game"]
        before = self.server.memory()
        client = self.server.socket(game)
        self.addCleanup(client.close)
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        try:
            for _ in range(2000):
                client.say(type="ping")
        except OSError:
            pass
        self.assertLess(self.server.memory() - before, 4 * 1024)


class Cpu(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.__exit__)
        self.path = f"/api/games/{self.server.create()['game']}/socket"

    def flood(self, frame, clients=2):
        """CPU seconds of the server while clients send a frame again and again."""
        before = self.server.cpu_seconds()
        for _ in range(clients):
            client = WebSocket(self.server, self.path)
            self.addCleanup(client.close)
            client.socket.settimeout(2)
            end = time.monotonic() + 1.5
            try:
                client.socket.sendall(bytes([0x01, 0x80, 0, 0, 0, 0]))
                while time.monotonic() < end:
                    client.socket.sendall(frame * 1000)
            except OSError:
                pass
        return self.server.cpu_seconds() - before

    def test_endless_empty_fragments(self):
        self.assertLess(self.flood(bytes([0x00, 0x80, 0, 0, 0, 0])), 0.5)
        self.assertEqual(self.server.ask("GET", "/healthz")[0], 200)

    def test_endless_pings_and_pongs(self):
        self.assertLess(self.flood(bytes([0x89, 0x80, 0, 0, 0, 0])), 0.5)
        self.assertLess(self.flood(bytes([0x8A, 0x80, 0, 0, 0, 0])), 0.5)

    def test_too_many_frames_close_the_connection_with_1008(self):
        client = WebSocket(self.server, self.path)
        self.addCleanup(client.close)
        for _ in range(130):  # few enough to be read by the server at once
            client.socket.sendall(bytes([0x8A, 0x80, 0, 0, 0, 0]))
        with self.assertRaises((Closed, OSError)) as closed:
            client.hear()
        if isinstance(closed.exception, Closed):
            self.assertIn(closed.exception.code, (1008, None))

    def test_pipelined_requests_over_the_limit_end_the_connection(self):
        connection = RawConnection(self.server)
        self.addCleanup(connection.close)
        pour(connection, GET * 100, 2 * MEGABYTE)
        statuses = []
        while response := connection.response():
            statuses.append(response.status)
        self.assertLess(len(statuses), 400)
        if statuses and statuses[-1] != 200:  # else the last responses were lost by a reset
            self.assertEqual(statuses[-1], 429)


class Limits(unittest.TestCase):
    def test_rematches_count_as_created_games(self):
        with Server("--games-per-minute", "3") as server:
            game = server.create(variant="ultimate")
            seats = {"x": game["seat"], "o": server.join(game)}
            name, begun = game["game"], 1
            for _ in range(8):
                players = {side: server.socket(name, seats[side]) for side in "xo"}
                players["x"].hear_event("start")
                players["o"].hear_event("start")
                players["x"].say(type="resign")
                for player in players.values():
                    player.hear_event("resign")
                    player.say(type="ask-rematch")
                message = {}
                while message.get("type") != "error" and not any(
                        event["kind"] == "rematch" for event in players["o"].events):
                    message = players["o"].hear()
                for player in players.values():
                    player.close()
                if message.get("type") == "error":
                    self.assertEqual(message["code"], "too-many-games")
                    break
                name = players["o"].hear_event("rematch")["next"]
                seats = {"x": seats["o"], "o": seats["x"]}
                begun += 1
            self.assertLessEqual(begun, 4)
            self.assertEqual(server.ask("POST", "/api/games", {})[0], 429)

    def test_names_without_control_and_formatting_characters(self):
        with Server() as server:
            for name in ("a\u202eb", "\u2066x", "\u200fx", "\u061c", "\x85", "\x9b31m", "a\u2028b",
                         "\ufeffx", "\u200b", "\x7f", "\x1b[31m", "a\nb", "\U000e0041"):
                body = json.dumps({"name": name})
                self.assertEqual(server.ask("POST", "/api/games", body)[0], 400, ascii(name))
            status, _, _ = server.ask("POST", "/api/games", {"name": "Zoë Şahin 王 🙂" + "é" * 40})
            self.assertEqual(status, 201)

    def test_metrics_behind_a_proxy(self):
        def metrics(server, **headers):
            return server.ask("GET", "/metrics", headers=headers)[0]
        with Server() as server:
            self.assertEqual(metrics(server), 200)
            self.assertEqual(metrics(server, Via="1.1 proxy"), 403)
            self.assertEqual(metrics(server, Forwarded="for=192.0.2.1"), 403)
            self.assertEqual(metrics(server, **{"X-Real-IP": "192.0.2.1"}), 403)
        # The proxy may set no header at all.
        with Server("--behind-proxy") as server:
            self.assertEqual(metrics(server), 403)
        with Server("--public-url", "https://xttt.example.org") as server:
            self.assertEqual(metrics(server), 403)
            self.assertEqual(metrics(server, Host="xttt.example.org"), 403)
        with Server("--behind-proxy", "--public-metrics") as server:
            self.assertEqual(metrics(server), 200)

    def test_metrics_port(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        with Server("--behind-proxy", "--metrics-port", str(port)) as server:
            self.assertEqual(server.ask("GET", "/metrics")[0], 403)
            server.port = port
            self.assertEqual(server.ask("GET", "/metrics")[0], 200)
            self.assertEqual(server.ask("GET", "/api/tournaments")[0], 404)
            self.assertEqual(server.ask("POST", "/api/games", {})[0], 404)

    def test_trailers_do_not_forge_the_client_address(self):
        with Server("--behind-proxy", "--games-per-minute", "1") as server:
            statuses = []
            for i in range(3):
                connection = RawConnection(server)
                connection.send(CHUNKED.replace(b"\r\n\r\n", b"\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n") +
                                b"2\r\n{}\r\n0\r\nX-Forwarded-For: 198.51.100.%d\r\n\r\n" % i)
                statuses.append(connection.response().status)
                connection.close()
            self.assertEqual(statuses, [201, 429, 429])

    def test_paths_do_not_leave_the_page(self):
        with Server() as server:
            for path in ("/..%2f..%2fetc/passwd", "/%2e%2e/etc/passwd", "/a/../../etc/passwd",
                         "//etc/passwd", "/\\..\\x", "/%00", "/index.html%00", "/%c0%ae%c0%ae/x",
                         "/a%0d%0aSet-Cookie:x", "/%ff", "/%", "/%u0041"):
                connection = RawConnection(server)
                connection.send(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                response = connection.response()
                self.assertIn(response.status, (400, 404), path)
                self.assertNotIn("set-cookie", response.headers)
                connection.close()

    def test_slow_requests_end_in_time(self):
        with Server("--request-timeout", "1") as server:
            for start in (b"", b"GET / HTTP/1.1\r\n", CHUNKED, CHUNKED + b"2\r\n{}\r\n0\r\n"):
                connection = RawConnection(server)
                connection.send(start)
                begin = time.monotonic()
                try:
                    while time.monotonic() - begin < 10:
                        connection.send(b"X" if start != CHUNKED else b"0")
                        time.sleep(0.1)
                except OSError:
                    pass
                self.assertLess(time.monotonic() - begin, 8)
                connection.close()

    def test_half_closed_web_sockets_end(self):
        with Server("--idle-timeout", "4") as server:
            game = server.create()["game"]
            clients = [server.socket(game) for _ in range(5)]
            for i, client in enumerate(clients):
                if i % 2:  # half a frame first
                    client.socket.sendall(bytes([0x81, 0xFE, 0x01]))
                client.socket.shutdown(socket.SHUT_WR)
            end = time.monotonic() + 30
            while time.monotonic() < end:
                metrics = server.ask("GET", "/metrics")[2].decode()
                if re.search(r"^xttt_web_sockets 0$", metrics, re.MULTILINE):
                    break
                time.sleep(0.2)
            self.assertRegex(metrics, r"(?m)^xttt_web_sockets 0$")
            for client in clients:
                client.close()

    def test_no_request_hides_in_another(self):
        """Whatever two programs could read differently gets an error, and the connection ends."""
        hidden = b"GET /openapi.yaml HTTP/1.1\r\nHost: localhost\r\n\r\n"
        post = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        with Server() as server:
            for fields in (b"Content-Length: 2\r\nTransfer-Encoding: chunked",
                           b"Transfer-Encoding: chunked\r\nContent-Length: 0",
                           b"Transfer-Encoding : chunked", b"Transfer-Encoding\t: chunked",
                           b"Transfer-Encoding: \x0bchunked", b"Transfer-Encoding: chunked\x00",
                           b" Transfer-Encoding: chunked", b"X: y\r\n Transfer-Encoding: chunked",
                           b"Transfer-Encoding: chunked, identity", b"Transfer-Encoding: ,chunked",
                           b"Transfer-Encoding: \"chunked\"", b"Transfer_Encoding: chunked\rX: y",
                           b"Content-Length: 00002,", b"Content-Length: 2\r\nContent-Length: 3",
                           b"Content-Length: 2\r\ncontent-length: 2", b"Content-Length: 1_0",
                           b"Content-Length: \xb2", b"Content-Length:\x0c2",
                           b"Host: other.example", b"X\x00: y", b": y", b"\x80: y"):
                connection = RawConnection(server)
                connection.send(post + fields + b"\r\n\r\n0\r\n\r\n" + hidden)
                response = connection.response()
                self.assertIn(response.status, (400, 501), fields)
                self.assertTrue(connection.is_closed(), fields)
                connection.close()

    def test_ranges_and_other_upgrades_are_ignored(self):
        with Server() as server:
            whole = server.ask("GET", "/openapi.yaml")[2]
            for headers in ({"Range": "bytes=0-1"}, {"Range": "bytes=" + "0-," * 300},
                            {"Upgrade": "h2c", "Connection": "Upgrade, HTTP2-Settings"},
                            {"Accept-Encoding": "gzip;q=0, br;q=0, *;q=0"}):
                status, _, body = server.ask("GET", "/openapi.yaml", headers=headers)
                self.assertEqual((status, body), (200, whole), headers)

    def test_a_repeated_message_has_no_second_effect(self):
        with Server() as server:
            game = server.create(variant="ultimate")
            seats = {"x": game["seat"], "o": server.join(game)}
            players = {side: server.socket(game["game"], seats[side]) for side in "xo"}
            for player in players.values():
                player.hear_event("start")
            players["x"].say(type="move", ply=0, move="e5")
            players["x"].hear_event("move")
            for _ in range(3):
                players["x"].say(type="move", ply=0, move="e5")
                self.assertEqual(players["x"].hear_error(), "stale")
            players["o"].say(type="move", ply=0, move="e5")
            self.assertEqual(players["o"].hear_error(), "stale")
            record = server.ask("GET", f"/api/games/{game['game']}/record.xgn")[2]
            self.assertEqual(record.count(b"e5"), 1, record)
            for player in players.values():
                player.close()

    def test_json_that_is_deep_or_odd_is_refused(self):
        with Server("--games-per-minute", "1000") as server:
            for body in ("[" * 4000, '{"a":' * 700, '{"name":1e999}', '{"name":"\\ud800"}',
                         '{"clock":{"initial_ms":1e300}}', '{"variant":null}', "null", "",
                         '{"name":"a","name":"\\u202e"}', b"\xef\xbb\xbf{}x", "\0"):
                self.assertEqual(server.ask("POST", "/api/games", body)[0], 400, body[:40])
            self.assertEqual(server.ask("GET", "/healthz")[0], 200)

    def test_connections_of_one_address(self):
        with Server("--connections-per-address", "8") as server:
            held = [server.connect() for _ in range(100)]
            with server.connect() as client:
                client.sendall(GET)
                self.assertIn(client.recv(100)[9:12], (b"503", b""))
            for connection in held:
                connection.close()
            for _ in range(50):
                if server.ask("GET", "/healthz")[0] == 200:
                    break
                time.sleep(0.1)
            self.assertEqual(server.ask("GET", "/healthz")[0], 200)


class Ipv6(unittest.TestCase):
    def status(self, server, host, request="GET /healthz", **fields):
        connection = RawConnection(server)
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in fields.items())
        connection.send(f"{request} HTTP/1.1\r\nHost: {host}\r\n{lines}\r\n".encode())
        status = connection.response().status
        connection.close()
        return status

    def test_the_loopback_address_and_no_other_host(self):
        with Server("--address", "::1") as server:
            for host in (f"[::1]:{server.port}", "[::1]", "localhost"):
                self.assertEqual(self.status(server, host), 200, host)
            for host in ("[::2]", "[]", "[::ffff:127.0.0.1]", "[2001:db8::1]:80"):
                self.assertEqual(self.status(server, host), 421, host)
            for host in ("::1", "[::1", "[::1]]", "[::1%25lo]", "[::1]x"):
                self.assertEqual(self.status(server, host), 400, host)
            game = {"Content_Type": "application/json", "Content_Length": 0}
            for origin in ("http://[::1]", "http://[::2]", "http://::1", "null"):
                self.assertEqual(self.status(server, f"[::1]:{server.port}", "POST /api/games",
                                             Origin=origin, **game), 403, origin)
            created = server.create()
            player = server.socket(created["game"], created["seat"])
            self.assertEqual(player.hear()["type"], "welcome")
            player.close()

    def test_a_network_of_64_bits_is_one_client(self):
        """However a proxy writes its addresses."""
        forms = ("2001:db8:0:1::1", "2001:DB8:0:1:ffff::2", "[2001:db8:0:1::3]", "[2001:db8:0:1::4]:5555",
                 "2001:db8:0:1::192.0.2.1", "2001:db8:0:1::5%eth0")
        with Server("--address", "::", "--games-per-minute", "1", "--behind-proxy") as server:
            create = lambda address: server.ask("POST", "/api/games", {}, {"X-Forwarded-For": address})[0]
            for network, *same in (forms, ("192.0.2.7", "::ffff:192.0.2.7", "192.0.2.7:80"),
                                   ("fe80::1%eth0", "fe80::2%eth0", "fe80::3")):
                self.assertEqual(create(network), 201)
                for address in same:
                    self.assertEqual(create(address), 429, address)
            self.assertEqual(create("2001:db8:0:2::1"), 201)


class Logs(unittest.TestCase):
    BOT = r"""#!/bin/sh
while read line; do
  case $line in
    ugi) printf 'id name evil\noption name Variant type combo default extreme var extreme\nugiok\n' ;;
    isready) echo readyok ;;
    go*) printf 'bestmove \033[2J\033]0;owned\007\302\233\r[warning] forged\n'; exit ;;
  esac
done
"""

    TEXT = r"\033[2J\033]0;owned\007\302\233\r[warning] forged"

    def test_a_bot_cannot_write_lines_or_escapes_into_the_log(self):
        for act in (f"printf 'bestmove {self.TEXT}\\n'", f"printf '{self.TEXT}\\n{self.TEXT}\\n' >&2",
                    f"printf 'info string {self.TEXT}\\n'"):
            with self.subTest(act):
                self.check_log(self.BOT.replace("{act}", act))

    def check_log(self, program):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as log:
            bot = os.path.join(folder, "bot")
            with open(bot, "w", encoding="ascii") as file:
                file.write(program)
            os.chmod(bot, 0o755)
            with Server("--bot", f"Evil=ugi:{bot}", "--no-sandbox", log=log) as server:
                game = server.create(bot="Evil", variant="extreme", name="Ada")
                person = server.socket(game["game"], game["seat"])
                person.hear_event("start")
                person.say(type="move", ply=0, move="a1")
                person.hear_event("resign")
                person.close()
                server.stop()
            log.seek(0)
            text = log.read()
        self.assertIn(b"bot Evil resigns", text)
        self.assertEqual(text.count(b"\n"), 1, text)
        for byte in (b"\x1b", b"\x07", b"\r", b"\xc2\x9b"):
            self.assertNotIn(byte, text)


class FullDisk(unittest.TestCase):
    def test_odd_sizes_are_refused(self):
        for size in ("-1", "0", "x", "1e3", "", "99999999999999999999", "1.5"):
            done = run("serve", "--storage", size, "--port", "0")
            self.assertEqual(done.returncode, 2, (size, done.stderr))
            self.assertIn(b"--storage", done.stderr)

    def test_games_stop_and_reading_goes_on(self):
        """A limit on the size of its files is a disk that fills up."""
        with Server("--games-per-minute", "100000", "--requests-per-second", "100000") as server:
            old = server.create()
            limit = 300 * 1024
            _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (limit, most))
            statuses = set()
            for _ in range(3000):
                status = server.ask("POST", "/api/games", {"name": "x" * 60})[0]
                statuses.add(status)
                if status != 201:
                    break
            self.assertEqual(statuses, {201, 503})
            self.assertEqual(server.ask("GET", f"/api/games/{old['game']}")[0], 200)
            self.assertEqual(server.ask("GET", "/")[0], 200)
            self.assertEqual(server.ask("GET", "/healthz")[0], 503)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
            self.assertEqual(server.ask("POST", "/api/games", {})[0], 201)
            self.assertEqual(server.ask("GET", "/healthz")[0], 200)
            self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    main()
