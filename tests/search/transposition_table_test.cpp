#include "search/transposition_table.h"

#include <gtest/gtest.h>

namespace xttt {
namespace {

TEST(Table, GivesBackWhatWasStored) {
    TranspositionTable table(1);
    const TableEntry entry{-12345, Move{7, 11}, 42, Bound::Lower};
    table.store(0x123456789abcdefULL, entry);
    const TableEntry found = table.probe(0x123456789abcdefULL);
    EXPECT_EQ(found.score, entry.score);
    EXPECT_EQ(found.move, entry.move);
    EXPECT_EQ(found.depth, entry.depth);
    EXPECT_EQ(found.bound, entry.bound);
    EXPECT_FALSE(table.probe(0x123456789abcdeeULL).found());
}

TEST(Table, KeepsEveryDepthASearchCanHave) {
    TranspositionTable table(1);
    for (int depth = 0; depth < kMaxPly; ++depth) {
        table.store(7, {0, kNoMove, depth, Bound::Exact});
        EXPECT_EQ(table.probe(7).depth, depth);
    }
}

// An extension can lead further still: kept as less deep, never as the depth of another search.
TEST(Table, KeepsADepthBeyondTheDeepestAsTheDeepest) {
    TranspositionTable table(1);
    table.store(7, {0, kNoMove, kMaxPly + 40, Bound::Exact});
    EXPECT_EQ(table.probe(7).depth, kMaxPly - 1);
    table.store(7, {0, kNoMove, -3, Bound::Exact});
    EXPECT_EQ(table.probe(7).depth, 0);
}

TEST(Table, KeepsTheDeepestOfAFullBucket) {
    TranspositionTable table(0);  // one bucket of four
    table.store(1, {0, kNoMove, kMaxPly - 1, Bound::Exact});
    for (Key key = 2; key <= 9; ++key) table.store(key, {0, kNoMove, 2, Bound::Exact});
    EXPECT_TRUE(table.probe(1).found());
}

TEST(Table, KeepsTheMoveWhenABoundComesWithoutOne) {
    TranspositionTable table(1);
    table.store(99, {10, Move{1, 2}, 3, Bound::Lower});
    table.store(99, {5, kNoMove, 4, Bound::Upper});
    EXPECT_EQ(table.probe(99).move, (Move{1, 2}));
    EXPECT_EQ(table.probe(99).depth, 4);
}

TEST(Table, ReplacesTheShallowestOfAFullBucket) {
    TranspositionTable table(0);  // one bucket of four
    for (Key key = 1; key <= 4; ++key)
        table.store(key, {0, kNoMove, static_cast<int>(key), Bound::Exact});
    table.store(5, {0, kNoMove, 9, Bound::Exact});
    EXPECT_FALSE(table.probe(1).found());
    for (Key key = 2; key <= 5; ++key) EXPECT_TRUE(table.probe(key).found());
}

TEST(Table, ReplacesEntriesOfEarlierSearchesFirst) {
    TranspositionTable table(0);
    table.store(1, {0, kNoMove, 6, Bound::Exact});
    table.new_search();
    for (Key key = 2; key <= 4; ++key) table.store(key, {0, kNoMove, 1, Bound::Exact});
    table.store(5, {0, kNoMove, 1, Bound::Exact});
    EXPECT_FALSE(table.probe(1).found());
    EXPECT_TRUE(table.probe(2).found());
}

TEST(Table, IsEmptyAfterClear) {
    TranspositionTable table(1);
    table.store(77, {0, kNoMove, 1, Bound::Exact});
    table.clear();
    EXPECT_FALSE(table.probe(77).found());
    EXPECT_EQ(table.permille_used(), 0);
}

// 96 MiB are cleared in parts.
TEST(Table, IsEmptyEverywhereAfterClear) {
    TranspositionTable table(96);
    const auto spread = [](std::uint64_t i) { return i << 56 | i << 8 | 1; };
    for (std::uint64_t i = 0; i < 256; ++i) table.store(spread(i), {0, kNoMove, 1, Bound::Exact});
    for (std::uint64_t i = 0; i < 256; ++i) ASSERT_TRUE(table.probe(spread(i)).found());
    table.clear();
    for (std::uint64_t i = 0; i < 256; ++i) EXPECT_FALSE(table.probe(spread(i)).found());
}

// Memory is taken when it is used, so this takes no time and little memory.
TEST(Table, OfManyGigabytesIsThereAtOnce) {
    TranspositionTable table(std::size_t{64} << 10);
    table.clear();
    table.store(77, {5, kNoMove, 1, Bound::Exact});
    EXPECT_EQ(table.probe(77).score, 5);
}

TEST(TableScores, CountLinesFromThePositionNotFromTheRoot) {
    const Score near = kLineScore - 9;
    EXPECT_EQ(score_from_table(score_to_table(near, 4), 4), near);
    EXPECT_EQ(score_from_table(score_to_table(-near, 4), 6), -near + 2);
    EXPECT_EQ(score_to_table(250, 30), 250);
}

}  // namespace
}  // namespace xttt
