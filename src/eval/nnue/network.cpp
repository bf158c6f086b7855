#include "eval/nnue/network.h"

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "base/text.h"
#include "rules/instantiate.h"

namespace xttt::nnue {
namespace {

constexpr std::size_t kChecksumAt = offsetof(NetworkHeader, checksum);

std::uint64_t checksum_of(std::span<const char> file) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (std::size_t i = 0; i < file.size(); ++i) {
        const bool own = i >= kChecksumAt && i < kChecksumAt + sizeof(std::uint64_t);
        hash = (hash ^ (own ? 0 : static_cast<unsigned char>(file[i]))) * 0x100000001b3;
    }
    return hash;
}

// Calls f with each block of weights as it lies in a file.
template <class N, class F>
void for_each_block(N& network, F&& f) {
    f(network.bias.data(), sizeof network.bias);
    f(network.rows.data(), sizeof network.rows);
    f(network.output.data(), sizeof network.output);
    f(network.output_bias.data(), sizeof network.output_bias);
}

template <const Variant& V>
Result<NetworkHeader> checked_header(std::span<const char> file) {
    const auto refuse = [](std::string why) { return fail(Errc::BadInput, std::move(why)); };
    NetworkHeader header;
    if (file.size() < sizeof header ||
        std::memcmp(file.data(), header.magic.data(), header.magic.size()) != 0)
        return refuse("this is no network file");
    std::memcpy(&header, file.data(), sizeof header);
    if (header.version != kNetworkVersion)
        return refuse(fmt::format("the network is of version {}; this program knows version {}",
                                  header.version, kNetworkVersion));
    const std::string_view variant(header.variant.data(),
                                   strnlen(header.variant.data(), header.variant.size()));
    if (variant != V.name)
        return refuse(fmt::format("the network is for {}, not for {}", quote(variant), V.name));
    if (header.hidden != kHidden || header.features != Network<V>::kFeatures ||
        header.buckets != kBuckets)
        return refuse(fmt::format(
            "the network has {} features, {} neurons and {} outputs; this program's for {} have "
            "{}, {} and {}",
            header.features, header.hidden, header.buckets, V.name, Network<V>::kFeatures, kHidden,
            kBuckets));
    if (file.size() != kNetworkFileSize<V>)
        return refuse(fmt::format("the network has {} bytes; {} would be right", file.size(),
                                  kNetworkFileSize<V>));
    if (const auto sum = checksum_of(file); sum != header.checksum)
        return refuse(fmt::format("the network is damaged: its checksum is {:016x}, not {:016x}",
                                  sum, header.checksum));
    return header;
}

}  // namespace

template <const Variant& V>
Result<std::shared_ptr<const Network<V>>> Network<V>::parse(std::span<const char> file) {
    const auto header = checked_header<V>(file);
    if (!header) return std::unexpected(header.error());
    auto network = std::make_shared<Network>();
    network->scale = header->scale;
    network->unit = header->unit;
    network->checksum = header->checksum;
    std::size_t at = sizeof(NetworkHeader);
    for_each_block(*network, [&](void* block, std::size_t size) {
        std::memcpy(block, file.data() + at, size);
        at += size;
    });
    for (const auto& row : network->output)
        for (const auto weight : row)
            if (std::abs(weight) > kMaxOutput)
                return fail(Errc::BadInput, fmt::format("the network has an output weight of {}; "
                                                        "{} is the most",
                                                        weight, kMaxOutput));
    return network;
}

template <const Variant& V>
std::string Network<V>::to_bytes() const {
    NetworkHeader header;
    V.name.copy(header.variant.data(), header.variant.size());
    header.features = kFeatures;
    header.scale = scale;
    header.unit = unit;
    std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
    for_each_block(*this, [&bytes](const void* block, std::size_t size) {
        bytes.append(static_cast<const char*>(block), size);
    });
    const std::uint64_t sum = checksum_of(bytes);
    std::memcpy(bytes.data() + kChecksumAt, &sum, sizeof sum);
    return bytes;
}

#define XTTT_INSTANTIATE(V) template struct Network<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)

}  // namespace xttt::nnue
