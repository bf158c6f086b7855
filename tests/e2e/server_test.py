"""xttt serve as its clients meet it: games over real sockets, kill -9, and clients that misbehave."""

import os
import signal
import socket
import subprocess
import tempfile
import unittest

from program import PROGRAM, ProgramTest, main
from web_client import PATIENCE, Closed, Server, WebSocket

# The beginning of a game of ultimate: each move names the small board of the next.
MOVES = ["a1", "b2", "e5", "d4", "a2", "b4", "d3"]


class OnlineGames(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.__exit__)

    def begin(self, **terms):
        game = self.server.create(variant="ultimate", **terms)
        seats = {"x": game["seat"], "o": self.server.join(game)}
        players = {side: self.server.socket(game["game"], seats[side]) for side in "xo"}
        for player in players.values():
            self.addCleanup(player.close)
            player.hear_event("start")
        return game["game"], seats, players

    def test_two_play_and_a_third_watches(self):
        game, _, players = self.begin(clock={"initial_ms": 60000, "increment_ms": 1000})
        watcher = self.server.socket(game)
        self.addCleanup(watcher.close)
        for ply, move in enumerate(MOVES):
            players["xo"[ply % 2]].say(type="move", ply=ply, move=move)
            for client in (*players.values(), watcher):
                event = client.hear_event("move", ply + 1)
                self.assertEqual((event["move"], event["side"]), (move, "xo"[ply % 2]))
        players["o"].say(type="resign")
        over = watcher.hear_event("resign")["over"]
        self.assertEqual((over["result"], over["reason"]), ("x", "resignation"))
        status, _, record = self.server.ask("GET", f"/api/games/{game}/record.xgn")
        self.assertEqual(status, 200)
        self.assertIn(b"d3", record)

    def test_who_loses_the_connection_comes_back_without_loss(self):
        game, seats, players = self.begin()
        players["o"].socket.shutdown(socket.SHUT_RDWR)
        players["o"].close()
        players["x"].say(type="move", ply=0, move=MOVES[0])
        players["x"].hear_event("move", 1)
        back = self.server.socket(game, seats["o"], seen=2)
        self.addCleanup(back.close)
        welcome = back.hear()
        self.assertEqual((welcome["type"], welcome["seat"], welcome["from"]), ("welcome", "o", 3))
        self.assertEqual(back.hear_event("move")["move"], MOVES[0])
        back.say(type="move", ply=1, move=MOVES[1])
        self.assertEqual(players["x"].hear_event("move", 2)["move"], MOVES[1])

    def test_no_confirmed_move_is_lost_by_kill_9(self):
        game, seats, players = self.begin()
        seen = 0
        for ply, move in enumerate(MOVES[:5]):
            side = "xo"[ply % 2]
            players[side].say(type="move", ply=ply, move=move)
            seen = players[side].hear_event("move", ply + 1)["n"]
        players["o"].say(type="move", ply=5, move=MOVES[5])  # confirmed or not: no client waits for it
        self.server.kill()
        for player in players.values():
            player.close()
        self.server.start()
        back = self.server.socket(game, seats["x"])
        self.addCleanup(back.close)
        back.hear()
        back.hear()
        kept = [event["move"] for event in back.events if event["kind"] == "move"]
        self.assertGreaterEqual(back.events[-1]["n"], seen)
        self.assertEqual(kept[:5], MOVES[:5])
        self.assertIn(kept[5:], ([], MOVES[5:6]))

    def test_takeback_and_rematch_need_both(self):
        game, seats, players = self.begin()
        players["x"].say(type="move", ply=0, move=MOVES[0])
        players["o"].hear_event("move", 1)
        players["x"].say(type="ask-takeback")
        players["o"].hear_event("ask-takeback")
        players["o"].say(type="accept-takeback")
        self.assertEqual(players["x"].hear_event("takeback")["ply"], 0)
        players["x"].say(type="resign")
        players["o"].hear_event("resign")
        for player in players.values():
            player.say(type="ask-rematch")
        following = players["x"].hear_event("rematch")["next"]
        again = self.server.socket(following, seats["x"])
        self.addCleanup(again.close)
        self.assertEqual(again.hear()["seat"], "o")

    def test_what_is_wrong_is_said_and_the_game_goes_on(self):
        game, _, players = self.begin()
        x, o = players["x"], players["o"]
        wrong = [(o, {"type": "move", "ply": 0, "move": "a1"}, "not-your-turn"),
                 (x, {"type": "move", "ply": 0, "move": "j10"}, "illegal-move"),
                 (x, {"type": "move", "ply": 5, "move": "a1"}, "stale"),
                 (x, {"type": "sing"}, "bad-message"),
                 (x, {"type": "hello"}, "greeted")]
        for client, message, code in wrong:
            client.say(**message)
            self.assertEqual(client.hear_error(), code)
        x.send_frame(1, b"{not json")
        self.assertEqual(x.hear_error(), "bad-message")
        stranger = self.server.socket(game, "A" * 22)
        self.addCleanup(stranger.close)
        self.assertEqual(stranger.hear_error(), "bad-seat")
        x.say(type="move", ply=0, move="a1")
        self.assertEqual(o.hear_event("move")["move"], "a1")

    def test_frames_that_are_too_large_or_no_text_end_the_connection(self):
        game, _, players = self.begin()
        watcher = self.server.socket(game)
        self.addCleanup(watcher.close)
        watcher.hear()
        with self.assertRaises((Closed, OSError)):
            watcher.send_frame(1, b"x" * 100_000)
            while True:
                watcher.hear()
        binary = self.server.socket(game)
        self.addCleanup(binary.close)
        binary.send_frame(2, b"\0\1\2")
        with self.assertRaises(Closed) as closed:
            while True:
                binary.hear()
        self.assertEqual(closed.exception.code, 1008)
        players["x"].say(type="move", ply=0, move="a1")
        players["o"].hear_event("move")

    def test_clients_are_told_when_the_server_stops(self):
        _, _, players = self.begin()
        self.server.process.send_signal(signal.SIGTERM)
        with self.assertRaises(Closed) as closed:
            while True:
                players["x"].hear()
        self.assertEqual(closed.exception.code, 1001)
        self.assertEqual(self.server.process.wait(PATIENCE), 0)

    def test_pages_of_others_are_kept_out(self):
        game = self.server.create()
        path = f"/api/games/{game['game']}/socket"
        foreign = WebSocket(self.server, path, ["Origin: http://evil.example"])
        foreign.close()
        self.assertEqual(foreign.status, 403)
        own = WebSocket(self.server, path,
                        [f"Origin: http://{self.server.host}:{self.server.port}"])
        own.close()
        self.assertEqual(own.status, 101)
        status, _, _ = self.server.ask("POST", "/api/games", {}, {"Origin": "http://evil.example"})
        self.assertEqual(status, 403)
        status, _, _ = self.server.ask("GET", "/", headers={"Host": "evil.example"})
        self.assertEqual(status, 421)


