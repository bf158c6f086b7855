#include <sstream>

#include "fuzz.h"
#include "referee/opening.h"
#include "search/book/book.h"

// Text as a book and as a file of openings. A book that is accepted is written as one that reads
// the same again; its moves can be played.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace xttt;
    fuzz::with_input(data, size, [] < const Variant& V > (std::string_view text) {
        if (const auto book = Book<V>::parse(text)) {
            const std::string written = book->to_text();
            const auto again = Book<V>::parse(written);
            fuzz::require(again.has_value(), "what is written is accepted");
            fuzz::require(again->to_text() == written, "it is the same again");
            const auto start = Position<V>::initial();
            if (const auto entry = book->find(start))
                fuzz::require(start.is_legal(entry->move), "a book's move is legal");
        } else {
            fuzz::require(!book.error().message.empty(), "a refusal has a reason");
        }
        std::istringstream in{std::string(text)};
        const auto openings = read_openings(in, "openings.txt", V);
        if (!openings) {
            fuzz::require(!openings.error().message.empty(), "a refusal has a reason");
            return;
        }
        for (const Opening& opening : *openings)
            fuzz::require(!opening.fen.empty() || !opening.moves.empty(), "an opening is no start");
    });
    return 0;
}
