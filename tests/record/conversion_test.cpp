#include <gtest/gtest.h>

#include "record/sample_games.h"

namespace xttt {
namespace {

class BothFormats : public ::testing::TestWithParam<RecordFormat> {};
INSTANTIATE_TEST_SUITE_P(Formats, BothFormats,
                         ::testing::Values(RecordFormat::Xgn, RecordFormat::Jsonl),
                         [](const auto& param) {
                             return param.param == RecordFormat::Xgn ? "xgn" : "jsonl";
                         });

TEST_P(BothFormats, EveryRecordReadsBackExactly) {
    for (const GameRecord& record : test::random_records(100)) {
        const std::string text = record_text(GetParam(), record).value();
        const auto read = test::read_one(GetParam(), text);
        ASSERT_TRUE(read) << read.error().message << "\n" << text;
        ASSERT_EQ(*read, record) << text;
        ASSERT_EQ(record_text(GetParam(), *read).value(), text);
    }
}

TEST_P(BothFormats, ManyGamesInOneFileComeBackInOrder) {
    const auto records = test::random_records(5);
    std::string text;
    for (const GameRecord& record : records) text += record_text(GetParam(), record).value();
    const auto games = test::read_all(GetParam(), text);
    ASSERT_EQ(games.size(), records.size());
    for (std::size_t i = 0; i < records.size(); ++i) EXPECT_EQ(games[i].value(), records[i]);
}

TEST_P(BothFormats, WindowsLineEndsAreRead) {
    const auto records = test::random_records(5);
    for (const GameRecord& record : records) {
        const std::string unix_text = record_text(GetParam(), record).value();
        std::string text;
        for (const char c : unix_text) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
        EXPECT_EQ(test::read_one(GetParam(), text).value(), record);
    }
}

TEST_P(BothFormats, CutOffTextIsNeverMistakenForTheWholeGame) {
    for (const GameRecord& record : test::random_records(2)) {
        const std::string text = record_text(GetParam(), record).value();
        // Without its last line ends the game is complete; any shorter and it is not.
        const std::size_t whole = text.find_last_not_of('\n') + 1;
        for (std::size_t length = 1; length < whole; length += 1 + length / 40)
            for (const auto& game : test::read_all(GetParam(), text.substr(0, length)))
                ASSERT_FALSE(game) << text.substr(0, length);
    }
}

TEST_P(BothFormats, AnOverlongLineIsReportedAndSkipped) {
    const std::string good = record_text(GetParam(), test::random_record<kUltimate>(1)).value();
    const auto games = test::read_all(GetParam(), std::string(3'000'000, 'z') + "\n" + good);
    ASSERT_EQ(games.size(), 2u);
    EXPECT_EQ(games[0].error().message, "line 1: longer than 1048576 bytes");
    EXPECT_TRUE(games[1]);
}

TEST_P(BothFormats, AnEmptyFileHoldsNoGame) {
    EXPECT_TRUE(test::read_all(GetParam(), "").empty());
    EXPECT_TRUE(test::read_all(GetParam(), "\n \n\n").empty());
}

TEST_P(BothFormats, ARecordWithAnIllegalMoveIsNotWritten) {
    GameRecord record;
    record.moves = {{{0, 0}, {}}, {{5, 5}, {}}};
    EXPECT_EQ(record_text(GetParam(), record).error().message, "move 2 of the record is illegal");
}

TEST(RecordFormatByName, FollowsTheEnding) {
    EXPECT_EQ(record_format("a.xgn"), RecordFormat::Xgn);
    EXPECT_EQ(record_format("dir.xgn/a.jsonl"), RecordFormat::Jsonl);
    EXPECT_EQ(record_format("a.txt"), std::nullopt);
}

}  // namespace
}  // namespace xttt
