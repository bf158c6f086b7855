#include "eval/nnue/network.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "rules/variant.h"

namespace xttt::nnue {
namespace {

constexpr std::size_t kChecksumAt = offsetof(NetworkHeader, checksum);
constexpr std::int32_t kMaxScale = 1'000'000, kMaxUnit = 10'000;

// Calls f with each block of weights in the order of the file.
template <class N, class F>
void for_each_block(N& network, F&& f) {
    f(network.bias.data(), sizeof network.bias);
    f(network.rows.data(), sizeof network.rows);
    f(network.output.data(), sizeof network.output);
    f(network.output_bias.data(), sizeof network.output_bias);
    if (!network.content_rows.empty())
        f(network.content_rows.data(), network.content_rows.size() * sizeof(ContentRow));
}

template <const Variant& V>
Result<NetworkHeader> checked_header(std::span<const char> file) {
    const auto refuse = [](std::string why) { return fail(Errc::BadInput, std::move(why)); };
    NetworkHeader header;
    if (file.size() < sizeof header ||
        std::memcmp(file.data(), header.magic.data(), header.magic.size()) != 0)
        return refuse("not a network file");
    std::memcpy(&header, file.data(), sizeof header);
    if (header.version < 1 || header.version > kNetworkVersion)
        return refuse(
            fmt::format("the network file has format version {}; this program supports 1 to {}",
                        header.version, kNetworkVersion));
    const std::string_view variant(header.variant.data(),
                                   strnlen(header.variant.data(), header.variant.size()));
    if (variant != V.name)
        return refuse(fmt::format("the network is for variant {}, not {}", quote(variant), V.name));
    if (header.hidden != kHidden || header.features != Layout<V>::kRows ||
        header.buckets != kBuckets)
        return refuse(
            fmt::format("the network has {} features, {} neurons and {} outputs; for {} this "
                        "program expects {}, {} and {}",
                        header.features, header.hidden, header.buckets, V.name, Layout<V>::kRows,
                        kHidden, kBuckets));
    // Scores are products of these; what is learnt stays far below the limits.
    if (header.scale < 1 || header.scale > kMaxScale || header.unit < 1 || header.unit > kMaxUnit)
        return refuse(fmt::format(
            "the network has scale {} and unit {}; a scale is 1 to {} and a unit 1 to {}",
            header.scale, header.unit, kMaxScale, kMaxUnit));
    if (header.version == 2 && header.content_rows == 0)
        return refuse(
            "the network file has format version 2 but no board content features; expected version "
            "1");
    if (header.content_rows > Layout<V>::kContents ||
        (header.version == 1 && header.content_rows != 0))
        return refuse(fmt::format(
            "the network has {} board content features; format version {} for {} allows at most {}",
            header.content_rows, header.version, V.name,
            header.version == 1 ? 0 : Layout<V>::kContents));
    if (const auto size = network_file_size<V>(header.content_rows); file.size() != size)
        return refuse(fmt::format("the network file has {} bytes; expected {}", file.size(), size));
    if (const auto sum = network_checksum(file); sum != header.checksum)
        return refuse(
            fmt::format("the network file is damaged: its checksum is {:016x}, expected {:016x}",
                        sum, header.checksum));
    return header;
}

// The first row whose number does not ascend or is too large.
std::optional<std::size_t> first_misplaced(std::span<const ContentRow> rows, std::uint32_t end) {
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].number >= end || (i > 0 && rows[i].number <= rows[i - 1].number)) return i;
    return std::nullopt;
}

void add(WideRow& sum, const Row& row) {
    for (int i = 0; i < kHidden; ++i)
        sum.weights[i] = static_cast<std::int16_t>(sum.weights[i] + row[i]);
}

// Calls f(own, other) with the marks of every possible open small board.
template <const Variant& V, class F>
void for_each_open_content(F&& f) {
    const auto won = [](Mask marks) {
        return std::ranges::any_of(kLines<V>, [=](Mask line) { return (marks & line) == line; });
    };
    for (Mask own = 0; own <= kFullMask<V>; ++own) {
        if (won(own)) continue;
        for (Mask other = 0; other <= kFullMask<V>; ++other)
            if ((own & other) == 0 && (own | other) != kFullMask<V> && !won(other)) f(own, other);
    }
}

}  // namespace

