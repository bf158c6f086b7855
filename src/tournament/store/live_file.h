#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace xttt {

// A game that is being played, as far as it has come.
struct LiveGame {
    std::uint64_t id = 0;  // of the present run
    std::array<int, 2> entrants{};
    std::string start_fen;  // empty: the start of the variant
    std::string moves;      // with blanks between
    bool operator==(const LiveGame&) const = default;
};

// The games of a tournament that are being played now, for whoever looks on from another process:
// the file STORE.live, which the process that plays replaces as a whole. It is no part of the
// tournament's memory: nothing is lost with it, and it means something only while the store is in
// use. docs/reference/store.md describes it.
std::string live_file(const std::string& store);

Result<void> write_live_games(const std::string& store, std::span<const LiveGame> games);
// What it holds; nothing where there is no such file, or one that is not understood.
std::vector<LiveGame> read_live_games(const std::string& store);

}  // namespace xttt
