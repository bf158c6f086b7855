#include <algorithm>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

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

// A bot that floods its output fills the buffer of the referee and, until it is paused, the pipe.
TEST(ChildPipes, DiscardAllThatWasSentUntilThen) {
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_NONBLOCK), 0);
    const UniqueFd writer(ends[1]);
    ChildPipes pipes(UniqueFd{}, UniqueFd{ends[0]}, UniqueFd{},
                     {.text_line = 64 << 10, .unsent = 0, .error_tail = 0});
    const auto fill = [&] {
        const std::string answers(1 << 10, '\n');
        while (::write(writer.get(), answers.data(), answers.size()) > 0) {
        }
    };
    fill();
    pipes.receive(false);
    EXPECT_EQ(pipes.next_text_line(), "");
    fill();
    pipes.discard_received();
    ASSERT_EQ(::write(writer.get(), "bestmove a1\n", 12), 12);
    pipes.receive(false);
    EXPECT_EQ(pipes.next_text_line(), "bestmove a1");
}

}  // namespace
}  // namespace xttt
