#include "engine/engine.h"

#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/text.h"
#include "eval/nnue/network.h"
#include "rules/notation.h"
#include "search/book/book.h"
#include "support/scripted_searcher.h"
#include "support/short_games.h"

namespace xttt {
namespace {

using test::Script;
using namespace std::chrono_literals;

// An engine with a scripted search, and what it said.
class EngineTest : public ::testing::Test {
protected:
    GoRequest request(SearchLimits limits, GoMode mode = GoMode::Play) {
        return GoRequest{.limits = std::move(limits), .mode = mode};
    }
    // The first move of each of ten games.
    std::vector<std::string> first_moves_after_seed(Engine& engine, const std::string& seed) {
        EXPECT_TRUE(engine.set_option("Seed", seed));
        std::vector<std::string> moves;
        for (int i = 0; i < 10; ++i) {
            engine.new_game();
            EXPECT_TRUE(engine.go(request(depth(1)),
                                  {.on_report = {}, .on_best_move = [&](const BestMove& best) {
                                       moves.push_back(best.move);
                                   }}));
            engine.wait();
        }
        return moves;
    }
    static SearchLimits depth(int plies) {
        SearchLimits limits;
        limits.depth = plies;
        return limits;
    }
    static SearchLimits movetime(Milliseconds time) {
        SearchLimits limits;
        limits.movetime = time;
        return limits;
    }
    EngineEvents events() {
        return {.on_report = [this](const EngineReport& report) { reports_.push_back(report); },
                .on_best_move = [this](const BestMove& best) { best_.push_back(best); }};
    }
    Result<void> go(SearchLimits limits, GoMode mode = GoMode::Play) {
        return engine_.go(request(std::move(limits), mode), events());
    }
    void play(std::vector<std::string> moves) {
        ASSERT_TRUE(engine_.set_position(std::nullopt, moves));
    }
    static std::vector<std::string> words(std::string_view text) {
        const auto parts = split(text, ' ');
        return {parts.begin(), parts.end()};
    }
    bool answers_within(Milliseconds time) {
        for (const auto end = std::chrono::steady_clock::now() + time;
             std::chrono::steady_clock::now() < end; std::this_thread::sleep_for(1ms))
            if (!engine_.busy()) return true;
        return false;
    }