class Lobby(unittest.TestCase):
    def test_a_challenge_is_listed_while_its_creator_is_connected(self):
        with Server() as server:
            game = server.create(variant="ultimate", name="Ada", public=True)
            self.assertEqual(server.ask("GET", "/api/lobby")[2]["challenges"], [])
            host = server.socket(game["game"], game["seat"])
            self.assertEqual(host.hear()["public"], True)
            challenge, = server.ask("GET", "/api/lobby")[2]["challenges"]
            self.assertEqual((challenge["name"], challenge["side"]), ("Ada", "o"))
            guest = server.socket(challenge["game"], server.join(challenge))
            guest.hear_event("start")
            self.assertEqual(server.ask("GET", "/api/lobby")[2]["challenges"], [])
            host.close()
            guest.close()

    def test_challenges_are_limited_per_address(self):
        with Server() as server:
            statuses = [server.ask("POST", "/api/games", {"public": True})[0] for _ in range(6)]
            self.assertEqual(statuses, [201] * 5 + [429])

    def test_a_bot_of_the_owner_plays(self):
        with Server("--bot", "Robin=engine:skill=0", "--bot-time", "20ms") as server:
            bot, = server.ask("GET", "/api/lobby")[2]["bots"]
            self.assertEqual((bot["name"], len(bot["variants"])), ("Robin", 4))
            game = server.create(variant="ultimate", bot="Robin",
                                 clock={"initial_ms": 60000, "increment_ms": 0})
            person = server.socket(game["game"], game["seat"])
            person.hear_event("start")
            person.say(type="move", ply=0, move="a1")
            self.assertEqual(person.hear_event("move", 2)["side"], "o")
            status, _, body = server.ask("POST", "/api/games", {"bot": "Nobody"})
            self.assertEqual((status, body["error"]["code"]), (409, "no-such-bot"))
            # After a restart the game continues, with the bot to move.
            person.say(type="move", ply=2, move=self.reply(person, game, server))
            person.hear_event("move", 3)
            server.kill()
            person.close()
            server.start()
            back = server.socket(game["game"], game["seat"])
            back.hear_event("move", 4)
            back.close()

    def reply(self, person, game, server):
        """A legal answer to the bot's first move: some cell of the small board that it names."""
        move = person.hear_event("move", 2)["move"]
        column, row = ord(move[0]) - ord("a"), int(move[1:]) - 1
        corner = (column % 3 * 3, row % 3 * 3)
        taken = {event["move"] for event in person.events if event["kind"] == "move"}
        cells = [f"{chr(ord('a') + corner[0] + x)}{corner[1] + y + 1}"
                 for x in range(3) for y in range(3)]
        return next(cell for cell in cells if cell not in taken)


