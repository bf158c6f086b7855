#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "rules/variant.h"

namespace xttt {

struct ShuffleOptions {
    std::vector<std::string> in;
    std::string out;
    bool dedupe = false;  // keep one record of each set of symmetric positions
    std::uint64_t seed = 1;
};
struct Shuffled {
    std::uint64_t read = 0;
    std::uint64_t written = 0;
};

// Joins files of one variant into one, in random order. All records must fit into memory. The
// records of a game are no longer adjacent, so the new file cannot be continued.
template <const Variant& V>
Result<Shuffled> shuffle_records(const ShuffleOptions& options);

}  // namespace xttt