    std::shared_ptr<Script> script_ = std::make_shared<Script>();
    std::vector<EngineReport> reports_;
    std::vector<BestMove> best_;
    Engine engine_{test::scripted_cores(script_)};
};

TEST_F(EngineTest, ASearchReportsEachDepthAndThenOneBestMove) {
    ASSERT_TRUE(go(depth(3)));
    engine_.wait();
    ASSERT_EQ(reports_.size(), 3U);
    EXPECT_EQ(reports_[2].search.depth, 3);
    EXPECT_EQ(reports_[2].pv[0], "a1 b1");
    ASSERT_EQ(best_.size(), 1U);
    EXPECT_EQ(best_[0].move, "a1");
    EXPECT_EQ(best_[0].reply, "b1");
}

TEST_F(EngineTest, ASecondSearchIsRefusedWhileOneRuns) {
    ASSERT_TRUE(go({}, GoMode::Infinite));
    EXPECT_FALSE(go(depth(1)));
    engine_.stop();
    engine_.wait();
    EXPECT_EQ(best_.size(), 1U);
}

TEST_F(EngineTest, AnInfiniteSearchWithNothingLeftToSeeStillWaitsForStop) {
    script_->natural_end = 2;
    ASSERT_TRUE(go({}, GoMode::Infinite));
    EXPECT_FALSE(answers_within(50ms));
    engine_.stop();
    engine_.wait();
    EXPECT_EQ(best_.size(), 1U);
}

TEST_F(EngineTest, StopEndsASearchAtOnce) {
    ASSERT_TRUE(go({}, GoMode::Infinite));
    std::this_thread::sleep_for(20ms);
    const auto begin = std::chrono::steady_clock::now();
    engine_.stop();
    engine_.wait();
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 100ms);
}

TEST_F(EngineTest, StopRightAfterGoIsNeverLost) {
    for (int i = 0; i < 50; ++i) {
        ASSERT_TRUE(go({}, i % 2 == 0 ? GoMode::Infinite : GoMode::Ponder));
        engine_.stop();
        engine_.wait();
    }
    EXPECT_EQ(best_.size(), 50U);
}

TEST_F(EngineTest, APonderingSearchAnswersOnlyAfterTheHit) {
    script_->natural_end = 2;
    ASSERT_TRUE(go(depth(4), GoMode::Ponder));
    EXPECT_FALSE(answers_within(30ms));
    script_->searches.wait(0);
    EXPECT_EQ(script_->last_limits.depth, std::nullopt);
    EXPECT_TRUE(engine_.ponder_hit());
    EXPECT_FALSE(engine_.ponder_hit());
    engine_.wait();
    EXPECT_EQ(script_->last_limits.depth, 4);
    EXPECT_EQ(best_.size(), 1U);
}

TEST_F(EngineTest, TheTimeOfAPonderedMoveBeginsWithTheHit) {
    ASSERT_TRUE(go(movetime(200ms), GoMode::Ponder));
    std::this_thread::sleep_for(50ms);
    EXPECT_TRUE(engine_.ponder_hit());
    engine_.wait();
    ASSERT_TRUE(script_->last_limits.movetime);
    EXPECT_GT(*script_->last_limits.movetime, 170ms);
}

TEST_F(EngineTest, APonderHitRightAfterGoIsNeverLost) {
    for (int i = 0; i < 50; ++i) {
        ASSERT_TRUE(go(depth(1), GoMode::Ponder));
        EXPECT_TRUE(engine_.ponder_hit());
        engine_.wait();
    }
    EXPECT_EQ(best_.size(), 50U);
}

TEST_F(EngineTest, AMissedPonderIsStoppedWithAMove) {
    ASSERT_TRUE(go(movetime(10000ms), GoMode::Ponder));
    engine_.stop();
    engine_.wait();
    EXPECT_EQ(best_.size(), 1U);
    EXPECT_FALSE(engine_.ponder_hit());
}

TEST_F(EngineTest, TimeThatPassedBeforeTheSearchIsTakenFromItsLimits) {
    GoRequest late = request(movetime(100ms));
    late.received -= 60ms;
    ASSERT_TRUE(engine_.go(late, events()));
    engine_.wait();
    EXPECT_LE(*script_->last_limits.movetime, 40ms);
}

TEST_F(EngineTest, AFinishedGameHasNoBestMove) {
    ASSERT_TRUE(engine_.set_option("Variant", "double"));
    play(words(test::kWonByX));
    ASSERT_TRUE(engine_.position().outcome());
    ASSERT_TRUE(go(depth(1)));
    engine_.wait();
    ASSERT_EQ(best_.size(), 1U);
    EXPECT_TRUE(best_[0].move.empty());
    EXPECT_EQ(script_->searches, 0);
}

TEST_F(EngineTest, TheExpectedReplyIsTheOpponentsNotTheBonusMove) {
    ASSERT_TRUE(engine_.set_option("Variant", "double"));
    auto moves = words(test::kBonusForX);
    const std::string winning = moves.back();
    moves.pop_back();
    play(moves);
    SearchLimits limits = depth(1);
    limits.root_moves.push_back(*engine_.position().parse_move(winning));
    ASSERT_TRUE(go(limits));
    engine_.wait();
    EXPECT_EQ(best_[0].move, winning);
    EXPECT_TRUE(best_[0].reply.empty());
    EXPECT_NE(reports_[0].pv[0], winning) << "the line itself goes on";
}

TEST_F(EngineTest, ABadPositionLeavesTheGameAsItWas) {
    play({"a1"});
    const std::string before = engine_.position().fen();
    EXPECT_FALSE(engine_.set_position("nonsense", {}));
    const std::vector<std::string> illegal{"a1", "p16"};
    const auto set = engine_.set_position(std::nullopt, illegal);
    ASSERT_FALSE(set);
    EXPECT_NE(set.error().message.find("move 2"), std::string::npos) << set.error().message;
    EXPECT_EQ(engine_.position().fen(), before);
}

TEST_F(EngineTest, ThePositionMayChangeDuringASearch) {
    ASSERT_TRUE(go({}, GoMode::Infinite));
    play({"p16"});
    ASSERT_TRUE(engine_.set_option("Variant", "double"));
    engine_.stop();
    engine_.wait();
    EXPECT_EQ(best_[0].move, "a1");  // "1a1" in the new variant
    ASSERT_TRUE(go(depth(1)));
    engine_.wait();
    EXPECT_EQ(best_[1].move, "1a1");
}

TEST_F(EngineTest, ANewSearcherIsBuiltOnlyWhenAnOptionAsksForOne) {
    ASSERT_TRUE(engine_.get_ready());
    ASSERT_TRUE(engine_.set_option("MultiPV", "2"));
    ASSERT_TRUE(engine_.get_ready());
    EXPECT_EQ(script_->built, 1);
    ASSERT_TRUE(engine_.set_option("Hash", "32"));
    ASSERT_TRUE(engine_.get_ready());
    EXPECT_EQ(script_->built, 2);
}

TEST_F(EngineTest, ANewGameDuringASearchIsRememberedForTheNext) {
    ASSERT_TRUE(go({}, GoMode::Infinite));
    engine_.new_game();
    EXPECT_EQ(script_->new_games, 0);
    engine_.stop();
    engine_.wait();
    ASSERT_TRUE(go(depth(1)));
    engine_.wait();
    EXPECT_EQ(script_->new_games, 1);
}

TEST_F(EngineTest, ReportsNoMoreThanMultiPvVariationsAtLowSkill) {
    ASSERT_TRUE(engine_.set_option("Skill", "1"));
    ASSERT_TRUE(engine_.set_option("MultiPV", "2"));
    ASSERT_TRUE(go(depth(2)));
    engine_.wait();
    EXPECT_EQ(reports_.back().search.pvs.size(), 2U);
    EXPECT_GT(script_->last_limits.multipv, 2);
}

TEST_F(EngineTest, LimitedStrengthPlaysAtTheLevelOfTheElo) {
    const int elo = skill_levels(kExtreme)[2].elo;
    ASSERT_TRUE(engine_.set_option("UGI_Elo", std::to_string(elo)));
    ASSERT_TRUE(go(depth(9)));
    engine_.wait();
    EXPECT_EQ(script_->last_limits.depth, 9) << "UGI_Elo alone changes nothing";
    ASSERT_TRUE(engine_.set_option("UGI_LimitStrength", "true"));
    ASSERT_TRUE(go(depth(9)));
    engine_.wait();
    const Handicap expected = handicap(grade_of_skill(kExtreme, 2));
    EXPECT_EQ(script_->last_limits.depth, 1);
    EXPECT_EQ(script_->last_limits.nodes, expected.nodes);
    EXPECT_EQ(script_->last_limits.multipv, expected.candidates);
}

TEST_F(EngineTest, LowSkillPlaysDifferentGamesButEachRunTheSame) {
    const auto moves_of_ten_games = [&](const std::string& seed) {
        Engine engine(test::scripted_cores(script_));
        EXPECT_TRUE(engine.set_option("Skill", "0"));
        return first_moves_after_seed(engine, seed);
    };
    const auto first = moves_of_ten_games("1");
    EXPECT_EQ(first, moves_of_ten_games("1"));
    EXPECT_NE(first, moves_of_ten_games("2"));
    EXPECT_GT(std::set<std::string>(first.begin(), first.end()).size(), 1U);
}

TEST_F(EngineTest, GamesAreTheSameAgainAfterTheSameSeed) {
    ASSERT_TRUE(engine_.set_option("Skill", "0"));
    const auto first = first_moves_after_seed(engine_, "7");
    EXPECT_EQ(first_moves_after_seed(engine_, "7"), first);
}

class EngineBook : public EngineTest {
protected:
    EngineBook() {
        Book<kExtreme> book;
        book.insert(Position<kExtreme>::initial(), {*read_move<kExtreme>("h9"), 25});
        std::ofstream(path_) << book.to_text();
    }
    ~EngineBook() override { std::filesystem::remove(path_); }

