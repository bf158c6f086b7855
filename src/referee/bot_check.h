#pragma once

#include <functional>
#include <string>

#include "players/make_player.h"
#include "referee/game_setup.h"

namespace xttt {

struct BotCheckPlan {
    PlayerSpec bot;
    const Variant* variant = &kExtreme;
    PlayLimits limits = {};
    Milliseconds start_limit = std::chrono::seconds(10);
    int positions = 200;  // number of moves to see
    std::uint64_t seed = 1;
    PlayerSurroundings surroundings = {};
};

// The result of one check.
struct CheckedItem {
    enum class Verdict { Good, Note, Bad };
    std::string name;
    Verdict verdict;
    std::string text;
};

// Lets a bot play against random moves, alternately as x and o, until it has made enough moves, and
// then repeats the first game. Calls `tell` with each result. Returns whether no result is Bad; a
// bot that cannot be started is an error.
Result<bool> check_bot(const BotCheckPlan& plan,
                       const std::function<void(const CheckedItem&)>& tell);

}  // namespace xttt
