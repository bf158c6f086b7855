"""xttt serve against the clauses of RFC 9110, RFC 9112 (HTTP/1.1) and RFC 6455 (WebSocket).

Test names begin with the section they check.
"""

import base64
import hashlib
import os
import struct
import unittest

from program import main
from web_client import Closed, RawConnection, Server, WebSocket

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
CREATE = (b"POST /api/games HTTP/1.1\r\nHost: localhost\r\n"
          b"Content-Type: application/json\r\n")


class ServerCase(unittest.TestCase):
    """One server for all tests of a class, without rate limits."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server("--requests-per-second", "100000", "--games-per-minute", "100000",
                            "--connections-per-address", "1000")

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def connection(self):
        connection = RawConnection(self.server)
        self.addCleanup(connection.close)
        return connection

    def status(self, *pieces):
        """The status of the response to these bytes; None if the connection closes without one."""
        connection = self.connection()
        for piece in pieces:
            connection.send(piece)
        response = connection.response()
        return response.status if response else None


class Rfc9112(ServerCase):
    def test_2_2_empty_line_before_the_request_line_is_ignored(self):
        self.assertEqual(self.status(b"\r\n" + GET + b"\r\n"), 200)

    def test_2_2_bare_lf_is_rejected(self):
        self.assertEqual(self.status(b"GET /healthz HTTP/1.1\nHost: localhost\n\n"), 400)

    def test_2_2_bare_cr_is_rejected(self):
        self.assertEqual(self.status(GET + b"X: a\rb\r\n\r\n"), 400)

    def test_2_2_whitespace_before_the_first_header_is_rejected(self):
        self.assertEqual(self.status(b"GET / HTTP/1.1\r\n Host: localhost\r\n\r\n"), 400)

    def test_2_3_http_1_0_gets_an_answer_and_the_connection_closes(self):
        connection = self.connection()
        connection.send(b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")
        response = connection.response()
        self.assertEqual(response.status, 200)
        self.assertTrue(response.version.startswith("HTTP/1.1"))
        self.assertTrue(connection.is_closed())

    def test_2_3_other_versions_are_not_supported(self):
        for version in (b"HTTP/2.0", b"HTTP/0.9", b"HTTP/1.2", b"HTTP/9.9"):
            self.assertEqual(self.status(b"GET / " + version + b"\r\nHost: localhost\r\n\r\n"), 505)

    def test_2_3_malformed_versions_are_bad_requests(self):
        for version in (b"http/1.1", b"HTTP/1", b"HTTP/11", b"HTTP/1.1.1", b"HTTP/1.1x", b"1.1"):
            self.assertEqual(self.status(b"GET / " + version + b"\r\nHost: localhost\r\n\r\n"), 400)

    def test_3_request_line_needs_exactly_three_parts(self):
        for line in (b"GET /", b"GET  / HTTP/1.1", b"GET / / HTTP/1.1", b"GET\t/\tHTTP/1.1",
                     b" GET / HTTP/1.1", b"GET / HTTP/1.1 "):
            self.assertEqual(self.status(line + b"\r\nHost: localhost\r\n\r\n"), 400, line)

    def test_3_long_request_target_is_414(self):
        self.assertEqual(self.status(b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n"), 414)
        self.assertEqual(self.status(b"GET /" + b"a" * 2000 + b" HTTP/1.1\r\nHost: a\r\n\r\n"), 414)

    def test_3_1_unknown_method_is_not_allowed(self):
        self.assertEqual(self.status(b"DANCE / HTTP/1.1\r\nHost: localhost\r\n\r\n"), 405)
        self.assertEqual(self.status(b"get / HTTP/1.1\r\nHost: localhost\r\n\r\n"), 405)

    def test_3_1_method_must_be_a_token(self):
        self.assertEqual(self.status(b"G(T / HTTP/1.1\r\nHost: localhost\r\n\r\n"), 400)

    def test_3_2_missing_host_is_400(self):
        self.assertEqual(self.status(b"GET / HTTP/1.1\r\n\r\n"), 400)

    def test_3_2_two_hosts_are_400(self):
        self.assertEqual(self.status(GET + b"Host: localhost\r\n\r\n"), 400)
        self.assertEqual(self.status(GET + b"hOST: evil.example\r\n\r\n"), 400)

    def test_3_2_invalid_host_is_400(self):
        for host in (b"", b"a b", b"localhost, evil", b"user@localhost", b"localhost:x",
                     b"localhost:999999", b"[::1", b"a/b", b"a\x01b", b"http://localhost"):
            request = b"GET / HTTP/1.1\r\nHost: " + host + b"\r\n\r\n"
            self.assertEqual(self.status(request), 400, host)

    def test_3_2_1_origin_form_with_a_query(self):
        self.assertEqual(self.status(b"GET /healthz?a=b HTTP/1.1\r\nHost: localhost\r\n\r\n"), 200)

    def test_3_2_2_absolute_form_is_accepted_and_replaces_host(self):
        request = b"GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        self.assertEqual(self.status(request), 200)
        request = b"GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        self.assertEqual(self.status(request), 421)

    def test_3_2_3_authority_form_is_for_connect_only(self):
        self.assertEqual(self.status(b"GET localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n"), 400)

    def test_3_2_4_asterisk_form_is_for_options(self):
        connection = self.connection()
        connection.send(b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n")
        response = connection.response()
        self.assertEqual((response.status, response.body), (204, b""))
        self.assertNotIn("content-length", response.headers)
        self.assertEqual(self.status(b"GET * HTTP/1.1\r\nHost: localhost\r\n\r\n"), 400)

    def test_5_1_whitespace_before_the_colon_is_400(self):
        self.assertEqual(self.status(GET + b"X : 1\r\n\r\n"), 400)

    def test_5_1_whitespace_around_the_value_is_removed(self):
        self.assertEqual(self.status(b"GET /healthz HTTP/1.1\r\nHost:\t localhost \t\r\n\r\n"), 200)

    def test_5_1_field_names_are_tokens(self):
        for field in (b"X Y: 1", b": 1", b"X", b"X(: 1", b"\x80: 1"):
            self.assertEqual(self.status(GET + field + b"\r\n\r\n"), 400, field)

    def test_5_2_obs_fold_is_400(self):
        self.assertEqual(self.status(GET + b"X: a\r\n b\r\n\r\n"), 400)
        self.assertEqual(self.status(GET + b"X: a\r\n\tb\r\n\r\n"), 400)

    def test_5_5_control_characters_in_values_are_400(self):
        for c in (0, 1, 8, 0x0b, 0x1f, 0x7f):
            self.assertEqual(self.status(GET + b"X: a" + bytes([c]) + b"b\r\n\r\n"), 400, c)

    def test_6_1_unknown_transfer_coding_is_501(self):
        for coding in (b"gzip", b"gzip, chunked", b"identity", b"chunked, chunked", b"xchunked",
                       b"chunked;q=1"):
            request = CREATE + b"Transfer-Encoding: " + coding + b"\r\n\r\n0\r\n\r\n"
            self.assertEqual(self.status(request), 501, coding)

    def test_6_1_repeated_transfer_encoding_is_400(self):
        request = CREATE + b"Transfer-Encoding: chunked\r\n" * 2 + b"\r\n0\r\n\r\n"
        self.assertEqual(self.status(request), 400)

    def test_6_1_transfer_encoding_beside_content_length_is_400(self):
        request = (CREATE + b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n"
                   b"2\r\n{}\r\n0\r\n\r\n")
        self.assertEqual(self.status(request), 400)

    def test_6_1_transfer_encoding_in_http_1_0_is_400(self):
        request = CREATE.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        self.assertEqual(self.status(request), 400)

    def test_6_2_bad_content_length_is_400(self):
        for length in (b"", b"x", b"-1", b"+2", b"2, 2", b"2 2", b"0x2", b"2.0"):
            request = CREATE + b"Content-Length: " + length + b"\r\n\r\n{}"
            self.assertEqual(self.status(request), 400, length)
        request = CREATE + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}"
        self.assertEqual(self.status(request), 400)

    def test_6_3_body_of_content_length_bytes(self):
        self.assertEqual(self.status(CREATE + b"Content-Length: 2\r\n\r\n{", b"}"), 201)
        for length in (b"99999", b"9" * 100):
            self.assertEqual(self.status(CREATE + b"Content-Length: " + length + b"\r\n\r\n"), 413)

    def test_6_3_no_length_means_no_body(self):
        connection = self.connection()
        connection.send(GET + b"\r\n" + GET + b"\r\n")
        self.assertEqual([connection.response().status for _ in range(2)], [200, 200])

    def chunked(self, body):
        return self.status(CREATE + b"Transfer-Encoding: Chunked\r\n\r\n" + body)

    def test_7_1_chunked_body(self):
        self.assertEqual(self.chunked(b"1\r\n{\r\n001\r\n}\r\n0\r\n\r\n"), 201)

    def test_7_1_malformed_chunks_are_400(self):
        for body in (b"2 \r\n{}\r\n0\r\n\r\n", b"2\t\r\n{}\r\n0 \r\n\r\n",
                     b"\r\n", b"g\r\n", b"-1\r\n", b"0x2\r\n{}\r\n0\r\n\r\n", b"2\n{}\r\n",
                     b"2\r\n{}0\r\n\r\n", b"1\r\n{}\r\n0\r\n\r\n", b"2 2\r\n{}\r\n0\r\n\r\n"):
            self.assertEqual(self.chunked(body), 400, body)

    def test_7_1_huge_chunk_sizes_are_413(self):
        for size in (b"ffffffff", b"ffffffffffffffff", b"1" + b"0" * 64, b"1001"):
            self.assertEqual(self.chunked(size + b"\r\n"), 413, size)

    def test_7_1_1_chunk_extensions_are_ignored(self):
        self.assertEqual(self.chunked(b'2;a=b;c="d"\r\n{}\r\n0;x\r\n\r\n'), 201)

    def test_7_1_2_trailer_fields_do_not_become_headers(self):
        self.assertEqual(self.chunked(b"2\r\n{}\r\n0\r\nHost: evil.example\r\n\r\n"), 201)
        self.assertEqual(self.chunked(b"2\r\n{}\r\n0\r\nbroken\r\n\r\n"), 400)

    def test_9_3_connections_persist_and_close_on_request(self):
        connection = self.connection()
        connection.send(GET + b"\r\n")
        self.assertEqual(connection.response().status, 200)
        connection.send(GET + b"Connection: Close\r\n\r\n")
        self.assertEqual(connection.response().headers["connection"], "close")
        self.assertTrue(connection.is_closed())

    def test_9_3_2_pipelined_requests_are_answered_in_order(self):
        connection = self.connection()
        paths = [b"/healthz", b"/nothing", b"/openapi.yaml", b"/healthz"] * 3
        connection.send(b"".join(b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % p for p in paths))
        self.assertEqual([connection.response().status for _ in paths], [200, 404, 200, 200] * 3)


class Rfc9110(ServerCase):
    def test_6_6_1_responses_have_a_date(self):
        _, headers, _ = self.server.ask("GET", "/healthz")
        self.assertRegex(headers["Date"], r"^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$")

    def test_9_3_2_head_has_the_headers_of_get_and_no_body(self):
        connection = self.connection()
        connection.send(b"HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" + GET + b"\r\n")
        head, get = connection.response(is_head=True), connection.response()
        self.assertEqual(head.headers["content-length"], get.headers["content-length"])
        self.assertEqual(get.status, 200)

    def test_10_1_1_expect_100_continue(self):
        connection = self.connection()
        connection.send(CREATE + b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        self.assertEqual(connection.response().status, 100)
        connection.send(b"{}")
        self.assertEqual(connection.response().status, 201)

    def test_10_1_1_too_large_body_is_refused_before_it_is_sent(self):
        self.assertEqual(self.status(CREATE + b"Content-Length: 9999\r\n"
                                     b"Expect: 100-continue\r\n\r\n"), 413)

    def test_10_1_1_other_expectations_fail(self):
        self.assertEqual(self.status(CREATE + b"Content-Length: 2\r\nExpect: wine\r\n\r\n"), 417)

    def test_15_5_6_method_not_allowed_names_the_allowed_ones(self):
        for path in ("/api/games", "/healthz"):
            status, headers, _ = self.server.ask("DELETE", path)
            self.assertEqual(status, 405)
            self.assertTrue(headers["Allow"])

    def test_15_5_16_content_codings_are_not_supported(self):
        status, _, _ = self.server.ask("POST", "/api/games", b"{}", {"Content-Encoding": "gzip"})
        self.assertEqual(status, 415)
        status, _, _ = self.server.ask("POST", "/api/games", b"{}",
                                       {"Content-Type": "application/jsonp"})
        self.assertEqual(status, 415)

    def test_15_5_22_upgrade_required_names_the_protocol(self):
        game = self.server.create()["game"]
        status, headers, _ = self.server.ask("GET", f"/api/games/{game}/socket")
        self.assertEqual((status, headers["Upgrade"]), (426, "websocket"))


class Rfc6455(ServerCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.game = cls.server.create()["game"]
        cls.path = f"/api/games/{cls.game}/socket"

    def socket(self):
        client = WebSocket(self.server, self.path)
        self.addCleanup(client.close)
        self.assertEqual(client.status, 101)
        return client

    def close_code(self, client):
        """The code of the close frame; 0 if the connection ends without one."""
        try:
            while True:
                client.hear()
        except Closed as closed:
            return closed.code or 0
        except OSError:
            return 0

    def handshake(self, *fields, method=b"GET", version=b"1.1"):
        usual = {b"Host": b"localhost", b"Connection": b"Upgrade", b"Upgrade": b"websocket",
                 b"Sec-WebSocket-Version": b"13",
                 b"Sec-WebSocket-Key": b"dGhlIHNhbXBsZSBub25jZQ=="}
        usual.update(fields)
        connection = self.connection()
        connection.send(b"%s %s HTTP/%s\r\n" % (method, self.path.encode(), version) + b"".join(
            b"%s: %s\r\n" % field for field in usual.items() if field[1] is not None) + b"\r\n")
        return connection.response(is_head=True)

    def test_4_2_1_handshake_needs_its_fields(self):
        self.assertEqual(self.handshake().status, 101)
        self.assertEqual(self.handshake((b"Connection", b"keep-alive, Upgrade")).status, 101)
        self.assertEqual(self.handshake((b"Upgrade", b"WebSocket")).status, 101)
        self.assertEqual(self.handshake((b"Upgrade", None)).status, 426)
        self.assertEqual(self.handshake((b"Connection", None)).status, 426)
        self.assertEqual(self.handshake((b"Sec-WebSocket-Key", None)).status, 400)
        self.assertEqual(self.handshake((b"Sec-WebSocket-Version", None)).status, 400)
        self.assertEqual(self.handshake(version=b"1.0").status, 426)
        self.assertEqual(self.handshake(method=b"POST").status, 405)

    def test_4_2_2_accept_is_the_hash_of_the_key(self):
        expected = base64.b64encode(hashlib.sha1(
            b"dGhlIHNhbXBsZSBub25jZQ==258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
        self.assertEqual(self.handshake().headers["sec-websocket-accept"], expected.decode())

    def test_4_4_other_versions_are_refused_with_the_supported_one(self):
        response = self.handshake((b"Sec-WebSocket-Version", b"12"))
        self.assertEqual((response.status, response.headers["sec-websocket-version"]), (426, "13"))

    def test_5_1_unmasked_frames_close_the_connection(self):
        client = self.socket()
        client.socket.sendall(b"\x81\x02{}")
        self.assertIn(self.close_code(client), (0, 1002))

    def test_5_2_reserved_bits_and_opcodes_are_protocol_errors(self):
        for first in (0xC1, 0xA1, 0x91, 0x83, 0x87, 0x8B, 0x8F):
            client = self.socket()
            client.socket.sendall(bytes([first, 0x80, 0, 0, 0, 0]))
            self.assertIn(self.close_code(client), (0, 1002), hex(first))

    def test_5_2_lengths_must_be_minimal_and_positive(self):
        for head in (b"\xfe\x00\x05", b"\xff" + struct.pack(">Q", 5), b"\xff" + b"\xff" * 8):
            client = self.socket()
            client.socket.sendall(b"\x81" + head + b"\0\0\0\0hello")
            self.assertIn(self.close_code(client), (0, 1002, 1009), head)

    def test_5_4_fragments_make_one_message(self):
        client = self.socket()
        text = b'{"type":"ping"}'
        client.send_frame(1, text[:4], final=False)
        client.send_frame(9, b"between")
        client.send_frame(0, b"", final=False)
        client.send_frame(0, text[4:])
        self.assertEqual(client.hear(), {"type": "pong"})

    def test_5_4_continuation_without_start_is_a_protocol_error(self):
        client = self.socket()
        client.send_frame(0, b"x")
        self.assertIn(self.close_code(client), (0, 1002))
        client = self.socket()
        client.send_frame(1, b"x", final=False)
        client.send_frame(1, b"y")
        self.assertIn(self.close_code(client), (0, 1002))

    def test_5_5_control_frames_are_short_and_whole(self):
        client = self.socket()
        client.send_frame(9, b"x" * 126)
        self.assertIn(self.close_code(client), (0, 1002))
        client = self.socket()
        client.send_frame(9, b"x", final=False)
        self.assertIn(self.close_code(client), (0, 1002))

    def test_5_5_1_close_is_answered_with_close(self):
        client = self.socket()
        client.send_frame(8, struct.pack(">H", 1000) + b"done")
        self.assertEqual(self.close_code(client), 1000)

    def test_5_5_2_ping_is_answered_with_its_payload(self):
        client = self.socket()
        client.send_frame(9, b"payload")
        head = client.stream.read(2)
        self.assertEqual(head[0], 0x8A)
        self.assertEqual(client.stream.read(head[1]), b"payload")

    def test_5_5_3_unasked_pongs_are_ignored(self):
        client = self.socket()
        client.send_frame(10, b"nobody asked")
        client.say(type="ping")
        self.assertEqual(client.hear(), {"type": "pong"})

    def test_7_4_1_invalid_close_frames_are_protocol_errors(self):
        for payload in (b"\x03", struct.pack(">H", 999), struct.pack(">H", 1005),
                        struct.pack(">H", 1006), struct.pack(">H", 1015)):
            client = self.socket()
            client.send_frame(8, payload)
            self.assertIn(self.close_code(client), (0, 1002), payload)
        client = self.socket()
        client.send_frame(8, struct.pack(">H", 1000) + b"\xff")
        self.assertIn(self.close_code(client), (0, 1002, 1007))

    def test_7_4_1_large_messages_are_1009(self):
        client = self.socket()
        client.send_frame(1, b"x" * 5000)
        self.assertIn(self.close_code(client), (0, 1009))
        client = self.socket()
        client.send_frame(1, b"x" * 4000, final=False)
        client.send_frame(0, b"x" * 4000)
        self.assertIn(self.close_code(client), (0, 1009))

    def test_8_1_invalid_utf_8_is_1007(self):
        for text in (b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"abc\xe2\x82"):
            client = self.socket()
            client.send_frame(1, text)
            self.assertIn(self.close_code(client), (0, 1007), text)

    def test_9_extensions_are_not_negotiated(self):
        response = self.handshake((b"Sec-WebSocket-Extensions", b"permessage-deflate"))
        self.assertEqual(response.status, 101)
        self.assertNotIn("sec-websocket-extensions", response.headers)

    def test_10_3_masks_do_not_matter(self):
        client = self.socket()
        for _ in range(5):
            text = b'{"type":"ping"}'
            mask = os.urandom(4)
            client.socket.sendall(bytes([0x81, 0x80 | len(text)]) + mask +
                                  bytes(b ^ mask[i % 4] for i, b in enumerate(text)))
            self.assertEqual(client.hear(), {"type": "pong"})


if __name__ == "__main__":
    main()
