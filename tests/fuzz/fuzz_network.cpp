#include <cstdlib>
#include <cstring>
#include <string>

#include "eval/nnue/nnue.h"
#include "fuzz.h"

// A network file is long, and its checksum keeps fuzzers out. So the input is how a file begins,
// its output biases and how it ends; the other weights are zeros, and the checksum is made to fit.
// A file that is accepted is written as it was read, and its scores stay in range.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace xttt;
    fuzz::with_input(data, size, [] < const Variant& V > (std::string_view text) {
        using nnue::NetworkHeader;
        const auto plain = nnue::Network<V>::parse(text);
        fuzz::require(!plain, "what is shorter than a network is none");
        if (text.size() < sizeof(NetworkHeader)) return;
        std::string file(nnue::network_file_size<V>(0), '\0');
        text.copy(file.data(), sizeof(NetworkHeader));
        const auto biases =
            text.substr(sizeof(NetworkHeader), sizeof nnue::Network<V>::output_bias);
        biases.copy(file.data() + file.size() - sizeof nnue::Network<V>::output_bias,
                    biases.size());
        file += text.substr(sizeof(NetworkHeader) + biases.size());
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
        const NnueEvaluator<V> evaluator(*network);
        const auto pos = Position<V>::initial();
        const Score score = evaluator.score(evaluator.start(pos), pos);
        fuzz::require(std::abs(score) <= NnueEvaluator<V>::kLimit, "a score has a limit");
        fuzz::require(evaluator.unit() > 0 && evaluator.odds_unit() > 0, "units are positive");
        fuzz::require(evaluator.unit() <= kInfinite / 100, "margins do not overflow");
    });
    return 0;
}
