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
    int positions = 200;  // answers to see, those of the repeated game among them
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

enum class BotVerdict {
    Ready,      // nothing is Bad
    Forfeits,   // something is
    Undecided,  // the host was too busy to tell
};

struct BotCheckListener {
    std::function<void(const CheckedItem&)> on_item;  // as soon as it is known
    std::function<void(int answers)> on_answer = {};  // after each, with their number
};

// Lets a bot play games against random moves, as x and as o in turn, and then plays the first game
// again, until it has answered as often as the plan says and no more. A bot that cannot be started
// at all is an error.
Result<BotVerdict> check_bot(const BotCheckPlan& plan, const BotCheckListener& listener);
// The same for a player that has been made already.
Result<BotVerdict> check_player(const BotCheckPlan& plan, Player& bot,
                                const BotCheckListener& listener);

}  // namespace xttt
