#include "eval/handcrafted/tuned_weights.h"

#include <algorithm>

namespace xttt::tuned {
namespace {

// A file that was fitted for other features (or a new variant's, with a single number) is useless;
// until it is fitted anew, guesses serve. A test sees to it that no such file stays.
template <const Variant& V, std::size_t N>
constexpr Weights<V> weights_from(const Weight (&numbers)[N]) {
    Weights<V> weights = unfitted_weights<V>();
    if constexpr (N == weights.size()) std::ranges::copy(numbers, weights.begin());
    return weights;
}

constexpr Weight kExtremeNumbers[] = {
#include "eval/handcrafted/tuned_weights_extreme.inc"
};
constexpr Weight kDoubleNumbers[] = {
#include "eval/handcrafted/tuned_weights_double.inc"
};
constexpr Weight kDiagonalNumbers[] = {
#include "eval/handcrafted/tuned_weights_diagonal.inc"
};
constexpr Weight kUltimateNumbers[] = {
#include "eval/handcrafted/tuned_weights_ultimate.inc"
};

}  // namespace

template <>
constinit const Weights<kExtreme> Fitted<kExtreme>::kWeights =
    weights_from<kExtreme>(kExtremeNumbers);
template <>
constinit const Weights<kDouble> Fitted<kDouble>::kWeights = weights_from<kDouble>(kDoubleNumbers);
template <>
constinit const Weights<kDiagonal> Fitted<kDiagonal>::kWeights =
    weights_from<kDiagonal>(kDiagonalNumbers);
template <>
constinit const Weights<kUltimate> Fitted<kUltimate>::kWeights =
    weights_from<kUltimate>(kUltimateNumbers);

}  // namespace xttt::tuned
