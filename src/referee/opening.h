#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

#include "base/result.h"
#include "record/game_record.h"

namespace xttt {

// The start of a game.
struct Opening {
    std::string fen = {};  // empty: the start of the variant
    std::vector<RecordedMove> moves = {};
};

// Parses one opening per line: moves from the start, or a FEN. Ignores blank lines and comments
// after '#'. `name` is the file name, for messages.
Result<std::vector<Opening>> read_openings(std::istream& in, const std::string& name,
                                           const Variant& variant);
Result<std::vector<Opening>> read_openings(const std::string& path, const Variant& variant);

// Which openings of a file are used, and in which order.
struct OpeningSelection {
    bool shuffled = false;  // in an order that depends on the seed
    int start = 1;          // number of the first one in this order, from 1; the others follow
    int plies = 0;          // moves of each; 0: all of them. A FEN stays as it is.
    bool operator==(const OpeningSelection&) const = default;
};
// Fails if there are fewer openings than `start`.
Result<void> select_openings(std::vector<Opening>& openings, const OpeningSelection& selection,
                             std::uint64_t seed);

// `plies` random legal moves from the start, after which the game is not over.
Opening random_opening(const Variant& variant, int plies, std::uint64_t seed);

}  // namespace xttt
