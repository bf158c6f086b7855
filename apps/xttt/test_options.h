#pragma once

#include <optional>
#include <string>

#include "command.h"
#include "common_options.h"
#include "stats/sprt.h"
#include "tournament/config/tournament_config.h"

namespace xttt {

// The games of a test between a new and an old player, for `sprt` and `testing`.
struct TestOptions {
    std::string new_player, old_player;
    std::string variant = std::string(kVariants.front()->name);
    LimitOptions limits;
    OpeningOptions openings;
    AdjudicationOptions adjudication;
    int most_games = 200'000;
    std::optional<std::uint64_t> seed;
};
// --variant, --seed, limits, openings and adjudication.
void add_test_game_options(Command& command, TestOptions& options);
// --new and --old.
void add_players(Command& command, TestOptions& options);
// --model, --elo0, --elo1, --alpha, --beta and --games.
void add_sprt_options(Command& command, SprtBounds& bounds, int& most_games);

// A tournament of one long pairing, without a store.
Result<TournamentConfig> test_config(const TestOptions& options);

}  // namespace xttt
