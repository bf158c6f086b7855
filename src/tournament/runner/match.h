#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "referee/opening.h"
#include "tournament/runner/game_executor.h"

namespace xttt {

// Games between two players that alternate sides: the first player is x in game 0.
struct MatchPlan {
    const Variant* variant = &kExtreme;
    std::array<std::string, 2> players;     // player strings
    std::array<std::string, 2> names = {};  // for records and scores; empty: the player strings
    int games = 1;
    std::uint64_t seed = 0;                 // random seed; game n does not depend on the executor
    std::array<PlayLimits, 2> limits = {};  // limits of the first and second player
    Milliseconds margin{0};
    Milliseconds start_limit = GameSetup{}.start_limit;
    Adjudication adjudication = {};
    bool record_pv = false;
    // Used in order, each for two games with sides swapped, and cyclically. If empty: random_plies
    // random moves, different for each pair.
    std::vector<Opening> openings = {};
    int random_plies = 0;
    // Replaces both: returns the opening of each pair of games; an error ends the match.
    std::function<Result<Opening>(int pair)> make_opening = {};
    BotConditions conditions = {};
    std::string bot_logs = {};  // folder for the output of bots; empty: none
    bool log_protocol = false;  // games have a GameProtocol
    Tags tags = {};             // tags of every game; X, O and Round are added

    const std::string& name(int player) const {
        return names[player].empty() ? players[player] : names[player];
    }
    bool paired() const { return !openings.empty() || random_plies > 0 || make_opening; }
    Side side_of_first(int game) const { return game % 2 == 0 ? Side::X : Side::O; }
    Result<GameSetup> setup(int game) const;
    Result<GameTask> task(int game) const;  // its id is the game number
};

// Called for each game in the order of the game numbers; an error ends the match.
using TakeGame = std::function<Result<void>(int game, const PlayedGame&)>;

// Plays the match. Once `interrupts` is 1 no further game starts; at 2 running games are abandoned.
// Either way the games before are delivered.
Result<void> play_match(const MatchPlan& plan, GameExecutor& executor, const TakeGame& take,
                        const std::atomic<int>* interrupts = nullptr);

}  // namespace xttt
