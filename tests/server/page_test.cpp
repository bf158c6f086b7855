#include "server/page.h"

#include <gtest/gtest.h>

namespace xttt {
namespace {

// "hello", by gzip.
constexpr std::string_view kGzip(
    "\x1f\x8b\x08\0\0\0\0\0\x02\xff\xcb\x48\xcd\xc9\xc9\x07\0\x86\xa6\x10\x36\x05\0\0\0", 25);
constexpr PageFile kFile{"/a.js", "text/javascript", "\"1\"", kGzip, "brotli", true};

std::string encoding(const HttpResponse& response) {
    for (const auto& [name, value] : response.headers)
        if (name == "Content-Encoding") return value;
    return "";
}
HttpResponse ask(const PageFile& file, std::string accepted) {
    return page_response(file, {.method = "GET", .accept_encoding = std::move(accepted)});
}

TEST(Page, IsSentInTheSmallestEncodingTheClientTakes) {
    EXPECT_EQ(encoding(ask(kFile, "gzip, deflate, br, zstd")), "br");
    EXPECT_EQ(ask(kFile, "gzip, deflate, br").content(), "brotli");
    EXPECT_EQ(encoding(ask(kFile, "gzip, deflate")), "gzip");
    EXPECT_EQ(encoding(ask(kFile, "GZIP;q=0.5, br;q=0")), "gzip");
    EXPECT_EQ(encoding(ask(kFile, "broken, gzip2")), "");
    EXPECT_EQ(ask(kFile, "").content(), "hello");
    PageFile without = kFile;
    without.brotli = {};
    EXPECT_EQ(encoding(ask(without, "gzip, br")), "gzip");
}

TEST(Page, IsNotSentAgainToClientsThatHaveIt) {
    const auto response = page_response(kFile, {.method = "GET", .if_none_match = "\"1\""});
    EXPECT_EQ(response.status, 304);
    EXPECT_TRUE(response.content().empty());
}

}  // namespace
}  // namespace xttt
