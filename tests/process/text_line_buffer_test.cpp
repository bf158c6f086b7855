#include <algorithm>
#include <string_view>

#include <gtest/gtest.h>

#include "process/child_pipes.h"

namespace xttt {
namespace {

void feed(TextLineBuffer& buffer, std::string_view text) {
    const auto free_space = buffer.free_space();
    ASSERT_GE(free_space.size(), text.size());
    std::ranges::copy(text, free_space.begin());
    buffer.filled(text.size());
}

TEST(TextLineBuffer, HandsOutLinesInOrderAndKeepsTheUnfinishedOne) {
    TextLineBuffer buffer(100);
    feed(buffer, "one\ntwo\r\nthr");
    EXPECT_EQ(buffer.next(), "one");
    EXPECT_EQ(buffer.next(), "two");
    EXPECT_EQ(buffer.next(), std::nullopt);
    feed(buffer, "ee\n");
    EXPECT_EQ(buffer.next(), "three");
    EXPECT_EQ(buffer.next(), std::nullopt);
}

TEST(TextLineBuffer, AnEmptyLineIsALine) {
    TextLineBuffer buffer(100);
    feed(buffer, "\n\n");
    EXPECT_EQ(buffer.next(), "");
    EXPECT_EQ(buffer.next(), "");
    EXPECT_EQ(buffer.next(), std::nullopt);
}

TEST(TextLineBuffer, ALineBeyondTheLimitIsNoticedBeforeItsEnd) {
    TextLineBuffer buffer(8);
    feed(buffer, "12345678");
    EXPECT_EQ(buffer.next(), std::nullopt);
    EXPECT_FALSE(buffer.too_long());
    feed(buffer, "9");
    EXPECT_EQ(buffer.next(), std::nullopt);
    EXPECT_TRUE(buffer.too_long());
}

TEST(TextLineBuffer, TheUnfinishedLineCanBeTaken) {
    TextLineBuffer buffer(100);
    feed(buffer, "bestmove a1");
    EXPECT_EQ(buffer.next(), std::nullopt);
    EXPECT_EQ(buffer.take_partial(), "bestmove a1");
    EXPECT_EQ(buffer.partial(), "");
}

}  // namespace
}  // namespace xttt
