#include <gtest/gtest.h>

#include "record/sample_games.h"

namespace xttt {
namespace {

TEST(EndingOf, AnUnfinishedGameHasNoPoints) {
    const GameRecord record;
    EXPECT_EQ(ending_of(record).value(), (Ending{GameResult::Unfinished, "unfinished", {}}));
    EXPECT_EQ(ending_of(record)->rated_winner(), std::nullopt);
}

TEST(EndingOf, AForfeitGivesTheOpponentTheFullValueOfALine) {
    for (const ForfeitReason reason : kForfeitReasons) {
        GameRecord record;
        record.variant = &kDouble;
        record.forfeit = Forfeit{Side::X, reason, ""};
        const Ending ending = ending_of(record).value();
        EXPECT_EQ(ending, (Ending{GameResult::OWins, name(reason), {{0, 86}}}));
        EXPECT_EQ(ending.rated_winner(), Side::O);
    }
}

TEST(EndingOf, AFullGameIsADrawWhateverThePoints) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const auto record = test::random_record<kUltimate>(seed);
        const Ending ending = ending_of(record).value();
        if (ending.reason != "full" || (*ending.points)[0] == (*ending.points)[1]) continue;
        EXPECT_EQ(ending.result, GameResult::Draw);
        EXPECT_TRUE(ending.rated_winner());
        return;
    }
    FAIL() << "no full game with unequal points among the samples";
}

TEST(ForfeitReasons, AreFoundByTheirNames) {
    for (const ForfeitReason reason : kForfeitReasons)
        EXPECT_EQ(find_forfeit_reason(name(reason)), reason);
    EXPECT_EQ(find_forfeit_reason("boredom"), std::nullopt);
}

TEST(Tags, TheRosterComesFirst) {
    const Tags tags{{"Annotator", ""}, {"O", ""}, {"X", ""}, {"Event", ""}, {"TimeControl", ""}};
    std::vector<std::string> names;
    for (const auto& [name, value] : tags) names.push_back(name);
    EXPECT_EQ(names, (std::vector<std::string>{"Event", "X", "O", "TimeControl", "Annotator"}));
}

TEST(Tags, NamesWithAMeaningOfTheirOwnAreNotFree) {
    EXPECT_TRUE(is_tag_name("Event"));
    for (const char* name : {"", "Result", "Variant", "two words", "a\"b", "\xc3\xa9"})
        EXPECT_FALSE(is_tag_name(name)) << name;
}

}  // namespace
}  // namespace xttt
