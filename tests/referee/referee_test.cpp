#include "referee/referee.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "players/random_player.h"
#include "referee/scripted_player.h"
#include "support/paths.h"

namespace xttt {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Plays a list of moves, for either side.
class Script {
public:
    explicit Script(std::vector<std::string> moves) : moves_(std::move(moves)) {}
    test::ScriptedPlayer player() {
        return test::ScriptedPlayer([this](const Turn& turn) -> Reply {
            EXPECT_EQ(turn.moves.size(), next_);
            sides += letter(turn.side);
            return {moves_.at(next_++)};
        });
    }
    std::string sides;  // who was asked, in order

private:
    std::vector<std::string> moves_;
    std::size_t next_ = 0;
};

TEST(Referee, ReproducesTheRecordedGamesOfTheCourse) {
    for (const Variant* variant : {&kExtreme, &kDouble}) {
        std::ifstream file(test::source_path("tests/vectors/") + std::string(variant->name) +
                           "-games.jsonl");
        int games = 0;
        for (std::string text_line; std::getline(file, text_line) && games < 60; ++games) {
            const auto json = nlohmann::json::parse(text_line);
            Script script(json["moves"].get<std::vector<std::string>>());
            auto x = script.player(), o = script.player();
            const auto game = play_game({.variant = variant}, {&x, &o});
            EXPECT_EQ(script.sides, json["mover"].get<std::string>());
            EXPECT_EQ(game->ending.reason, json["reason"].get<std::string>());
            EXPECT_EQ(*game->ending.points, (json["points"].get<std::array<int, 2>>()));
        }
        EXPECT_EQ(games, 60);
    }
}

struct Case {
    std::string text;
    std::string evidence;
};

TEST(Referee, ForfeitsIllegalAndMalformedMovesWithTheTextSent) {
    for (const auto& [text, evidence] :
         {Case{"zzz", "'zzz'"}, Case{"q17", "'q17'"}, Case{"", "''"}, Case{"a1", "'a1'"},
          Case{"\x1b[2J\xff", "\\x1b[2J\\xff"}}) {
        auto x = test::honest();  // plays a1
        auto o = test::saying(text);
        const auto game = play_game({}, {&x, &o});
        ASSERT_TRUE(game->record.forfeit.has_value());
        EXPECT_EQ(game->record.forfeit->offender, Side::O);
        EXPECT_EQ(game->record.forfeit->reason, ForfeitReason::IllegalMove);
        EXPECT_THAT(game->record.forfeit->detail, HasSubstr(evidence));
        EXPECT_EQ(*game->ending.points, (std::array{68, 0}));
        EXPECT_EQ(game->record.moves.size(), 1u);
    }
}

TEST(Referee, AFaultOfThisMachineIsNoForfeit) {
    auto x = test::honest(), o = test::honest();
    o.cannot_start = Failure{ForfeitReason::Crash, "no sandbox", true};
    const auto game = play_game({}, {&x, &o});
    ASSERT_FALSE(game);
    EXPECT_EQ(game.error().code, Errc::Unsupported);
    EXPECT_THAT(game.error().message, HasSubstr("no sandbox"));
    EXPECT_EQ(x.ended + o.ended, 2);
    o.cannot_start->of_host = false;
    EXPECT_EQ(play_game({}, {&x, &o})->record.forfeit->offender, Side::O);
}

TEST(Referee, DoesNotTrustItsOwnPlayersEither) {
    auto x = test::ScriptedPlayer([](const Turn&) -> Reply { return {Move{200, 3}}; });
    auto o = test::honest();
    const auto game = play_game({}, {&x, &o});
    EXPECT_EQ(game->record.forfeit->reason, ForfeitReason::IllegalMove);
}

TEST(Referee, GivesTheGameToTheOtherWhenOneCannotStart) {
    auto x = test::honest(), o = test::honest();
    o.cannot_start = Failure{ForfeitReason::Crash, "no luck"};
    const auto game = play_game({}, {&x, &o});
    EXPECT_EQ(game->record.forfeit, (Forfeit{Side::O, ForfeitReason::Crash, "no luck"}));
    EXPECT_EQ(x.asked, 0);
    EXPECT_EQ(x.ended + o.ended, 2);
}

TEST(Referee, BeginsAtTheStartPositionAndPlaysTheOpeningItself) {
    auto pos = Position<kUltimate>::initial();
    pos.play({4, 4});
    GameSetup setup{.variant = &kUltimate, .start_fen = to_fen(pos)};
    setup.opening = {{{4, 0}, {}}};
    auto x = test::honest(), o = test::honest();
    const auto game = play_game(setup, {&x, &o});
    EXPECT_EQ(game->record.start_fen, setup.start_fen);
    EXPECT_EQ(game->record.moves[0].move, (Move{4, 0}));
    EXPECT_EQ(x.asked + o.asked, static_cast<int>(game->record.moves.size()) - 1);
    EXPECT_EQ(*ending_of(game->record), game->ending);

    setup.opening = {{{0, 0}, {}}};
    EXPECT_EQ(play_game(setup, {&x, &o}).error().code, Errc::IllegalMove);
    setup.start_fen = "nonsense";
    EXPECT_EQ(play_game(setup, {&x, &o}).error().code, Errc::BadFen);
}

// Writes down what it hears.
class Diary final : public GameListener {
public:
    void on_start(const GameSetup&, const AnyPosition&) override { add("start"); }
    void on_move(const MovedEvent& event) override {
        ++moves;
        last_number = event.number;
    }
    void on_board_won(Side side, int) override { add(std::string("won ") + letter(side)); }
    void on_bonus(Side side) override { add(std::string("bonus ") + letter(side)); }
    void on_forfeit(const Forfeit& forfeit) override { add(std::string(name(forfeit.reason))); }
    void on_end(const PlayedGame&, const AnyPosition&) override { add("end"); }

