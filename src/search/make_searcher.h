#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "eval/handcrafted/lines.h"
#include "search/pvs/tuning.h"
#include "search/searcher.h"

namespace xttt {

// Selects and configures a search. The limits are passed to each search instead.
struct SearchOptions {
    std::string algorithm = "pvs";
    std::string evaluation = "best";  // nnue if the variant has a network, else tuned
    std::string eval_file;            // network of the evaluation `nnue`; empty: the built-in one
    std::span<const char> eval_data;  // the same as bytes, where there are no files
    std::size_t hash_mb = 64;
    int threads = 1;
    std::uint64_t seed = 0;  // for randomised searches
    std::chrono::microseconds move_overhead{1000};
    LinesWeights lines_weights;
    PvsTuning pvs_tuning;
};

std::span<const std::string_view> algorithm_names();
std::span<const std::string_view> evaluation_names();

// Builds the search that the options select. The error for an unknown name lists the known ones.
template <const Variant& V>
Result<std::unique_ptr<Searcher<V>>> make_searcher(const SearchOptions& options);

// The static evaluation of a position by the selected evaluation, without search. Requires
// !pos.over().
template <const Variant& V>
Result<Score> evaluate(const SearchOptions& options, const Position<V>& pos);

}  // namespace xttt
