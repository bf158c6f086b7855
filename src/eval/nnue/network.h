#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "eval/nnue/kernel.h"
#include "eval/nnue/layout.h"
#include "eval/score.h"

namespace xttt::nnue {

inline constexpr std::uint32_t kNetworkVersion = 1;

// How a network file begins (docs/networks.md); little-endian. After it: the biases of the first
// layer, its rows, the output rows and the output biases, as Network has them.
struct NetworkHeader {
    std::array<char, 8> magic{'X', 'T', 'T', 'T', 'N', 'E', 'T', '\n'};
    std::uint32_t version = kNetworkVersion;
    std::uint32_t hidden = kHidden;
    std::array<char, 16> variant{};  // its name, filled up with zeros
    std::uint32_t features = 0;
    std::uint32_t buckets = kBuckets;
    std::int32_t scale = 0;      // score of an output of one unit of log-odds
    std::int32_t unit = kPoint;  // what searches scale their margins by
    std::uint64_t checksum = 0;  // FNV-1a over the whole file with this field 0
    std::uint64_t reserved = 0;
};
static_assert(sizeof(NetworkHeader) == 64);

// The weights of one network for V: features to two accumulators, one a view; their squared,
// clipped values to one number, by an output row of the position's phase.
template <const Variant& V>
struct Network {
    static constexpr int kFeatures = Layout<V>::kCount;

    alignas(64) std::array<Row, kFeatures> rows;
    alignas(64) Accumulator bias;
    alignas(64) std::array<OutputRow, kBuckets> output;  // the side to move's view comes first
    std::array<std::int32_t, kBuckets> output_bias;      // in units of an output sum
    std::int32_t scale = 0;
    std::int32_t unit = kMarginUnit<V>;
    std::uint64_t checksum = 0;

    // Refuses bytes of another kind, version, variant, size or checksum, and says which it is.
    static Result<std::shared_ptr<const Network>> parse(std::span<const char> file);
    static Result<std::shared_ptr<const Network>> load(const std::string& path);
    // The network that comes with the program, or why there is none.
    static Result<std::shared_ptr<const Network>> builtin();

    std::string to_bytes() const;
};

template <const Variant& V>
inline constexpr std::size_t kNetworkFileSize =
    sizeof(NetworkHeader) + sizeof(Network<V>::bias) + sizeof(Network<V>::rows) +
    sizeof(Network<V>::output) + sizeof(Network<V>::output_bias);

// An output sum in units of log-odds times this is the score.
inline constexpr std::int64_t kOutputOne = std::int64_t{kFull} * kFull * kOutputUnit;

}  // namespace xttt::nnue
