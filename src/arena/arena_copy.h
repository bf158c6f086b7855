#pragma once

#include <filesystem>

#include "arena/arena_store.h"

namespace xttt {

// Copies an arena to a folder that does not exist yet, also while it is being served. The copy has
// the state of one moment: every version that a game names, every upload that a version names. The
// folder appears complete, or not at all.
Result<void> export_arena(ArenaStore& store, const std::filesystem::path& copy);

// Makes an arena from a copy in a folder that does not exist yet. Verifies the databases and the
// SHA-256 of every upload; the folder appears complete, or not at all. Bots are unpacked and built
// again from the uploads when the arena is served.
Result<void> import_arena(const std::filesystem::path& copy, const std::filesystem::path& folder);

}  // namespace xttt
