#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/random.h"
#include "rules/variant.h"
#include "search/searcher.h"

namespace xttt {

inline constexpr int kMaxSkill = 20;

// A limited strength is a *grade*: a real number from 0 (gives boards away) to just below
// kFullStrength. Grade kBeginnerGrade completes a small board if it can and otherwise plays at
// random. The scale is the same for all variants; the grade of each skill level is measured for
// each variant (data/skill-levels.txt).
inline constexpr double kFullStrength = 20;
inline constexpr double kBeginnerGrade = 2;

// The handicap of a grade: a shallow search, then a random choice that prefers better moves. Like
// people, it overlooks distant tactics rather than obvious ones: it always finds moves that win the
// game, and nearly always moves that win a small board.
struct Handicap {
    double depth;         // in plies; 2.25 is depth 2 three times in four, else depth 3
    std::uint64_t nodes;  // maximum nodes
    int candidates;       // number of best moves to choose from
    // A move that is one point better is exp(preference) times as likely. Negative values prefer
    // worse moves.
    double preference;
    double sees_board;  // probability of noticing that a move wins a small board
};

// Requires 0 <= grade < kFullStrength.
Handicap handicap(double grade);

// The limits of a search, tightened by the handicap.
SearchLimits limited(SearchLimits limits, const Handicap& handicap, Random& random);

// Whether a move wins a small board. Position: Position<V> or AnyPosition.
template <class Position>
bool wins_small_board(const Position& position, Move move) {
    const Side side = position.side_to_move();
    Position next = position;
    next.play(move);
    return next.board_points(side) > position.board_points(side);
}

// Picks one of the variations of a search (not empty, best first). `line_points` are the points of
// a line in the variant; `wins_board` returns whether a move wins a small board.
std::size_t choose_pv(std::span<const ScoredPv> pvs, const Handicap& handicap, int line_points,
                      const std::function<bool(Move)>& wins_board, Random& random);

// A skill level of a variant: its grade, and its strength in Elo on a scale where the beginner of
// that variant has 500. The highest level has no handicap.
struct SkillLevel {
    double grade;
    int elo;
};

// The levels 0 to kMaxSkill of a variant, from weak to strong. A variant without measurements uses
// those of the first variant.
std::span<const SkillLevel> skill_levels(const Variant& variant);

// Requires 0 <= level <= kMaxSkill; kFullStrength at the highest.
double grade_of_skill(const Variant& variant, int level);
// The grade of a strength in Elo, interpolated between levels; kFullStrength from the highest level
// on.
double grade_of_elo(const Variant& variant, int elo);

// The lowest and the highest strength of all variants.
int min_skill_elo();
int max_skill_elo();

// Replaces the levels of a variant while they are being measured. Not thread-safe.
void set_skill_levels(const Variant& variant, std::span<const SkillLevel> levels);

}  // namespace xttt