class Previews(unittest.TestCase):
    def test_only_the_embedded_page_may_be_framed(self):
        with Server() as server:
            game = server.create(variant="ultimate")["game"]
            for path in ("/", "/index.html", "/healthz", "/api/lobby", f"/g/{game}",
                         "/p/double/1e5", "/p/double/1e5/image.png", "/embed.html"):
                _, headers, _ = server.ask("GET", path)
                self.assertEqual(headers["X-Frame-Options"], "DENY", path)
                self.assertIn("frame-ancestors 'none'", headers["Content-Security-Policy"])
            status, headers, _ = server.ask("GET", "/embed?v=double&m=1e5")
            self.assertEqual(status, 200)
            self.assertNotIn("X-Frame-Options", headers)
            self.assertIn("frame-ancestors *", headers["Content-Security-Policy"])
            self.assertIn("script-src 'self'", headers["Content-Security-Policy"])

    def test_a_shared_game_has_a_picture_that_clients_keep(self):
        with Server("--public-url", "https://xttt.example.org") as server:
            game = server.create(variant="ultimate", name="\"><script>")["game"]
            status, headers, page = server.ask("GET", f"/g/{game}")
            self.assertEqual((status, headers["Content-Type"]), (200, "text/html; charset=utf-8"))
            self.assertNotIn(b"<script", page)
            self.assertIn(f"https://xttt.example.org/g/{game}/image.png".encode(), page)
            status, headers, picture = server.ask("GET", f"/g/{game}/image.png")
            self.assertEqual((status, headers["Content-Type"]), (200, "image/png"))
            self.assertEqual(picture[:8], b"\x89PNG\r\n\x1a\n")
            again = server.ask("GET", f"/g/{game}/image.png",
                               headers={"If-None-Match": headers["ETag"]})
            self.assertEqual((again[0], again[2]), (304, b""))


class Http(unittest.TestCase):
    def test_the_usual_headers_are_there(self):
        with Server() as server:
            status, headers, _ = server.ask("GET", "/")
            self.assertEqual(status, 200)
            self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(server.ask("GET", "/healthz")[0], 200)
            self.assertIn(b"xttt_moves_confirmed_total 0", server.ask("GET", "/metrics")[2])
            status, headers, body = server.ask("HEAD", "/openapi.yaml")
            self.assertEqual((status, body), (200, b""))
            self.assertGreater(int(headers["Content-Length"]), 1000)
            self.assertEqual(server.ask("GET", "/../../etc/passwd")[0], 400)
            self.assertEqual(server.stop(), 0)

    def test_nonsense_gets_an_answer_and_an_end(self):
        with Server() as server:
            cases = [(b"nonsense\r\n\r\n", b"400"),
                     (b"GET / HTTP/1.1\r\nX: " + b"a" * 20_000 + b"\r\n\r\n", b"431"),
                     (b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                      b"application/json\r\nContent-Length: 99999\r\n\r\n", b"413")]
            for request, status in cases:
                with server.connect() as client:
                    client.sendall(request)
                    answer = b""
                    while piece := client.recv(4096):
                        answer += piece
                    self.assertEqual(answer.split()[1], status)
                    head, _, body = answer.partition(b"\r\n\r\n")
                    self.assertIn(b"Content-Length: %d" % len(body), head)

    def test_connections_are_bounded(self):
        with Server("--connections-per-address", "5") as server:
            held = [server.connect() for _ in range(5)]
            for client in held:  # a request each, so that all of them have been accepted
                client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                self.assertIn(b"200", client.recv(4096))
            status, _, body = server.ask("GET", "/healthz")
            self.assertEqual(status, 503)
            self.assertEqual(body["error"]["code"], "too-many-connections")
            for client in held:
                client.close()

    def test_a_flood_of_games_is_limited(self):
        with Server() as server:
            statuses = [server.ask("POST", "/api/games", {})[0] for _ in range(40)]
            self.assertIn(429, statuses)
            self.assertEqual(statuses[0], 201)
            self.assertEqual(server.ask("GET", "/healthz")[0], 200)

    def test_behind_a_proxy_clients_are_told_apart(self):
        with Server("--behind-proxy", "--games-per-minute", "1") as server:
            def create(*forwarded):
                lines = "".join(f"X-Forwarded-For: {line}\r\n" for line in forwarded)
                with server.connect() as client:
                    client.sendall(("POST /api/games HTTP/1.1\r\nHost: localhost\r\n"
                                    f"{lines}Content-Type: application/json\r\n"
                                    "Content-Length: 2\r\nConnection: close\r\n\r\n{}").encode())
                    return int(client.makefile("rb").readline().split()[1])
            self.assertEqual(create("192.0.2.1"), 201)
            self.assertEqual(create("192.0.2.2"), 201)
            # Whatever the client claims itself, the proxy's own entry counts.
            self.assertEqual(create("192.0.2.9", "192.0.2.8, 192.0.2.1"), 429)
            self.assertEqual(create("2001:db8::1"), 201)
            self.assertEqual(create("2001:db8::2"), 429)


