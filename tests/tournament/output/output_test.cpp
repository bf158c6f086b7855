#include <sstream>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tournament/output/forecast.h"
#include "tournament/output/outputs.h"
#include "tournament/output/sprt_output.h"
#include "tournament/output/standings_text.h"

namespace xttt {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::vector<std::string> kNames{"ann", "bob", "\xc3\xa9ve"};

// A league of three players; one of them forfeits the first game.
class OutputTest : public ::testing::Test {
protected:
    OutputTest() : progress_({{.name = "league"}}, 3, 1) {
        const auto scheduled = progress_.next_game().value();
        PlayedGame played;
        played.record.forfeit = Forfeit{Side::O, ForfeitReason::Crash, "fell\nover\x1b[31m"};
        played.ending = ending_of(played.record).value();
        game_ = summary_of(played);
        game_.id = 7;
        game_.place = scheduled.place;
        game_.entrants = scheduled.entrants;
        progress_.record(scheduled.place, game_.points);
    }
    void tell(TournamentListener& listener) {
        listener.on_begin(progress_);
        listener.on_stage(progress_);
        listener.on_games({&game_, 1}, progress_);
        listener.on_warning("too hot");
        listener.on_pause(true);
    }
    std::string loser() const { return kNames[static_cast<std::size_t>(game_.entrants[1])]; }

    Progress progress_;
    StoredGame game_;
    std::ostringstream out_;
};

TEST_F(OutputTest, LinesTellForfeitsProgressAndTables) {
    const auto listener = text_output(out_, kNames, false);
    tell(*listener);
    listener->on_end(progress_);
    EXPECT_THAT(out_.str(),
                AllOf(HasSubstr("game 7: " + loser() + " forfeits by crash: fell over [31m\n"),
                      HasSubstr("1 game played, 5 left"), HasSubstr("warning: too hot\n"),
                      HasSubstr("paused\n"), HasSubstr("league (round-robin)\n")));
}

TEST_F(OutputTest, TheLiveTableFitsTheTerminal) {
    const auto listener = terminal_output(out_, "Cup", kNames, [] { return TerminalSize{12, 40}; });
    tell(*listener);
    out_.str("");
    listener->on_begin(progress_);  // draws
    const std::string drawn = out_.str();
    EXPECT_THAT(drawn,
                AllOf(HasSubstr("stage 1 of 1, league"), HasSubstr("1 game played, 5 left (17%)"),
                      HasSubstr("PAUSED"), HasSubstr("too hot"), HasSubstr("last results"),
                      HasSubstr("last forfeits"), HasSubstr("\x1b[")));
    EXPECT_LE(std::ranges::count(drawn, '\n'), 11);
    std::istringstream text_lines(drawn);
    for (std::string text_line; std::getline(text_lines, text_line);)
        EXPECT_LE(text_line.size(), 39 + 3 + 16u) << text_line;  // with what clears and moves
}

TEST_F(OutputTest, ProgramsGetOneObjectALine) {
    const auto listener = json_output(out_, kNames);
    tell(*listener);
    listener->on_end(progress_);
    std::istringstream text_lines(out_.str());
    std::vector<std::string> events;
    for (std::string text_line; std::getline(text_lines, text_line);) {
        const auto json = nlohmann::json::parse(text_line);
        events.push_back(json.at("event"));
        if (events.back() == "game") {
            EXPECT_EQ(json.at("game"), 7);
            EXPECT_EQ(json.at("reason"), "crash");
            EXPECT_EQ(json.at("detail"), "fell\nover\x1b[31m");
            EXPECT_EQ(json.at("o"), loser());
        }
    }
    EXPECT_THAT(events, ::testing::ElementsAre("begin", "stage", "game", "progress", "warning",
                                               "paused", "end"));
}

TEST_F(OutputTest, AnSprtTellsWhoForfeitedAndWhy) {
    SequentialTest test({});
    for (const bool json : {false, true}) {
        out_.str("");
        SprtOutput output(out_, test, json);
        game_.entrants = {1, 0};  // the new player is o, which crashed
        output.count({&game_, 1});
        game_.entrants = {0, 1};
        game_.counts = false;
        output.count({&game_, 1});
        game_.counts = true;
        output.on_end(progress_);
        if (!json) {
            EXPECT_THAT(out_.str(), AllOf(HasSubstr("; 1 forfeit\n"),
                                          HasSubstr("forfeits of the new player: 1 by crash\n"
                                                    "the last forfeit: fell over [31m\n"),
                                          HasSubstr("SPRT undecided: interrupted. With --store"),
                                          ::testing::Not(HasSubstr("old player:"))));
            continue;
        }
        const auto end = nlohmann::json::parse(out_.str());
        EXPECT_EQ(end["forfeits"], 1);
        EXPECT_EQ(end["forfeits_by_reason"]["crash"], nlohmann::json({1, 0}));
    }
}

// The first games took time too.
TEST_F(OutputTest, TheSpeedOfAnSprtCountsFromItsStart) {
    SequentialTest test({});
    test.add(0, 1);
    test.add(1, 1);
    SprtOutput output(out_, test, false);
    output.on_begin(progress_);
    const auto began = Clock::now();
    while (Clock::now() - began < std::chrono::milliseconds(20)) {
    }
    output.on_games({&game_, 1}, progress_);
    const auto text = out_.str();
    const auto at = text.rfind("; ");
    ASSERT_NE(at, text.npos) << text;
    EXPECT_LE(std::stod(text.substr(at + 2)), 1 / 0.02) << text;
}

TEST_F(OutputTest, AnSprtTellsHowManyGamesTheHostSpoilt) {
    SequentialTest test({});
    for (const bool json : {false, true}) {
        out_.str("");
        SprtOutput output(out_, test, json);
        game_.host.too_busy = true;
        game_.counts = false;  // replayed
        for (int i = 0; i < 3; ++i) output.count({&game_, 1});
        game_.counts = true;  // too busy again
        output.count({&game_, 1});
        game_.host.too_busy = false;
        output.count({&game_, 1});
        output.on_end(progress_);
        if (!json) {
            EXPECT_THAT(out_.str(),
                        AllOf(HasSubstr("3 games replayed: the host was too busy"),
                              HasSubstr("too busy for a fair clock in 1 game; the results count")));
            continue;
        }
        const auto end = nlohmann::json::parse(out_.str());
        EXPECT_EQ(end["replayed"], 3);
        EXPECT_EQ(end["too_busy"], 1);
    }
}

TEST(Fitted, CountsCharactersNotBytes) {
    EXPECT_EQ(fitted("\xc3\xa9ve", 4), "\xc3\xa9ve ");
    EXPECT_EQ(fitted("abcdef", 3), "abc");
}

TEST(Forecast, CountsGamesAndTheirTime) {
    TournamentConfig config;
    config.entrants.resize(80);
    config.limits.move_time = std::chrono::seconds(1);
    config.stages = {{.pools = 10, .promote = 3}, {.pools = 3, .promote = 3}, {}};
    const Forecast expected = forecast(config, 2);
    EXPECT_EQ(expected.games, 560 + 3 * 45 * 2 + 36 * 2);
    EXPECT_GT(expected.moves, 50);
    EXPECT_EQ(expected.longest->count(), expected.games * expected.moves / 2);
    EXPECT_EQ(entrants_by_stage(config), (std::vector{80, 30, 9}));
}

}  // namespace
}  // namespace xttt
