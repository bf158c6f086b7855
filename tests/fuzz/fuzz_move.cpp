#include "base/text.h"
#include "fuzz.h"
#include "rules/notation.h"

// Text as a list of moves from the start: whatever is played reads back from its own text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace xttt;
    fuzz::with_input(data, size, [] < const Variant& V > (std::string_view text) {
        auto pos = Position<V>::initial();
        for (const auto word : split_words(text)) {
            const auto move = parse_move<V>(pos, word);
            if (!move) {
                fuzz::require(!move.error().message.empty(), "an error has a message");
                break;
            }
            fuzz::require(move_text<V>(*move) == to_lower(word), "a move is written as it is read");
            pos.play(*move);
        }
        auto again = Position<V>::initial();
        if (play_moves<V>(again, text)) fuzz::require(again == pos, "a list plays move by move");
    });
    return 0;
}