class Usage(ProgramTest):
    def test_wrong_options_are_refused(self):
        self.refuses(2, "is not an IP address", "serve", "--address", "nowhere", "--data", "unused")
        self.refuses(2, "is not a public URL", "serve", "--public-url", "example.org", "--data",
                     "unused")
        self.refuses(2, "--port", "serve", "--port", "99999")
        for bot, reason in (("Robin", "expected NAME=PLAYER"), ("Robin=human", "a human is not a bot"),
                            ("Robin=ugi:/no/such/program", "/no/such/program"),
                            ("Robin=nonsense", "nonsense"), ("", "expected NAME=PLAYER"),
                            ("=engine", "expected NAME=PLAYER"), ("Robin=", "player ''"),
                            ("Robin=engine:depth=0", "depth"), ("Robin=engine:depth=99999999999999999999", "depth"),
                            ("Robin=engine:threads=-1", "Threads"), ("Robin=random:1e3", "1e3"),
                            ("Robin=ugi:cmd=x depth=0", "depth"), ("Robin=ugi:'x", "unclosed quote"),
                            ("Robin=python:/etc", "/etc"), ("R" * 61 + "=random", "the name"),
                            ("R\x1b[2J=random", "the name"), ("R\u202e=random", "the name")):
            self.refuses(2, reason, "serve", "--port", "0", "--data", "unused", "--bot", bot)
        self.refuses(2, "two bots have the name 'Robin'", "serve", "--port", "0", "--data", "unused", "--bot",
                     "Robin=random", "--bot", "Robin=engine")
        self.refuses(2, "--bot-time", "serve", "--bot-time", "1ms", "--data", "unused")

    def test_a_port_that_is_in_use_is_named(self):
        # No other test listens on this address.
        with socket.socket() as taken, tempfile.TemporaryDirectory() as data:
            taken.bind(("127.0.0.77", 8080))
            taken.listen()
            serve = ("serve", "--address", "127.0.0.77", "--data", data)
            self.refuses(1, "cannot listen on 127.0.0.77 port 8080: Address already in use; choose another with --port",
                         *serve, "--port", "8080")
            with subprocess.Popen([PROGRAM, *serve], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True) as server:
                address = server.stdout.readline()
                server.send_signal(signal.SIGTERM)
                _, log = server.communicate(timeout=PATIENCE)
            self.assertRegex(address, r"^http://127\.0\.0\.77:\d+/$")
            self.assertNotIn(":8080/", address)
            self.assertIn("port 8080 is in use; --port chooses another", log)

    def test_one_data_folder_has_one_server(self):
        with Server() as server:
            self.refuses(1, "", "serve", "--port", "0", "--data", server.data)
            self.assertTrue(os.path.exists(os.path.join(server.data, "online.db")))


if __name__ == "__main__":
    main()