    // Tests run in parallel, each in its own process.
    std::string name_ = "engine_test_" + std::to_string(getpid()) + ".book";
    std::string path_ = ::testing::TempDir() + name_;
};

TEST_F(EngineBook, ABookMoveIsPlayedWithoutSearch) {
    ASSERT_TRUE(engine_.set_option("BookFile", path_));
    ASSERT_TRUE(go(movetime(10000ms)));
    engine_.wait();
    EXPECT_EQ(script_->searches, 0);
    ASSERT_EQ(reports_.size(), 1U);
    EXPECT_EQ(reports_[0].search.score(), 25);
    EXPECT_EQ(reports_[0].pv[0], best_[0].move);
}

TEST_F(EngineBook, IsNotUsedForAnalysisAndLowerSkills) {
    ASSERT_TRUE(engine_.set_option("BookFile", path_));
    ASSERT_TRUE(go(depth(1)));
    engine_.wait();
    ASSERT_TRUE(engine_.set_option("Skill", "5"));
    ASSERT_TRUE(go(movetime(5ms)));
    engine_.wait();
    EXPECT_EQ(script_->searches, 2);
}

TEST_F(EngineBook, AFileThatIsNotABookIsRejectedAndTheOldOneStays) {
    ASSERT_TRUE(engine_.set_option("BookFile", path_));
    EXPECT_FALSE(engine_.set_option("BookFile", path_ + ".missing"));
    EXPECT_EQ(engine_.options().book_file, path_);
    std::ofstream(path_) << "no book at all\n";
    EXPECT_FALSE(engine_.set_option("BookFile", ::testing::TempDir() + "/" + name_));
    ASSERT_TRUE(go(movetime(10000ms)));
    engine_.wait();
    EXPECT_EQ(script_->searches, 0);
}

TEST_F(EngineBook, AnotherVariantClosesTheBook) {
    ASSERT_TRUE(engine_.set_option("BookFile", path_));
    ASSERT_TRUE(engine_.set_option("Variant", "double"));
    EXPECT_TRUE(engine_.options().book_file.empty());
    ASSERT_TRUE(go(movetime(5ms)));
    engine_.wait();
    EXPECT_EQ(script_->searches, 1);
}

TEST_F(EngineTest, ANetworkMustSuitTheVariantAndAnotherVariantDropsIt) {
    const std::string path =
        ::testing::TempDir() + "engine_test_" + std::to_string(getpid()) + ".xnet";
    const auto network = std::make_shared<nnue::Network<kUltimate>>();
    network->scale = 1;
    std::ofstream(path, std::ios::binary) << network->to_bytes();
    const auto refused = engine_.set_option("EvalFile", path);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("for variant 'ultimate', not extreme"),
              std::string::npos)
        << refused.error().message;
    EXPECT_TRUE(engine_.options().eval_file.empty());
    ASSERT_TRUE(engine_.set_option("Variant", "ultimate"));
    EXPECT_TRUE(engine_.set_option("EvalFile", path));
    EXPECT_EQ(engine_.options().eval_file, path);
    EXPECT_FALSE(engine_.set_option("EvalFile", path + ".missing"));
    ASSERT_TRUE(engine_.set_option("Variant", "double"));
    EXPECT_TRUE(engine_.options().eval_file.empty());
    std::filesystem::remove(path);
}

TEST_F(EngineTest, ATaskRunsInPlaceOfASearchAndCanBeStopped) {
    std::optional<std::uint64_t> count = 1;
    ASSERT_TRUE(engine_.run(
        [&](const AnyPosition& position, const std::stop_token& stop) -> Engine::Deliver {
            const auto found = perft(position, 20, stop);
            return [&count, found] { count = found; };
        }));
    EXPECT_FALSE(go(depth(1)));
    engine_.stop();
    engine_.wait();
    EXPECT_EQ(count, std::nullopt);
}

TEST_F(EngineTest, TheEngineCanBeDestroyedWhileItSearches) {
    ASSERT_TRUE(go({}, GoMode::Infinite));
}

}  // namespace
}  // namespace xttt
