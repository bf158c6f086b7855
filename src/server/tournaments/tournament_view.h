#pragma once

#include <string>

#include "base/result.h"
#include "store/store_reader.h"

namespace xttt {

// A tournament as its page shows it, as one JSON text: facts, entrants, stages, standings with
// ratings, the latest games and events. docs/server.md describes it. `id` is its name in addresses;
// `running` whether a process is playing it.
Result<std::string> tournament_view(const StoreReader& store, const std::string& id, bool running);

// The same in a line, for the list of tournaments.
Result<std::string> tournament_summary(const StoreReader& store, const std::string& id,
                                       bool running);

// One game with its moves.
Result<std::string> tournament_game(const StoreReader& store, std::int64_t game);

}  // namespace xttt
