#include "engine/skill.h"

#include <gtest/gtest.h>

namespace xttt {
namespace {

constexpr int kLinePoints = 68;

std::vector<ScoredPv> lines_worth(std::initializer_list<Score> scores) {
    std::vector<ScoredPv> lines;
    for (const Score score : scores) lines.push_back({score, {}});
    return lines;
}

// How much worse than the best line, in points, a level chooses on average.
double mean_loss(std::span<const ScoredPv> lines, const SkillLevel& level) {
    Random random(1);
    double sum = 0;
    constexpr int kDraws = 4000;
    for (int i = 0; i < kDraws; ++i)
        sum += lines[0].score - lines[choose_pv(lines, level, kLinePoints, random)].score;
    return sum / kDraws / kPoint;
}

TEST(Skill, NoLevelLooksLessFarThanTheOneBelow) {
    for (int level = 1; level < kMaxSkill; ++level) {
        const SkillLevel lower = skill_level(level - 1), higher = skill_level(level);
        EXPECT_GE(higher.depth, lower.depth) << level;
        EXPECT_GE(higher.candidates, 1) << level;
    }
}

TEST(Skill, TheSameChoiceCostsHigherLevelsLessAtTheSameDepth) {
    const auto lines = lines_worth({500, 450, 300, 100, 0, -200, -900});
    for (int level = 1; level < kMaxSkill; ++level) {
        const SkillLevel lower = skill_level(level - 1), higher = skill_level(level);
        if (lower.depth != higher.depth) continue;
        EXPECT_LE(mean_loss(lines, higher), mean_loss(lines, lower)) << level;
    }
}

TEST(Skill, EveryLevelSeesTheMoveThatWinsTheGame) {
    const auto lines = lines_worth({kLineScore - 1, 400, 300});
    Random random(7);
    for (int level = 0; level < kMaxSkill; ++level)
        for (int i = 0; i < 100; ++i)
            EXPECT_EQ(choose_pv(lines, skill_level(level), kLinePoints, random), 0U);
}

TEST(Skill, AMoveThatLosesTheGameIsWeighedAsTheLossOfALine) {
    const auto lines = lines_worth({0, 2 - kLineScore});
    Random random(7);
    int blunders = 0;
    for (int i = 0; i < 1000; ++i)
        blunders += choose_pv(lines, skill_level(4), kLinePoints, random) == 1;
    EXPECT_EQ(blunders, 0);
}

TEST(Skill, EloGrowsWithTheLevelAndNamesIt) {
    for (int level = 0; level <= kMaxSkill; ++level) {
        EXPECT_EQ(skill_of_elo(elo_of_skill(level)), level);
        if (level > 0) {
            EXPECT_GT(elo_of_skill(level), elo_of_skill(level - 1));
        }
    }
    EXPECT_EQ(skill_of_elo(-100), 0);
    EXPECT_EQ(skill_of_elo(9999), kMaxSkill);
    EXPECT_EQ(skill_of_elo(elo_of_skill(7) + 10), 7);
}

TEST(Skill, LimitsAreNeverWidened) {
    SearchLimits asked;
    asked.depth = 1;
    asked.nodes = 10;
    asked.movetime = Milliseconds{5};
    const SearchLimits limits = limited(asked, skill_level(15));
    EXPECT_EQ(limits.depth, 1);
    EXPECT_EQ(limits.nodes, 10U);
    EXPECT_EQ(limits.movetime, Milliseconds{5});
}

TEST(Skill, MoreLinesThanTheLevelConsidersAreStillSearchedWhenAskedFor) {
    SearchLimits asked;
    asked.multipv = 40;
    EXPECT_EQ(limited(asked, skill_level(19)).multipv, 40);
}

}  // namespace
}  // namespace xttt
