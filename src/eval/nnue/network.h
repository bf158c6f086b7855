#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "eval/nnue/kernel.h"
#include "eval/nnue/layout.h"
#include "eval/score.h"

namespace xttt::nnue {

// The bytes of the network file that was compiled in for a variant; empty if there is none.
std::span<const char> builtin_network(std::string_view variant);

// Version 2 has rows of contents; a network without them is of version 1.
inline constexpr std::uint32_t kNetworkVersion = 2;

// How a network file begins (docs/explanation/networks.md); little-endian. After it: the biases of
// the first layer, its rows, the output rows, the output biases and the rows of contents, as
// Network has them.
struct NetworkHeader {
    std::array<char, 8> magic{'X', 'T', 'T', 'T', 'N', 'E', 'T', '\n'};
    std::uint32_t version = 1;
    std::uint32_t hidden = kHidden;
    std::array<char, 16> variant{};  // its name, filled up with zeros
    std::uint32_t features = 0;
    std::uint32_t buckets = kBuckets;
    std::int32_t scale = 0;      // score of an output of one unit of log-odds
    std::int32_t unit = kPoint;  // what searches scale their margins by
    std::uint64_t checksum = 0;  // as network_checksum
    std::uint32_t content_rows = 0;
    std::uint32_t reserved = 0;
};
static_assert(sizeof(NetworkHeader) == 64);

// FNV-1a over a whole network file, its checksum taken as 0.
std::uint64_t network_checksum(std::span<const char> file);

// The row of a feature for the whole content of a small board. Most contents are so rare that
// nothing is learnt of them: a network has rows for some.
struct ContentRow {
    std::uint32_t number = 0;  // counted from the first such feature
    Row row{};
    bool operator==(const ContentRow&) const = default;
};
static_assert(sizeof(ContentRow) == 4 + kHidden);

// The weights of one network for V: features to two accumulators, one a view; their squared,
// clipped values to one number, by an output row of the position's phase.
template <const Variant& V>
struct Network {
    alignas(64) std::array<Row, Layout<V>::kRows> rows;
    alignas(64) Accumulator bias;
    alignas(64) std::array<OutputRow, kBuckets> output;  // the side to move's view comes first
    std::array<std::int32_t, kBuckets> output_bias;      // in units of an output sum
    std::vector<ContentRow> content_rows;                // by rising numbers
    // For every content of every small board the sum of its own row and of those of its marks and
    // prospects: Contents<V>::kCount to a board. What the search reads; made by sum_board_rows().
    std::vector<WideRow> board_rows;
    std::int32_t scale = 0;
    std::int32_t unit = kMarginUnit<V>;
    std::uint64_t checksum = 0;

    // Refuses bytes of another kind, version, variant, size or checksum, and says which it is.
    static Result<std::shared_ptr<const Network>> parse(std::span<const char> file);
    static Result<std::shared_ptr<const Network>> load(const std::string& path);
    // The network that comes with the program, or why there is none. All who ask share one.
    static Result<std::shared_ptr<const Network>> builtin();

    std::string to_bytes() const;

    // Sums up `board_rows`, after any change of the rows.
    void sum_board_rows();
};

template <const Variant& V>
constexpr std::size_t network_file_size(std::size_t content_rows) {
    return sizeof(NetworkHeader) + sizeof(Network<V>::bias) + sizeof(Network<V>::rows) +
           sizeof(Network<V>::output) + sizeof(Network<V>::output_bias) +
           content_rows * sizeof(ContentRow);
}

// An output sum in units of log-odds times this is the score.
inline constexpr std::int64_t kOutputOne =
    std::int64_t{kActivationMax} * kActivationMax * kOutputUnit;

}  // namespace xttt::nnue
