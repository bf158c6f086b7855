#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/arena_store.h"
#include "base/result.h"
#include "tournament/store/store.h"

namespace xttt {

// Maximum size of the stored standard error of a bot in a game.
inline constexpr std::size_t kGameLogBytes = 32 * 1024;

// Opens or creates a store of the games of an arena. Its entrants are the versions, with their ids.
Result<Store> open_game_store(const std::string& path, const ArenaSettings& settings);

// The id of the newest game; 0 if there is none.
Result<std::int64_t> last_game(const Store& store);

// Adds the versions that the store does not have yet. Requires all versions, by id.
Result<void> add_entrants(Store& store, const std::vector<Version>& versions,
                          const std::vector<Team>& teams);

}  // namespace xttt
