#pragma once

#include <cstdint>
#include <functional>

#include "base/result.h"
#include "eval/handcrafted/tuned.h"
#include "samples.h"

namespace xttt::tune {

struct SelfPlayOptions {
    int games = 1000;
    std::uint64_t nodes = 1000;  // per move
    int max_opening_plies = 20;  // a game starts with 1 to this many random moves
    double keep = 0.5;           // share of the quiet positions that become samples
    double keep_hot = 0.15;      // the same where the side to move can win a small board at once
    std::uint64_t seed = 1;
    std::uint32_t first_game = 0;  // number of the first game
};

// Plays the evaluation with these weights against itself and appends labelled positions to
// `samples`. The same options give the same games. `progress` is called after each game. Fails if
// max_opening_plies is below 1.
template <const Variant& V>
Result<void> self_play(const tuned::Weights<V>& weights, const SelfPlayOptions& options,
                       Samples& samples, const std::function<void(int games)>& progress);

}  // namespace xttt::tune
