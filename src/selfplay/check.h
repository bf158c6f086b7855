#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "rules/variant.h"

namespace xttt {

struct RecordSummary {
    std::uint64_t records = 0;
    std::uint64_t games = 0;
    std::uint64_t won = 0, drawn = 0, lost = 0;  // results in the side to move's view
    double mean_score = 0;                       // size of scores that prove no line, in points
    std::uint64_t proven = 0;                    // scores that prove a line
};

// Reads a whole file and tests every record: a position that is not over, a legal best move, an end
// that fits. The first that fails is named.
template <const Variant& V>
Result<RecordSummary> check_records(const std::string& path);

}  // namespace xttt
