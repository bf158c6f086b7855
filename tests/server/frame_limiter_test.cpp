#include "server/net/frame_limiter.h"

#include <gtest/gtest.h>

namespace xttt {
namespace {

using namespace std::chrono_literals;

const Clock::time_point kNow{1h};

std::string frame(std::size_t size) {
    std::string bytes(1, '\x81');
    if (size < 126) {
        bytes += static_cast<char>(0x80 | size);
    } else {
        bytes += "\xfe";
        bytes += static_cast<char>(size >> 8);
        bytes += static_cast<char>(size & 255);
    }
    return bytes + "mask" + std::string(size, '\x81');
}

// How many frames pass when the stream arrives in pieces of this size.
int frames_allowed(const std::string& one, std::size_t piece) {
    FrameLimiter limiter(kNow);
    std::string stream;
    for (int i = 0; i < 300; ++i) stream += one;
    for (std::size_t at = 0; at < stream.size(); at += piece)
        if (!limiter.allow(std::string_view(stream).substr(at, piece), kNow))
            return static_cast<int>(std::min(at + piece, stream.size()) / one.size());
    return 300;
}

TEST(FrameLimiter, CountsFramesHoweverTheyArrive) {
    for (const std::size_t size : {0, 1, 125, 126, 1000}) {
        const auto one = frame(size);
        EXPECT_GE(frames_allowed(one, 1), 120) << size;
        EXPECT_LE(frames_allowed(one, 1), 121) << size;
        EXPECT_GE(frames_allowed(one, 7), 120) << size;
        EXPECT_LE(frames_allowed(one, 7), 122) << size;
    }
}

TEST(FrameLimiter, AllowsTheSustainedRate) {
    FrameLimiter limiter(kNow);
    for (int i = 0; i < 1000; ++i) ASSERT_TRUE(limiter.allow(frame(20), kNow + i * 34ms)) << i;
}

TEST(FrameLimiter, SkipsPayloads) {
    FrameLimiter limiter(kNow);
    const std::string head("\x82\xff\0\0\0\0\0\x10\0\0mask", 14);  // a mebibyte follows
    ASSERT_TRUE(limiter.allow(head, kNow));
    ASSERT_TRUE(limiter.allow(std::string(1 << 20, '\0'), kNow));
    for (int i = 1; i < 120; ++i) ASSERT_TRUE(limiter.allow(frame(0), kNow)) << i;
    EXPECT_FALSE(limiter.allow(frame(0), kNow));
}

}  // namespace
}  // namespace xttt
