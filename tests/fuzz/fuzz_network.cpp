#include <cstring>
#include <string>

#include "eval/nnue/network.h"
#include "fuzz.h"

// A network file is long, and its checksum keeps fuzzers out. So the input is how a file begins and
// how it ends; the weights between are zeros, and the checksum is made to fit. A file that is
// accepted is written as it was read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace xttt;
    fuzz::with_input(data, size, [] < const Variant& V > (std::string_view text) {
        using nnue::NetworkHeader;
        const auto plain = nnue::Network<V>::parse(text);
        fuzz::require(!plain, "what is shorter than a network is none");
        if (text.size() < sizeof(NetworkHeader)) return;
        std::string file(nnue::network_file_size<V>(0), '\0');
        text.copy(file.data(), sizeof(NetworkHeader));
        file += text.substr(sizeof(NetworkHeader));
        const std::uint64_t sum = nnue::network_checksum(file);
        std::memcpy(file.data() + offsetof(NetworkHeader, checksum), &sum, sizeof sum);
        const auto network = nnue::Network<V>::parse(file);
        if (!network) {
            fuzz::require(!network.error().message.empty(), "a refusal has a reason");
            return;
        }
        const auto again = nnue::Network<V>::parse((*network)->to_bytes());
        fuzz::require(again.has_value(), "what is written is accepted");
        fuzz::require((*again)->content_rows == (*network)->content_rows,
                      "rows of contents come back");
    });
    return 0;
}
