#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace xttt {

// A running game with its moves so far.
struct LiveGame {
    std::uint64_t id = 0;  // unique in the current run
    std::array<int, 2> entrants{};
    std::string start_fen;  // empty: the start position of the variant
    std::string moves;      // separated by spaces
    bool operator==(const LiveGame&) const = default;
};

// The running games of a tournament, for other processes: the file STORE.live, which the playing
// process replaces atomically. It is not part of the stored tournament: it can be deleted, and it
// is valid only while the store is in use. docs/reference/store.md describes it.
std::string live_file(const std::string& store);

Result<void> write_live_games(const std::string& store, std::span<const LiveGame> games);
// The content of the file; empty if it is missing or cannot be parsed.
std::vector<LiveGame> read_live_games(const std::string& store);

}  // namespace xttt