    std::vector<std::string> entries;
    int moves = 0;
    int last_number = 0;

private:
    void add(std::string text) { entries.push_back(std::move(text)); }
};

TEST(Referee, NotifiesEveryListenerOfAForfeit) {
    auto x = test::honest(), o = test::saying("nonsense");
    Diary first, second;
    const std::array<GameListener*, 2> both{&first, &second};
    play_game({}, {&x, &o}, both).value();
    EXPECT_THAT(first.entries, ElementsAre("start", "illegal-move", "end"));
    EXPECT_EQ(first.entries, second.entries);
    EXPECT_EQ(first.moves, 1);
}

TEST(Referee, ReportsEveryBoardWonAndBonusMove) {
    RandomPlayer x, o;
    Diary diary;
    GameListener* listener = &diary;
    const auto game = play_game({.seed = 5}, {&x, &o}, {&listener, 1});
    int won = 0, bonus = 0;
    const auto last = replay<kExtreme>(
        game->record, [&](const auto& pos, const auto&) { bonus += pos.is_bonus_move(); });
    won = std::popcount(last->won(Side::X)) + std::popcount(last->won(Side::O));
    const auto heard = [&](std::string_view word) {
        return std::ranges::count_if(diary.entries,
                                     [&](const auto& entry) { return entry.starts_with(word); });
    };
    EXPECT_GT(won, 0);
    EXPECT_EQ(heard("won"), won);
    EXPECT_EQ(heard("bonus"), bonus);
    EXPECT_EQ(diary.last_number, static_cast<int>(game->record.moves.size()));
}

TEST(Evidence, IsCutAtAFewKilobytesBeforeAnythingKeepsIt) {
    auto liar = test::ScriptedPlayer([](const Turn&) -> Reply {
        return {Failure{ForfeitReason::Crash, std::string(100'000, 'x') + "\xff"}};
    });
    auto o = test::honest();
    const auto game = play_game({}, {&liar, &o});
    ASSERT_TRUE(game->record.forfeit.has_value());
    EXPECT_EQ(game->record.forfeit->detail.size(), kMaxEvidence);
    EXPECT_TRUE(game->record.forfeit->detail.ends_with("x [...]"));
    // A character is not cut in two, and bytes that are not text grow when they are replaced.
    for (const char* character : {"\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xff"}) {
        std::string text = "a";
        while (text.size() < 5000) text += character;
        const std::string kept = bounded_evidence(text);
        EXPECT_LE(kept.size(), kMaxEvidence);
        EXPECT_GT(kept.size(), kMaxEvidence - 16);
        EXPECT_TRUE(is_utf8(kept));
    }
    EXPECT_EQ(bounded_evidence("short"), "short");
}

}  // namespace
}  // namespace xttt
