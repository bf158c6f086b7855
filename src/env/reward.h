#pragma once

#include <array>

#include "rules/outcome.h"

namespace xttt {

// What a finished game gives a learner. Both kinds add up to zero over the two players.
enum class RewardKind {
    Win,     // 1 for the rated winner (a line, else more points), -1 for the loser, 0 for a draw
    Points,  // one's own points less the opponent's
};

// Of x and of o.
inline std::array<float, 2> rewards_of(const Outcome& outcome, RewardKind kind) {
    float x = 0;
    if (kind == RewardKind::Points) {
        x = static_cast<float>(outcome.margin(Side::X));
    } else if (const auto winner = outcome.rated_winner()) {
        x = *winner == Side::X ? 1.0f : -1.0f;
    }
    return {x, 0 - x};
}

}  // namespace xttt
