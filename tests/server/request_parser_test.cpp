// What the whole server answers is in tests/e2e/server_conformance_test.py; here is what the parser
// keeps and how much.
#include "server/net/request_parser.h"

#include <gtest/gtest.h>

namespace xttt {
namespace {

const std::string kChunkedStart =
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";

int status_of(const std::string& bytes) {
    RequestParser parser;
    parser.feed(bytes);
    if (parser.failure()) return parser.failure()->status;
    return parser.is_complete() ? 200 : 0;
}

TEST(RequestParser, ReadsRequestsHoweverTheyArrive) {
    const std::string one =
        "\r\nPOST /a?b HTTP/1.1\r\nHost: localhost:80\r\nX-A:  b c \r\n"
        "Content-Length: 4\r\n\r\nbody";
    for (const std::size_t piece : {1, 2, 3, 7, 1000}) {
        RequestParser parser;
        const std::string bytes = one + "GET";
        std::size_t used = 0;
        while (used < bytes.size() && !parser.is_complete())
            used += parser.feed(std::string_view(bytes).substr(used, piece));
        ASSERT_TRUE(parser.is_complete());
        EXPECT_EQ(used, one.size());
        EXPECT_EQ(parser.head().method, "POST");
        EXPECT_EQ(parser.head().target, "/a?b");
        EXPECT_EQ(parser.head().host, "localhost:80");
        EXPECT_EQ(parser.head().field("x-a"), "b c");
        EXPECT_EQ(parser.body(), "body");
    }
}

TEST(RequestParser, DecodesChunksAndDropsTrailers) {
    RequestParser parser;
    const std::string bytes =
        kChunkedStart + "3;x=y\r\nabc\r\n0a\r\n0123456789\r\n0\r\nHost: b\r\n\r\n";
    EXPECT_EQ(parser.feed(bytes), bytes.size());
    ASSERT_TRUE(parser.is_complete());
    EXPECT_EQ(parser.body(), "abc0123456789");
    EXPECT_EQ(parser.head().host, "a");
    EXPECT_EQ(parser.head().fields.size(), 2u);
}

TEST(RequestParser, SplitsAbsoluteTargets) {
    RequestParser parser;
    parser.feed("GET HTTP://Other:8080?x HTTP/1.1\r\nHost: a\r\n\r\n");
    ASSERT_TRUE(parser.is_complete());
    EXPECT_EQ(parser.head().host, "Other:8080");
    EXPECT_EQ(parser.head().target, "/?x");
    EXPECT_EQ(status_of("GET http:/// HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
    EXPECT_EQ(status_of("GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
}

TEST(RequestParser, BoundsEverything) {
    const std::string get = "GET / HTTP/1.1\r\nHost: a\r\n";
    EXPECT_EQ(status_of(get + "X: " + std::string(9000, 'x')), 431);
    std::string many = get;
    for (int i = 0; i < 101; ++i) many += "A:\r\n";
    EXPECT_EQ(status_of(many + "\r\n"), 431);
    EXPECT_EQ(status_of("GET /" + std::string(9000, 'x')), 414);
    EXPECT_EQ(status_of(kChunkedStart + "1;" + std::string(300, 'x')), 413);
    EXPECT_EQ(status_of(kChunkedStart + "1001\r\n"), 413);
    EXPECT_EQ(status_of(kChunkedStart + "0\r\nX: " + std::string(3000, 'x')), 431);
    std::string chunks = kChunkedStart;
    for (int i = 0; i < 200; ++i) chunks += "1;" + std::string(200, 'x') + "\r\n \r\n";
    EXPECT_EQ(status_of(chunks), 413);
    EXPECT_EQ(status_of("\r\n\r\n\r\n\r\n\r\n"), 400);
}

// A proxy may check another one than the server.
TEST(RequestParser, RefusesFieldsThatMustNotBeRepeated) {
    for (const std::string name : {"Host", "Origin", "Content-Type", "Authorization"}) {
        const std::string once = "GET / HTTP/1.1\r\nHost: a\r\nCookie: a=1\r\nCookie: b=2\r\n" +
                                 (name == "Host" ? "" : name + ": a\r\n");
        EXPECT_EQ(status_of(once + "\r\n"), 200) << name;
        EXPECT_EQ(status_of(once + name + ": a\r\n\r\n"), 400) << name;
    }
}

TEST(RequestParser, KnowsWhetherTheConnectionStays) {
    const auto keeps = [](const std::string& version, const std::string& connection) {
        RequestParser parser;
        parser.feed("GET / HTTP/" + version + "\r\nHost: a\r\nConnection: " + connection +
                    "\r\n\r\n");
        return parser.head().keeps_alive();
    };
    EXPECT_TRUE(keeps("1.1", "upgrade"));
    EXPECT_FALSE(keeps("1.1", "TE, Close"));
    EXPECT_FALSE(keeps("1.0", "x"));
    EXPECT_TRUE(keeps("1.0", "Keep-Alive"));
}

}  // namespace
}  // namespace xttt
