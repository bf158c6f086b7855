#pragma once

#include <cstdint>
#include <span>

#include "base/random.h"
#include "search/searcher.h"

namespace xttt {

inline constexpr int kMaxSkill = 20;

// A handicap: a shallower search, and a random choice among its best moves in which better moves
// are more likely, the more so at higher levels. Mistakes are moves that look about as good as the
// best.
struct SkillLevel {
    int depth;            // maximum search depth in plies
    std::uint64_t nodes;  // maximum nodes
    int candidates;       // number of best moves to choose from
    double doubt;         // points: a move worse by this much is chosen e times less often
};

// The strength of a level in `extreme`, from the ladder in docs/explanation/skill.md: a scale of
// its own, on which level 0 is 500. Requires 0 <= level <= kMaxSkill.
int elo_of_skill(int level);
// The level nearest to that strength.
int skill_of_elo(int elo);

// Requires 0 <= level < kMaxSkill; the highest level has no handicap at all.
SkillLevel skill_level(int level);

// The limits of a search under a handicap: as asked, but no further than the level reaches.
SearchLimits limited(SearchLimits limits, const SkillLevel& level);

// Picks one of a search's variations (not empty), best first. A move that completes a line is
// always found. `line_points` is the value of a line in the variant.
std::size_t choose_pv(std::span<const ScoredPv> pvs, const SkillLevel& level, int line_points,
                      Random& random);

}  // namespace xttt
