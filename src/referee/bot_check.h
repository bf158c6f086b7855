#pragma once

#include <atomic>
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
    int positions = 200;  // number of answers, including the repeated game
    std::uint64_t seed = 1;
    PlayerEnvironment environment = {};
    // Once it is set, the check ends as soon as possible and is undecided.
    const std::atomic<bool>* stopped = nullptr;

    bool is_stopped() const { return stopped != nullptr && stopped->load(); }
};

// The result of one check.
struct CheckedItem {
    enum class Verdict { Good, Note, Bad };
    std::string name;
    Verdict verdict;
    std::string text;
};

enum class BotVerdict {
    Ready,      // no result is Bad
    Forfeits,   // some result is Bad
    Undecided,  // the host was too busy, or the check was stopped
};

struct BotCheckListener {
    std::function<void(const CheckedItem&)> on_item;  // called after each check
    std::function<void(int answers)> on_answer =
        {};  // called after each answer with the number so far
};

// Plays games of a bot against random moves, alternately as x and as o, and then repeats the first
// game, until the bot has given the planned number of answers. A bot that cannot be started is an
// error.
Result<BotVerdict> check_bot(const BotCheckPlan& plan, const BotCheckListener& listener);
// The same for an existing player.
Result<BotVerdict> check_player(const BotCheckPlan& plan, Player& bot,
                                const BotCheckListener& listener);

}  // namespace xttt
