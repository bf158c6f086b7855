#pragma once

#include <cstdint>
#include <span>

#include "base/random.h"
#include "search/searcher.h"

namespace xttt {

inline constexpr int kMaxSkill = 20;

// How a weaker player thinks. It looks less far ahead than the engine could, and it is less sure
// of what it sees: among the candidates of its search it prefers better ones, by a margin that
// shrinks as the level grows. So it plays the mistakes a person makes, moves that look about as
// good as the best one, and not moves out of nowhere.
struct SkillLevel {
    int depth;            // plies it looks ahead
    std::uint64_t nodes;  // positions it looks at
    int candidates;       // moves it considers
    double doubt;         // points: a move worse by this much is chosen e times less often
};

// Requires 0 <= level < kMaxSkill; the highest level has no handicap at all.
SkillLevel skill_level(int level);

// The limits of a search under a handicap: as asked, but no further than the level reaches.
SearchLimits limited(SearchLimits limits, const SkillLevel& level);

// Picks one of a search's lines (not empty), best first. A line that wins the game with the very
// next move is always seen. `line_points` is what a line is worth in the variant.
std::size_t choose_line(std::span<const SearchLine> lines, const SkillLevel& level, int line_points,
                        Random& random);

}  // namespace xttt
