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
    int positions = 200;  // answers to see
    std::uint64_t seed = 1;
    PlayerSurroundings surroundings = {};
};

// One thing that was looked at.
struct CheckedItem {
    enum class Verdict { Good, Note, Bad };
    std::string name;
    Verdict verdict;
    std::string text;
};

// Lets a bot play games against random moves, as x and as o in turn, until it has answered often
// enough, and then plays the first game again. Each item is handed out as soon as it is known.
// Returns whether nothing is Bad; a bot that cannot be started at all is an error.
Result<bool> check_bot(const BotCheckPlan& plan,
                       const std::function<void(const CheckedItem&)>& tell);

}  // namespace xttt
