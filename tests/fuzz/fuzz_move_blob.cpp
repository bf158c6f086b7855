#include "fuzz.h"
#include "tournament/store/move_blob.h"

// Any bytes give moves that are encoded as the same bytes, or are refused. The first byte chooses
// the variant.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace xttt;
    if (size == 0) return 0;
    GameRecord record;
    record.variant = kVariants[data[0] % kVariants.size()];
    const std::string_view blob(reinterpret_cast<const char*>(data + 1), size - 1);
    auto moves = decode_moves(*record.variant, "", blob);
    if (!moves) return 0;
    record.moves = std::move(*moves);
    const auto again = encode_moves(record);
    fuzz::require(!blob.starts_with('\2') || again == blob, "one encoding of a game");
    fuzz::require(decode_moves(*record.variant, "", again) == record.moves, "the same game again");
    return 0;
}
