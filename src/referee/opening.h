#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

#include "base/result.h"
#include "record/game_record.h"

namespace xttt {

// Where the games of a match begin.
struct Opening {
    std::string fen = {};  // empty: the start of the variant
    std::vector<RecordedMove> moves = {};
};

// One opening a line: moves from the start, or a FEN. Blank lines and what follows a '#' count
// nothing. `name` is that of the file, for messages.
Result<std::vector<Opening>> read_openings(std::istream& in, const std::string& name,
                                           const Variant& variant);
Result<std::vector<Opening>> read_openings(const std::string& path, const Variant& variant);

// `plies` random legal moves from the start, after which the game is not over.
Opening random_opening(const Variant& variant, int plies, std::uint64_t seed);

}  // namespace xttt
