#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "tournament/store/live_file.h"
#include "tournament/store/store_reader.h"

namespace xttt {

// Whether everyone sees the evidence of forfeits and the notes of moves, which may quote the code
// of a bot.
enum class Evidence { Shown, Hidden };

// A tournament as JSON for its page: facts, entrants, stages, standings with
// ratings, the latest games and events. docs/reference/server.md describes it. `id` is its name in
// URLs; `running` whether a process is playing it.
Result<std::string> tournament_view(const StoreReader& store, const std::string& id, bool running,
                                    Evidence evidence);

// The entry in the list of tournaments.
Result<std::string> tournament_summary(const StoreReader& store, const std::string& id,
                                       bool running);

// The games in progress: {"live":[{"id":7,"x":0,"o":1,"moves":"e5 e4"}]}.
std::string live_games_text(std::span<const LiveGame> games);

// One game with its moves.
Result<std::string> tournament_game(const StoreReader& store, std::int64_t game, Evidence evidence);

}  // namespace xttt
