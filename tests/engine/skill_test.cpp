#include "engine/skill.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace xttt {
namespace {

constexpr int kLinePoints = 68;

bool wins_nothing(Move) {
    return false;
}

std::vector<ScoredPv> pvs_worth(std::initializer_list<Score> scores) {
    std::vector<ScoredPv> pvs;
    for (const Score score : scores) pvs.push_back({score, {Move{}}});
    return pvs;
}

std::size_t choose(std::span<const ScoredPv> pvs, const Handicap& handicap, Random& random) {
    return choose_pv(pvs, handicap, kLinePoints, wins_nothing, random);
}

// How much worse than the best line, in points, a handicap chooses on average.
double mean_loss(std::span<const ScoredPv> pvs, const Handicap& handicap) {
    Random random(1);
    double sum = 0;
    constexpr int kDraws = 4000;
    for (int i = 0; i < kDraws; ++i) sum += pvs[0].score - pvs[choose(pvs, handicap, random)].score;
    return sum / kDraws / kPoint;
}

TEST(Handicap, NoGradeLooksLessFarThanTheOneBelow) {
    Handicap below = handicap(0);
    for (double grade = 0.25; grade < kFullStrength; grade += 0.25) {
        const Handicap here = handicap(grade);
        EXPECT_GE(here.depth, below.depth) << grade;
        EXPECT_GE(here.nodes, below.nodes) << grade;
        EXPECT_GT(here.preference, below.preference) << grade;
        EXPECT_GE(here.sees_board, below.sees_board) << grade;
        below = here;
    }
}

TEST(Handicap, TheSameChoiceCostsHigherGradesLess) {
    const auto pvs = pvs_worth({500, 450, 300, 100, 0, -200, -900});
    for (int grade = 1; static_cast<double>(grade) < kFullStrength; ++grade)
        EXPECT_LE(mean_loss(pvs, handicap(grade)), mean_loss(pvs, handicap(grade - 1))) << grade;
}

TEST(Handicap, EveryGradeSeesTheMoveThatWinsTheGame) {
    const auto pvs = pvs_worth({kLineScore - 1, 400, 300});
    Random random(7);
    for (int grade = 0; static_cast<double>(grade) < kFullStrength; ++grade)
        for (int i = 0; i < 100; ++i) EXPECT_EQ(choose(pvs, handicap(grade), random), 0U);
}

TEST(Handicap, AWonGameIsWonTheShortestWay) {
    const auto pvs = pvs_worth({kLineScore - 3, kLineScore - 9, kLineScore - 11});
    Random random(7);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(choose(pvs, handicap(8), random), 0U);
}

TEST(Handicap, AMoveThatLosesTheGameIsWeighedAsTheLossOfALine) {
    const auto pvs = pvs_worth({0, 2 - kLineScore});
    Random random(7);
    int blunders = 0;
    for (int i = 0; i < 1000; ++i) blunders += choose(pvs, handicap(6), random) == 1;
    EXPECT_EQ(blunders, 0);
}

TEST(Handicap, ABoardThatOneMoveWinsIsTakenNearlyAlways) {
    // The winning move is worth least, so that only seeing the board explains its choice.
    std::vector<ScoredPv> pvs;
    for (int cell = 0; cell < 8; ++cell) pvs.push_back({100, {Move::at(0, cell)}});
    pvs.push_back({0, {Move::at(0, 15)}});
    const auto wins_board = [](Move move) { return move.cell == 15; };
    const auto share_taken = [&](double grade) {
        Random random(3);
        int taken = 0;
        for (int i = 0; i < 1000; ++i)
            taken += choose_pv(pvs, handicap(grade), kLinePoints, wins_board, random) == 8;
        return taken / 1000.0;
    };
    EXPECT_GT(share_taken(0), 0.85);
    std::ranges::rotate(pvs, pvs.end() - 1);
    pvs[0].score = 200;
    const auto best_is_taken = [&](double grade) {
        Random random(3);
        int taken = 0;
        for (int i = 0; i < 1000; ++i)
            taken += choose_pv(pvs, handicap(grade), kLinePoints, wins_board, random) == 0;
        return taken / 1000.0;
    };
    EXPECT_GT(best_is_taken(0), 0.85) << "even where it prefers worse moves";
    EXPECT_GT(best_is_taken(1), 0.85);
    std::ranges::rotate(pvs, pvs.begin() + 1);
    pvs.back().score = 0;
    EXPECT_EQ(share_taken(kBeginnerGrade), 1);
    EXPECT_LT(share_taken(15), 0.1) << "knows better moves";
}

TEST(Handicap, LimitsAreNeverWidened) {
    SearchLimits asked;
    asked.depth = 1;
    asked.nodes = 10;
    asked.movetime = Milliseconds{5};
    Random random(1);
    const SearchLimits limits = limited(asked, handicap(15), random);
    EXPECT_EQ(limits.depth, 1);
    EXPECT_EQ(limits.nodes, 10U);
    EXPECT_EQ(limits.movetime, Milliseconds{5});
}

TEST(Handicap, MultiPvMayExceedTheNumberOfCandidates) {
    SearchLimits asked;
    asked.multipv = 40;
    Random random(1);
    EXPECT_EQ(limited(asked, handicap(19), random).multipv, 40);
}

TEST(Handicap, FractionsOfADepthMixTwoDepths) {
    Random random(1);
    int deeper = 0;
    Handicap mixed = handicap(8);
    mixed.depth = 2.25;
    for (int i = 0; i < 4000; ++i) {
        const int depth = *limited({}, mixed, random).depth;
        ASSERT_TRUE(depth == 2 || depth == 3);
        deeper += depth == 3;
    }
    EXPECT_NEAR(deeper / 4000.0, 0.25, 0.03);
}

TEST(SkillLevels, GrowInGradeAndElo) {
    for (const Variant* variant : kVariants) {
        const auto levels = skill_levels(*variant);
        ASSERT_EQ(levels.size(), kMaxSkill + 1U);
        EXPECT_EQ(levels.back().grade, kFullStrength);
        for (std::size_t i = 1; i < levels.size(); ++i) {
            EXPECT_GT(levels[i].grade, levels[i - 1].grade) << variant->name << i;
            EXPECT_GT(levels[i].elo, levels[i - 1].elo) << variant->name << i;
        }
    }
}

TEST(SkillLevels, StepsAreAboutEqual) {
    for (const Variant* variant : kVariants) {
        const auto levels = skill_levels(*variant);
        const double mean = static_cast<double>(levels.back().elo - levels[0].elo) / kMaxSkill;
        for (std::size_t i = 1; i < levels.size(); ++i) {
            const double step = levels[i].elo - levels[i - 1].elo;
            EXPECT_GE(step, 0.6 * mean) << variant->name << i;
            EXPECT_LE(step, 1.6 * mean) << variant->name << i;
        }
    }
}

TEST(SkillLevels, TheBeginnerBeatsTheLowestFourTimesInFive) {
    for (const Variant* variant : kVariants)
        EXPECT_NEAR(skill_levels(*variant)[0].elo, 500 - 241, 60) << variant->name;
}

TEST(SkillLevels, EloChoosesTheGradeBetweenLevels) {
    const auto levels = skill_levels(kExtreme);
    for (std::size_t i = 0; i + 1 < levels.size(); ++i)
        EXPECT_DOUBLE_EQ(grade_of_elo(kExtreme, levels[i].elo), levels[i].grade) << i;
    const double between = grade_of_elo(kExtreme, (levels[7].elo + levels[8].elo) / 2);
    EXPECT_GT(between, levels[7].grade);
    EXPECT_LT(between, levels[8].grade);
    EXPECT_EQ(grade_of_elo(kExtreme, -100), levels[0].grade);
    EXPECT_EQ(grade_of_elo(kExtreme, levels[kMaxSkill].elo), kFullStrength);
    EXPECT_EQ(grade_of_elo(kExtreme, 99'999), kFullStrength);
}

}  // namespace
}  // namespace xttt
