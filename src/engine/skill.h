#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/random.h"
#include "rules/variant.h"
#include "search/searcher.h"

namespace xttt {

inline constexpr int kMaxSkill = 20;

// Strength below the full one is a *grade*: a real number on a scale from much too generous (0) to
// nearly full strength (below kFullStrength). Grade kBeginnerGrade completes a small board if it
// can and otherwise plays at random. The scale is the same for all variants; which grade a skill
// level has in a variant is measured: data/skill-levels.txt.
inline constexpr double kFullStrength = 20;
inline constexpr double kBeginnerGrade = 2;

// How a grade plays: a shallow search, then a random choice in which better moves are more likely.
// A person misses what is far away, not what is in front of the eyes: moves that win the game are
// always found, moves that win a small board nearly always.
struct Handicap {
    double depth;         // in plies; 2.25 is depth 2 three times in four, else depth 3
    std::uint64_t nodes;  // maximum nodes
    int candidates;       // number of best moves to choose from
    // A move better by one point is chosen exp(preference) times as often. Below 0 it prefers to
    // be generous.
    double preference;
    double sees_board;  // probability of noticing that a move wins a small board
};

// Requires 0 <= grade < kFullStrength.
Handicap handicap(double grade);

// The limits of a search under a handicap: as asked, but no further than the handicap reaches.
SearchLimits limited(SearchLimits limits, const Handicap& handicap, Random& random);

// Whether a move wins a small board. Position: Position<V> or AnyPosition.
template <class Position>
bool wins_small_board(const Position& position, Move move) {
    const Side side = position.side_to_move();
    Position next = position;
    next.play(move);
    return next.board_points(side) > position.board_points(side);
}

// Picks one of a search's variations (not empty), best first. `line_points` is the value of a line
// in the variant, `wins_board` tells whether a move wins a small board.
std::size_t choose_pv(std::span<const ScoredPv> pvs, const Handicap& handicap, int line_points,
                      const std::function<bool(Move)>& wins_board, Random& random);

// One level of one variant: its grade, and its strength in Elo on a scale on which the beginner
// described above has 500 in each variant. The highest level has no handicap.
struct SkillLevel {
    double grade;
    int elo;
};

// The levels 0 to kMaxSkill of a variant, from weak to strong. A variant without measurements has
// those of the first.
std::span<const SkillLevel> skill_levels(const Variant& variant);

// Requires 0 <= level <= kMaxSkill; kFullStrength at the highest.
double grade_of_skill(const Variant& variant, int level);
// The grade of that strength, between levels too; kFullStrength from the highest level on.
double grade_of_elo(const Variant& variant, int elo);

// The lowest and the highest strength of all variants.
int min_skill_elo();
int max_skill_elo();

// Replaces the levels of a variant while they are being measured. Not for use beside a search.
void set_skill_levels(const Variant& variant, std::span<const SkillLevel> levels);

}  // namespace xttt
