#pragma once

#include <cstddef>
#include <span>

namespace xttt {

// Kendall's tau of two orders of the same players, given as values by player: the pairs in the same
// order minus those in opposite orders, divided by all pairs (tau-a: equal values count as
// neither).
inline double kendall_tau(std::span<const double> a, std::span<const double> b) {
    long agreement = 0, pairs = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = i + 1; j < a.size(); ++j, ++pairs) {
            const double product = (a[i] - a[j]) * (b[i] - b[j]);
            agreement += (product > 0) - (product < 0);
        }
    return pairs == 0 ? 1 : static_cast<double>(agreement) / static_cast<double>(pairs);
}

}  // namespace xttt
