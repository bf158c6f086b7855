// Loading of network files. WebAssembly modules receive the bytes instead.
#include <algorithm>
#include <cstring>
#include <fstream>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "eval/nnue/network.h"
#include "rules/variant.h"

namespace xttt::nnue {

template <const Variant& V>
Result<std::shared_ptr<const Network<V>>> Network<V>::load(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::vector<char> bytes;
    const auto read_up_to = [&](std::size_t size) {
        const std::size_t before = bytes.size();
        bytes.resize(size);
        in.read(bytes.data() + before, static_cast<std::streamsize>(size - before));
        bytes.resize(before + static_cast<std::size_t>(in.gcount()));
    };
    NetworkHeader header;
    read_up_to(sizeof header);
    if (bytes.size() == sizeof header) {
        std::memcpy(&header, bytes.data(), sizeof header);
        const std::size_t rows = std::min<std::size_t>(header.content_rows, Layout<V>::kContents);
        // Reads one byte more than expected: enough to detect a file that is too long, or an
        // endless device.
        read_up_to(network_file_size<V>(rows) + 1);
    }
    if (!in.is_open() || in.bad())
        return fail(Errc::Io, fmt::format("cannot read the network {}", quote(path)));
    auto network = parse(bytes);
    if (!network)
        return fail(network.error().code,
                    fmt::format("{}: {}", quote(path), network.error().message));
    return network;
}

template <const Variant& V>
Result<std::shared_ptr<const Network<V>>> Network<V>::builtin() {
    const auto bytes = builtin_network(V.name);
    if (bytes.empty())
        return fail(
            Errc::Unsupported,
            fmt::format("this program has no built-in network for {}; name a file", V.name));
    static const auto shared = parse(bytes);
    return shared;
}

#define XTTT_INSTANTIATE(V)                                                                  \
    template Result<std::shared_ptr<const Network<V>>> Network<V>::load(const std::string&); \
    template Result<std::shared_ptr<const Network<V>>> Network<V>::builtin();
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt::nnue
