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

// The built-in network file of a variant; empty if there is none.
std::span<const char> builtin_network(std::string_view variant);

// Version 2 adds content rows; networks without them have version 1.
inline constexpr std::uint32_t kNetworkVersion = 2;

// The header of a network file (docs/reference/network-files.md), little-endian. It is followed by
// the biases of the first layer, its rows, the output rows, the output biases and the content rows,
// in the layout of Network.
struct NetworkHeader {
    std::array<char, 8> magic{'X', 'T', 'T', 'T', 'N', 'E', 'T', '\n'};
    std::uint32_t version = 1;
    std::uint32_t hidden = kHidden;
    std::array<char, 16> variant{};  // its name, padded with zeros
    std::uint32_t features = 0;
    std::uint32_t buckets = kBuckets;
    std::int32_t scale = 0;      // score per unit of log-odds
    std::int32_t unit = kPoint;  // searches scale their margins by it
    std::uint64_t checksum = 0;  // as network_checksum
    std::uint32_t content_rows = 0;
    std::uint32_t reserved = 0;
};
static_assert(sizeof(NetworkHeader) == 64);

// FNV-1a over the whole network file, with the checksum field as 0.
std::uint64_t network_checksum(std::span<const char> file);

// The row of a content feature. Most contents are too rare to be learned, so a network has rows for
// some of them.
struct ContentRow {
    std::uint32_t number = 0;  // relative to the first content feature
    Row row{};
    bool operator==(const ContentRow&) const = default;
};
static_assert(sizeof(ContentRow) == 4 + kHidden);

// The weights of a network for V: features to two accumulators, one per view; the squared clipped
// accumulators to one output, by an output row for the phase of the game.
template <const Variant& V>
struct Network {
    alignas(64) std::array<Row, Layout<V>::kRows> rows;
    alignas(64) Accumulator bias;
    alignas(64) std::array<OutputRow, kBuckets> output;  // the view of the side to move first
    std::array<std::int32_t, kBuckets> output_bias;      // in units of an output sum
    std::vector<ContentRow> content_rows;                // by ascending number
    // For every content of every small board: the sum of its content row and the rows of its marks
    // and prospects, Contents<V>::kCount per board. Used by the search; computed by
    // sum_board_rows().
    std::vector<WideRow> board_rows;
    std::int32_t scale = 0;
    std::int32_t unit = kMarginUnit<V>;
    std::uint64_t checksum = 0;

    // Parses a network file. Rejects a wrong format, version, variant, size or checksum; the error
    // says which.
    static Result<std::shared_ptr<const Network>> parse(std::span<const char> file);
    static Result<std::shared_ptr<const Network>> load(const std::string& path);
    // The built-in network, or why there is none. Shared by all callers.
    static Result<std::shared_ptr<const Network>> builtin();

    std::string to_bytes() const;

    // Computes `board_rows`. Call it after any change of the rows.
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
