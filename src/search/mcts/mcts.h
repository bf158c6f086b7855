#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "search/searcher.h"

namespace xttt {

// Tuned by matches; docs/lab/engine.md has the figures.
struct MctsTuning {
    double exploration = 1.0;    // weight of the prior against the mean reward
    double prior_scale = 40;     // ordering score that makes a move's prior e times larger
    double fpu_reduction = 0.1;  // first play urgency: reward of unvisited moves below the parent's
    double result_weight = 0.6;  // share of win, draw or loss in the reward; the rest is the margin
    int expand_visits = 4;       // visits before a leaf is expanded
};

struct MctsOptions {
    std::size_t hash_mb = 64;
    std::uint64_t seed = 0;
    std::chrono::microseconds overhead{1000};
    MctsTuning tuning{};
};

// For leaves evaluated by a network: a second visit would give the same value.
inline constexpr MctsTuning kNetworkMctsTuning{.expand_visits = 1};

template <const Variant& V>
class LeafEvaluator;

// Monte Carlo tree search. Leaves are evaluated by random playouts or by `leaf_evaluator`; proven
// values (lines and finished games) are backed up exactly.
// UCT: Kocsis and Szepesvari, 2006; the use of priors: Rosin, 2011 (PUCB); the solver: Winands,
// Bjornsson and Saito, 2008.
//
// Limits: nodes are playouts. There is no depth: "depth" counts doublings of the playouts, from
// kMctsDepthZero.
template <const Variant& V>
std::unique_ptr<Searcher<V>> make_mcts_search(const MctsOptions& options);
template <const Variant& V>
std::unique_ptr<Searcher<V>> make_mcts_search(const MctsOptions& options,
                                              std::unique_ptr<LeafEvaluator<V>> leaf_evaluator);

inline constexpr std::uint64_t kMctsDepthZero = 64;

}  // namespace xttt
