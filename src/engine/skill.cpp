#include "engine/skill.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace xttt {

namespace {

using SkillLevels = std::array<SkillLevel, kMaxSkill + 1>;

struct MeasuredLevels {
    std::string_view variant;
    SkillLevels levels;
};

constexpr MeasuredLevels kMeasured[] = {
#include "engine/skill_levels.inc"
};

// The handicaps of integer grades. Between them depth, the logarithm of nodes, preference and
// sees_board are interpolated. Each row is at least as strong as the one before in every column.
constexpr std::array<Handicap, static_cast<std::size_t>(kFullStrength) + 1> kGrades{{
    {1.0, 30'000, 256, -1.00, 0.90},   {1.0, 30'000, 256, -0.30, 0.95},
    {1.0, 30'000, 256, 0.00, 1.00},    {1.0, 30'000, 256, 0.06, 1.00},
    {1.0, 30'000, 256, 0.14, 1.00},    {1.0, 30'000, 256, 0.25, 1.00},
    {1.0, 30'000, 256, 0.40, 1.00},    {1.6, 30'000, 256, 0.50, 1.00},
    {2.0, 30'000, 32, 0.70, 1.00},     {2.6, 30'000, 32, 0.90, 1.00},
    {3.2, 30'000, 32, 1.15, 1.00},     {4.0, 30'000, 16, 1.50, 1.00},
    {4.6, 30'000, 16, 2.00, 1.00},     {5.4, 30'000, 12, 2.40, 1.00},
    {6.4, 30'000, 8, 2.80, 1.00},      {7.6, 30'000, 8, 3.30, 1.00},
    {9.0, 40'000, 6, 4.00, 1.00},      {10.0, 60'000, 4, 5.50, 1.00},
    {12.0, 150'000, 4, 7.50, 1.00},    {14.0, 400'000, 3, 11.00, 1.00},
    {16.0, 1'000'000, 2, 16.00, 1.00},
}};

// A score in points; a proven line has the points of a line, a little more if it is sooner.
double in_points(Score score, int line_points) {
    if (!is_line_score(score)) return static_cast<double>(score) / kPoint;
    const int moves = moves_to_line(score);
    const double sign = moves > 0 ? 1 : -1;
    return sign * (line_points + 1.0 - std::abs(moves) / static_cast<double>(kMaxPly));
}

bool is_proven_win(Score score) {
    return is_line_score(score) && moves_to_line(score) > 0;
}

// A random index with probability proportional to its weight.
std::size_t draw(std::span<const double> weights, Random& random) {
    double sum = 0;
    for (const double weight : weights) sum += weight;
    double at = random.unit() * sum;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        at -= weights[i];
        if (at < 0) return i;
    }
    return 0;  // reached only by rounding
}

std::map<std::string_view, SkillLevels>& levels_in_use() {
    static std::map<std::string_view, SkillLevels> levels = [] {
        std::map<std::string_view, SkillLevels> all;
        for (const auto& [variant, measured] : kMeasured) all.emplace(variant, measured);
        return all;
    }();
    return levels;
}

}  // namespace

Handicap handicap(double grade) {
    assert(grade >= 0 && grade < kFullStrength);
    const auto below = static_cast<std::size_t>(grade);
    const double share = grade - static_cast<double>(below);
    const Handicap &low = kGrades[below], &high = kGrades[below + 1];
    const double nodes = std::exp(std::lerp(std::log(static_cast<double>(low.nodes)),
                                            std::log(static_cast<double>(high.nodes)), share));
    return {.depth = std::lerp(low.depth, high.depth, share),
            .nodes = static_cast<std::uint64_t>(nodes),
            .candidates = low.candidates,
            .preference = std::lerp(low.preference, high.preference, share),
            .sees_board = std::lerp(low.sees_board, high.sees_board, share)};
}

SearchLimits limited(SearchLimits limits, const Handicap& handicap, Random& random) {
    const double whole = std::floor(handicap.depth);
    const int depth =
        static_cast<int>(whole) + static_cast<int>(random.unit() < handicap.depth - whole);
    limits.depth = std::min(limits.depth.value_or(kMaxPly), depth);
    limits.nodes = std::min(limits.nodes.value_or(handicap.nodes), handicap.nodes);
    limits.multipv = std::max(limits.multipv, handicap.candidates);
    return limits;
}

std::size_t choose_pv(std::span<const ScoredPv> pvs, const Handicap& handicap, int line_points,
                      const std::function<bool(Move)>& wins_board, Random& random) {
    assert(!pvs.empty());
    if (pvs[0].score == kLineScore - 1) return 0;
    const auto considered =
        pvs.first(std::min(pvs.size(), static_cast<std::size_t>(handicap.candidates)));
    std::vector<double> points;
    std::vector<double> weights;
    for (const ScoredPv& pv : considered) {
        points.push_back(in_points(pv.score, line_points));
        weights.push_back(std::exp((points.back() - points[0]) * handicap.preference));
    }
    // With a negative preference the worst move has the largest weight, which could overflow.
    if (handicap.preference < 0)
        for (std::size_t i = 0; i < weights.size(); ++i)
            weights[i] = std::exp((points[i] - points.back()) * handicap.preference);
    const std::size_t drawn = draw(weights, random);
    // Wins in the shortest way.
    if (is_proven_win(considered[drawn].score)) return 0;
    if (random.unit() >= handicap.sees_board) return drawn;
    // Wins a small board unless the chosen move is clearly better.
    const double preference = std::max(handicap.preference, 0.0);
    for (std::size_t i = 0; i < considered.size(); ++i) {
        if ((points[drawn] - points[i]) * preference >= 0.5) break;
        if (wins_board(considered[i].moves[0])) return i;
    }
    return drawn;
}

std::span<const SkillLevel> skill_levels(const Variant& variant) {
    const auto& all = levels_in_use();
    const auto found = all.find(variant.name);
    return found == all.end() ? all.at(kVariants[0]->name) : found->second;
}

double grade_of_skill(const Variant& variant, int level) {
    assert(level >= 0 && level <= kMaxSkill);
    return skill_levels(variant)[static_cast<std::size_t>(level)].grade;
}

double grade_of_elo(const Variant& variant, int elo) {
    const auto levels = skill_levels(variant);
    // There is no measurement between the highest limited level and full strength.
    const SkillLevel &last = levels[kMaxSkill - 1], &full = levels[kMaxSkill];
    if (elo >= last.elo) return elo < (last.elo + full.elo) / 2 ? last.grade : kFullStrength;
    if (elo <= levels[0].elo) return levels[0].grade;
    const auto above = std::ranges::upper_bound(levels, elo, {}, &SkillLevel::elo);
    const SkillLevel &low = *std::prev(above), &high = *above;
    return std::lerp(low.grade, high.grade,
                     static_cast<double>(elo - low.elo) / (high.elo - low.elo));
}

int min_skill_elo() {
    int least = skill_levels(*kVariants[0])[0].elo;
    for (const Variant* variant : kVariants) least = std::min(least, skill_levels(*variant)[0].elo);
    return least;
}

int max_skill_elo() {
    int most = 0;
    for (const Variant* variant : kVariants)
        most = std::max(most, skill_levels(*variant)[kMaxSkill].elo);
    return most;
}

void set_skill_levels(const Variant& variant, std::span<const SkillLevel> levels) {
    assert(levels.size() == kMaxSkill + 1);
    std::ranges::copy(levels, levels_in_use()[variant.name].begin());
}

}  // namespace xttt