std::uint64_t network_checksum(std::span<const char> file) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (std::size_t i = 0; i < file.size(); ++i) {
        const bool own = i >= kChecksumAt && i < kChecksumAt + sizeof(std::uint64_t);
        hash = (hash ^ (own ? 0 : static_cast<unsigned char>(file[i]))) * 0x100000001b3;
    }
    return hash;
}

template <const Variant& V>
Result<std::shared_ptr<const Network<V>>> Network<V>::parse(std::span<const char> file) {
    TRY(const auto header, checked_header<V>(file));
    auto network = std::make_shared<Network>();
    network->scale = header.scale;
    network->unit = header.unit;
    network->checksum = header.checksum;
    network->content_rows.resize(header.content_rows);
    std::size_t at = sizeof(NetworkHeader);
    for_each_block(*network, [&](void* block, std::size_t size) {
        std::memcpy(block, file.data() + at, size);
        at += size;
    });
    for (const auto& row : network->output)
        for (const auto weight : row)
            if (std::abs(weight) > kMaxOutput)
                return fail(Errc::BadInput,
                            fmt::format("the network has an output weight of {}; the maximum is {}",
                                        weight, kMaxOutput));
    if (const auto bad = first_misplaced(network->content_rows, Layout<V>::kContents))
        return fail(Errc::BadInput,
                    fmt::format("board content feature {} of the network has the number {}; "
                                "numbers must ascend and be below {}",
                                *bad, network->content_rows[*bad].number, Layout<V>::kContents));
    network->sum_board_rows();
    return network;
}

template <const Variant& V>
void Network<V>::sum_board_rows() {
    if constexpr (kHasContents<V>) {
        using L = Layout<V>;
        using C = Contents<V>;
        board_rows.assign(static_cast<std::size_t>(V.small_boards()) * C::kCount, {});
        const auto at = [this](int board, int number) -> WideRow& {
            return board_rows[static_cast<std::size_t>(board * C::kCount + number)];
        };
        const auto add_pair = [&](int board, int number, int pair) {
            add(at(board, number), rows[L::pair(board, pair >> 4, pair & 15)]);
        };
        for (int b = 0; b < V.small_boards(); ++b) {
            add_pair(b, C::kWonByOwn, tuned::prospect_pair(tuned::kWon, tuned::kDead));
            add_pair(b, C::kWonByOther, tuned::prospect_pair(tuned::kDead, tuned::kWon));
            add_pair(b, C::kDrawn, tuned::prospect_pair(tuned::kDead, tuned::kDead));
        }
        for_each_open_content<V>([&](Mask own, Mask other) {
            const int number = C::open(own, other);
            const int pair = tuned::open_prospects<V>(own, other);
            for (int b = 0; b < V.small_boards(); ++b) {
                WideRow& sum = at(b, number);
                for_each_bit(own, [&](int c) { add(sum, rows[L::cell(false, b, c)]); });
                for_each_bit(other, [&](int c) { add(sum, rows[L::cell(true, b, c)]); });
                add_pair(b, number, pair);
            }
        });
        for (const auto& [number, row] : content_rows) {
            const auto board = static_cast<int>(number) / C::kOpen;
            add(at(board, static_cast<int>(number) % C::kOpen), row);
        }
    }
}

template <const Variant& V>
std::string Network<V>::to_bytes() const {
    NetworkHeader header;
    V.name.copy(header.variant.data(), header.variant.size());
    header.version = content_rows.empty() ? 1 : kNetworkVersion;
    header.features = Layout<V>::kRows;
    header.content_rows = static_cast<std::uint32_t>(content_rows.size());
    header.scale = scale;
    header.unit = unit;
    std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
    for_each_block(*this, [&bytes](const void* block, std::size_t size) {
        bytes.append(static_cast<const char*>(block), size);
    });
    const std::uint64_t sum = network_checksum(bytes);
    std::memcpy(bytes.data() + kChecksumAt, &sum, sizeof sum);
    return bytes;
}

#define XTTT_INSTANTIATE(V) template struct Network<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt::nnue
