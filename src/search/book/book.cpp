#include "search/book/book.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "rules/symmetry.h"

namespace xttt {
namespace {

constexpr std::string_view kMagic = "xttt-book 2";
constexpr std::string_view kOldMagic = "xttt-book 1";  // without depth and results
constexpr std::size_t kFenFields = 4;

}  // namespace

template <const Variant& V>
std::optional<typename Book<V>::Entry> Book<V>::find(const Position<V>& pos) const {
    if (rows_.empty()) return std::nullopt;
    const auto [image, symmetry] = canonical<V>(pos);
    const auto found = rows_.find(image.key());
    if (found == rows_.end()) return std::nullopt;
    Entry entry = found->second.entry;
    entry.move = symmetry.inverse()(entry.move);
    return entry;
}

template <const Variant& V>
void Book<V>::insert(const Position<V>& pos, Entry entry) {
    const auto [image, symmetry] = canonical<V>(pos);
    entry.move = symmetry(entry.move);
    rows_.insert_or_assign(image.key(), Row{to_fen<V>(image), entry});
}

template <const Variant& V>
std::string Book<V>::to_text() const {
    std::string text = fmt::format("{}\nvariant {}\n", kMagic, V.name);
    std::vector<const Row*> rows;
    for (const auto& [key, row] : rows_) rows.push_back(&row);
    std::ranges::sort(rows, {}, [](const Row* row) -> const auto& { return row->fen; });
    for (const auto* row : rows) {
        const auto& [fen, entry] = *row;
        text += fmt::format("{} {} {} {} {} {} {}\n", fen, move_text<V>(entry.move), entry.score,
                            entry.depth, entry.games, entry.won, entry.lost);
    }
    return text;
}

template <const Variant& V>
Result<Book<V>> Book<V>::parse(std::string_view text) {
    Book book;
    const auto text_lines = split(text, '\n');
    const auto error = [](std::size_t text_line, std::string_view what) {
        return fail(Errc::BadInput, fmt::format("book, line {}: {}", text_line + 1, what));
    };
    const bool old = text_lines[0] == kOldMagic;
    if (!old && text_lines[0] != kMagic)
        return error(0, fmt::format("expected '{}' or '{}'", kMagic, kOldMagic));
    if (text_lines.size() < 2 || text_lines[1] != fmt::format("variant {}", V.name))
        return error(1, fmt::format("expected 'variant {}'", V.name));
    for (std::size_t i = 2; i < text_lines.size(); ++i) {
        if (text_lines[i].empty()) continue;
        const auto fields = split(text_lines[i], ' ');
        if (fields.size() != kFenFields + (old ? 2 : 6))
            return error(i, old ? "expected a FEN, a move and a score"
                                : "expected a FEN, a move, a score, a depth and the numbers of "
                                  "games, won and lost");
        const auto pos =
            parse_fen<V>(fmt::format("{} {} {} {}", fields[0], fields[1], fields[2], fields[3]));
        if (!pos) return error(i, pos.error().message);
        const auto move = parse_move<V>(*pos, fields[4]);
        if (!move) return error(i, move.error().message);
        const auto score = to_number<Score>(fields[5]);
        if (!score) return error(i, fmt::format("'{}' is not a score", fields[5]));
        Entry entry{*move, *score};
        if (!old) {
            const auto depth = to_number<std::uint16_t>(fields[6]);
            if (!depth) return error(i, fmt::format("'{}' is not a depth", fields[6]));
            const auto games = to_number<std::uint32_t>(fields[7]);
            const auto won = to_number<std::uint32_t>(fields[8]);
            const auto lost = to_number<std::uint32_t>(fields[9]);
            if (!games || !won || !lost || std::uint64_t{*won} + *lost > *games)
                return error(i, fmt::format("'{} {} {}' are not numbers of games, won and lost",
                                            fields[7], fields[8], fields[9]));
            entry.depth = *depth, entry.games = *games, entry.won = *won, entry.lost = *lost;
        }
        book.insert(*pos, entry);
    }
    return book;
}

#define XTTT_INSTANTIATE(V) template class Book<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
