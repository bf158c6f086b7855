#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "search/searcher.h"

namespace xttt {

// Tuned by matches; docs/explanation/mcts.md has the figures.
struct MctsTuning {
    double exploration = 1.0;   // weight of the prior against the mean reward
    double prior_scale = 40;    // promise that makes a move e times as likely beforehand
    double urgency = 0.1;       // how much worse than its parent an unvisited move is taken to be
    double rated_weight = 0.6;  // share of win, draw or loss in the reward; the rest is the margin
    int expand_visits = 4;      // visits of a leaf before its moves become nodes
};

struct MctsOptions {
    std::size_t hash_mb = 64;
    std::uint64_t seed = 0;
    std::chrono::microseconds overhead{1000};
    MctsTuning tuning{};
};

// For leaves judged by a network: nothing is gained by looking at a leaf twice.
inline constexpr MctsTuning kNetworkMctsTuning{.expand_visits = 1};

template <const Variant& V>
class LeafJudge;

// Monte Carlo tree search: the tree grows where play is best, leaves are judged by games played
// out at random or as `judge` says, and what is proven (lines and finished games) is backed up as
// such.
// UCT: Kocsis and Szepesvari, 2006; the use of priors: Rosin, 2011 (PUCB); the solver: Winands,
// Bjornsson and Saito, 2008.
//
// Limits: nodes are playouts. There is no depth: "depth" counts doublings of the playouts, from
// kMctsDepthZero.
template <const Variant& V>
std::unique_ptr<Searcher<V>> make_mcts_search(const MctsOptions& options);
template <const Variant& V>
std::unique_ptr<Searcher<V>> make_mcts_search(const MctsOptions& options,
                                              std::unique_ptr<LeafJudge<V>> judge);

inline constexpr std::uint64_t kMctsDepthZero = 64;

}  // namespace xttt
