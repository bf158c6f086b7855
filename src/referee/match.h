#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "players/make_player.h"
#include "referee/game_setup.h"
#include "referee/listener.h"
#include "referee/opening.h"

namespace xttt {

// Many games between two players, who take turns at being x: the first player begins game 0.
struct MatchPlan {
    const Variant* variant = &kExtreme;
    std::array<PlayerSpec, 2> players;
    int games = 1;
    int jobs = 1;            // games at a time, each with players of its own
    std::uint64_t seed = 0;  // decides everything random; game n is the same whatever jobs is
    std::array<PlayLimits, 2> limits = {};  // of the first and second player
    Milliseconds margin{0};
    // Used in order, each for two games with sides changed, and again from the first when all are
    // used. Without any: random_plies random moves, different for each two games.
    std::vector<Opening> openings = {};
    int random_plies = 0;
    PlayerSurroundings surroundings = {};
    Tags tags = {};  // of every game; X, O and Round are added

    bool paired() const { return !openings.empty() || random_plies > 0; }
    Side side_of_first(int game) const { return game % 2 == 0 ? Side::X : Side::O; }
    GameSetup setup(int game) const;
};

// Makes the listener of one game, or none. Called from several threads.
using MakeListener = std::function<std::unique_ptr<GameListener>(int game)>;
// Hears of each game in the order of their numbers; a failure ends the match. One call at a time.
using TakeGame = std::function<Result<void>(int game, const PlayedGame&)>;

// Plays the match. Players that cannot play are an Errc::Usage before the first game.
Result<void> play_match(const MatchPlan& plan, const MakeListener& listen, const TakeGame& take);

}  // namespace xttt
