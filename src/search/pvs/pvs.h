#pragma once

#include <memory>

#include "search/pvs/tuning.h"
#include "search/searcher.h"

namespace xttt {

struct PvsOptions {
    std::size_t hash_mb = 64;
    int threads = 1;
    // false: full-width search without pruning, reductions, extensions and quiescence search, for
    // tests against plain minimax.
    bool selective = true;
    std::chrono::microseconds overhead{1000};
    PvsTuning tuning;
};

// The playing search: principal variation search with a shared transposition table, selective
// pruning and threads that divide the tree. docs/explanation/engine.md describes each part;
// docs/lab/engine.md has the measured gains.
template <const Variant& V, class E>
std::unique_ptr<Searcher<V>> make_pvs_search(E evaluator, const PvsOptions& options);

}  // namespace xttt
