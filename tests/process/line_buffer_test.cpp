#include <algorithm>
#include <string_view>

#include <gtest/gtest.h>

#include "process/line_channel.h"

namespace xttt {
namespace {

void feed(LineBuffer& buffer, std::string_view text) {
    const auto room = buffer.room();
    ASSERT_GE(room.size(), text.size());
    std::ranges::copy(text, room.begin());
    buffer.filled(text.size());
}

TEST(LineBuffer, HandsOutLinesInOrderAndKeepsTheUnfinishedOne) {
    LineBuffer buffer(100);
    feed(buffer, "one\ntwo\r\nthr");
    EXPECT_EQ(buffer.next(), "one");
    EXPECT_EQ(buffer.next(), "two");
    EXPECT_EQ(buffer.next(), std::nullopt);
    feed(buffer, "ee\n");
    EXPECT_EQ(buffer.next(), "three");
    EXPECT_EQ(buffer.next(), std::nullopt);
}

TEST(LineBuffer, AnEmptyLineIsALine) {
    LineBuffer buffer(100);
    feed(buffer, "\n\n");
    EXPECT_EQ(buffer.next(), "");
    EXPECT_EQ(buffer.next(), "");
    EXPECT_EQ(buffer.next(), std::nullopt);
}

TEST(LineBuffer, ALineBeyondTheLimitIsNoticedBeforeItsEnd) {
    LineBuffer buffer(8);
    feed(buffer, "12345678");
    EXPECT_EQ(buffer.next(), std::nullopt);
    EXPECT_FALSE(buffer.too_long());
    feed(buffer, "9");
    EXPECT_EQ(buffer.next(), std::nullopt);
    EXPECT_TRUE(buffer.too_long());
}

TEST(LineBuffer, TheUnfinishedLineCanBeTaken) {
    LineBuffer buffer(100);
    feed(buffer, "bestmove a1");
    EXPECT_EQ(buffer.next(), std::nullopt);
    EXPECT_EQ(buffer.take_partial(), "bestmove a1");
    EXPECT_EQ(buffer.partial(), "");
}

}  // namespace
}  // namespace xttt
