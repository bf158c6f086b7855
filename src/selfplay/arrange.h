#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "rules/variant.h"

namespace xttt {

struct ArrangeOptions {
    std::vector<std::string> in;
    std::string out;
    bool dedupe = false;  // keep one record of all that are images of the same position
    std::uint64_t seed = 1;
};
struct Arranged {
    std::uint64_t read = 0;
    std::uint64_t written = 0;
};

// Joins files of one variant into one, in random order; the whole of it must fit into memory. The
// records of a game no longer stand together, so that the new file cannot be gone on with.
template <const Variant& V>
Result<Arranged> arrange_records(const ArrangeOptions& options);

}  // namespace xttt
