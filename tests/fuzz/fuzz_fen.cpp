#include "base/text.h"
#include "fuzz.h"
#include "rules/fen.h"

// A FEN that is accepted is written exactly as it was read, and its position can be played on.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace xttt;
    fuzz::with_input(data, size, [] < const Variant& V > (std::string_view text) {
        auto pos = parse_fen<V>(text);
        if (!pos) return;
        fuzz::require(to_fen<V>(*pos) == to_lower(text), "a FEN is written as it is read");
        fuzz::require(pos->key() == pos->recomputed_key(), "the key fits the position");
        for (unsigned turn = 0; !pos->over(); ++turn) {
            const auto count = static_cast<unsigned>(pos->legal_count());
            fuzz::require(count > 0, "a game that goes on has a move");
            pos->play(pos->nth_legal(turn * 7 % count));
            fuzz::require(parse_fen<V>(to_fen<V>(*pos)) == *pos, "what follows is accepted too");
        }
    });
    return 0;
}
