#include "engine/skill.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <vector>

namespace xttt {

namespace {

// One row per level, made so that each plays clearly better than the row above: docs/engine.md has
// the games. Up to level 11 the depth is what limits, above it the number of positions.
constexpr std::uint64_t kAnyNodes = 1'000'000'000'000;
constexpr std::array<SkillLevel, kMaxSkill> kLevels{{
    {1, kAnyNodes, 256, 20.0}, {1, kAnyNodes, 256, 10.0}, {1, kAnyNodes, 32, 6.0},
    {1, kAnyNodes, 16, 3.5},   {1, kAnyNodes, 16, 2.0},   {2, kAnyNodes, 12, 3.0},
    {2, kAnyNodes, 12, 2.0},   {2, kAnyNodes, 8, 1.2},    {3, kAnyNodes, 8, 1.2},
    {3, kAnyNodes, 6, 0.8},    {4, kAnyNodes, 6, 0.8},    {5, kAnyNodes, 5, 0.7},
    {6, 4'000, 5, 0.6},        {7, 8'000, 4, 0.5},        {8, 16'000, 4, 0.4},
    {9, 32'000, 4, 0.35},      {10, 64'000, 3, 0.3},      {12, 128'000, 3, 0.25},
    {14, 256'000, 3, 0.2},     {16, 512'000, 2, 0.15},
}};

// A score in points; a proven line is worth a line, the sooner the better.
double in_points(Score score, int line_points) {
    if (!is_line_score(score)) return static_cast<double>(score) / kPoint;
    const int moves = moves_to_line(score);
    const double sign = moves > 0 ? 1 : -1;
    return sign * (line_points + 1.0 - std::abs(moves) / static_cast<double>(kMaxPly));
}

}  // namespace

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

std::size_t choose_line(std::span<const SearchLine> lines, const SkillLevel& level, int line_points,
                        Random& random) {
    assert(!lines.empty());
    if (lines[0].score == kLineScore - 1) return 0;
    const auto considered = lines.first(
        std::min(lines.size(), static_cast<std::size_t>(std::max(1, level.candidates))));
    const double best = in_points(considered[0].score, line_points);
    std::vector<double> weights;
    double sum = 0;
    for (const SearchLine& line : considered) {
        weights.push_back(std::exp((in_points(line.score, line_points) - best) / level.doubt));
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
