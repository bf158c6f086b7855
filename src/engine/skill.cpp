#include "engine/skill.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <vector>

namespace xttt {

namespace {

// One row per level, each no worse than the row above in any column, so that each plays better:
// docs/explanation/skill.md has the games.
constexpr std::uint64_t kAnyNodes = 1'000'000'000'000;
constexpr std::array<SkillLevel, kMaxSkill> kLevels{{
    {1, kAnyNodes, 256, 24.0}, {1, kAnyNodes, 256, 12.0}, {1, kAnyNodes, 256, 7.0},
    {1, kAnyNodes, 256, 4.5},  {1, kAnyNodes, 256, 3.0},  {2, kAnyNodes, 32, 2.4},
    {2, kAnyNodes, 32, 1.6},   {3, kAnyNodes, 32, 1.4},   {3, kAnyNodes, 32, 0.9},
    {4, kAnyNodes, 16, 0.9},   {4, kAnyNodes, 16, 0.5},   {5, kAnyNodes, 12, 0.5},
    {6, kAnyNodes, 12, 0.4},   {7, kAnyNodes, 8, 0.35},   {8, kAnyNodes, 8, 0.3},
    {9, kAnyNodes, 6, 0.25},   {10, 60'000, 6, 0.2},      {11, 120'000, 4, 0.17},
    {12, 250'000, 4, 0.13},    {14, 500'000, 3, 0.1},
}};

// Sums of the measured differences between neighbouring levels.
constexpr std::array<int, kMaxSkill + 1> kElos{500,  760,  1075, 1319, 1577, 1843, 2046,
                                               2204, 2372, 2543, 2771, 2890, 3115, 3345,
                                               3509, 3750, 3901, 4116, 4254, 4461, 4973};

// A score in points; a proven line is worth a line, the sooner the better.
double in_points(Score score, int line_points) {
    if (!is_line_score(score)) return static_cast<double>(score) / kPoint;
    const int moves = moves_to_line(score);
    const double sign = moves > 0 ? 1 : -1;
    return sign * (line_points + 1.0 - std::abs(moves) / static_cast<double>(kMaxPly));
}

}  // namespace

int elo_of_skill(int level) {
    assert(level >= 0 && level <= kMaxSkill);
    return kElos[static_cast<std::size_t>(level)];
}

int skill_of_elo(int elo) {
    int nearest = 0;
    for (int level = 1; level <= kMaxSkill; ++level)
        if (std::abs(elo_of_skill(level) - elo) < std::abs(elo_of_skill(nearest) - elo))
            nearest = level;
    return nearest;
}

SkillLevel skill_level(int level) {
    assert(level >= 0 && level < kMaxSkill);
    return kLevels[static_cast<std::size_t>(level)];
}

SearchLimits limited(SearchLimits limits, const SkillLevel& level) {
    limits.depth = std::min(limits.depth.value_or(kMaxPly), level.depth);
    limits.nodes = std::min(limits.nodes.value_or(kAnyNodes), level.nodes);
    limits.multipv = std::max(limits.multipv, level.candidates);
    return limits;
}

std::size_t choose_pv(std::span<const ScoredPv> pvs, const SkillLevel& level, int line_points,
                      Random& random) {
    assert(!pvs.empty());
    if (pvs[0].score == kLineScore - 1) return 0;
    const auto considered =
        pvs.first(std::min(pvs.size(), static_cast<std::size_t>(std::max(1, level.candidates))));
    const double best = in_points(considered[0].score, line_points);
    std::vector<double> weights;
    double sum = 0;
    for (const ScoredPv& pv : considered) {
        weights.push_back(std::exp((in_points(pv.score, line_points) - best) / level.doubt));
        sum += weights.back();
    }
    double at = random.unit() * sum;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        at -= weights[i];
        if (at < 0) return i;
    }
    return 0;  // only rounding leads here
}

}  // namespace xttt
