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

constexpr std::string_view kMagic = "xttt-book 1";
constexpr std::size_t kFenFields = 4;

}  // namespace

template <const Variant& V>
std::optional<typename Book<V>::Entry> Book<V>::find(const Position<V>& pos) const {
    if (entries_.empty()) return std::nullopt;
    const auto [image, symmetry] = canonical<V>(pos);
    const auto found = entries_.find(to_fen<V>(image));
    if (found == entries_.end()) return std::nullopt;
    return Entry{symmetry.inverse()(found->second.move), found->second.score};
}

template <const Variant& V>
void Book<V>::insert(const Position<V>& pos, const Entry& entry) {
    const auto [image, symmetry] = canonical<V>(pos);
    entries_.insert_or_assign(to_fen<V>(image), Entry{symmetry(entry.move), entry.score});
}

template <const Variant& V>
std::string Book<V>::to_text() const {
    std::string text = fmt::format("{}\nvariant {}\n", kMagic, V.name);
    for (const auto& [fen, entry] : entries_)
        text += fmt::format("{} {} {}\n", fen, move_text<V>(entry.move), entry.score);
    return text;
}

template <const Variant& V>
Result<Book<V>> Book<V>::parse(std::string_view text) {
    Book book;
    const auto text_lines = split(text, '\n');
    const auto error = [](std::size_t text_line, std::string_view what) {
        return fail(Errc::BadInput, fmt::format("book, line {}: {}", text_line + 1, what));
    };
    if (text_lines.empty() || text_lines[0] != kMagic)
        return error(0, fmt::format("expected '{}'", kMagic));
    if (text_lines.size() < 2 || text_lines[1] != fmt::format("variant {}", V.name))
        return error(1, fmt::format("expected 'variant {}'", V.name));
    for (std::size_t i = 2; i < text_lines.size(); ++i) {
        if (text_lines[i].empty()) continue;
        const auto fields = split(text_lines[i], ' ');
        if (fields.size() != kFenFields + 2) return error(i, "expected a FEN, a move and a score");
        const auto pos =
            parse_fen<V>(fmt::format("{} {} {} {}", fields[0], fields[1], fields[2], fields[3]));
        if (!pos) return error(i, pos.error().message);
        const auto move = parse_move<V>(*pos, fields[4]);
        if (!move) return error(i, move.error().message);
        const auto score = to_number<Score>(fields[5]);
        if (!score) return error(i, fmt::format("'{}' is not a score", fields[5]));
        book.insert(*pos, {*move, *score});
    }
    return book;
}

template <const Variant& V>
Book<V> build_book(Searcher<V>& searcher, const BookPlan& plan,
                   const std::function<void(std::size_t, int)>& progress) {
    Book<V> book;
    SearchLimits limits = plan.limits;
    limits.multipv = std::max(1, plan.breadth);
    std::vector<Position<V>> level{Position<V>::initial()};
    for (int ply = 0; ply < plan.plies; ++ply) {
        std::vector<Position<V>> next;
        for (const Position<V>& pos : level) {
            if (pos.over() || book.find(pos)) continue;
            // Clears the state of earlier searches, so that the book does not depend on their
            // order.
            searcher.new_game();
            const SearchReport report = searcher.search(pos, limits, {});
            book.insert(pos, {report.best_move(), report.score()});
            if (progress) progress(book.size(), ply);
            for (const ScoredPv& text_line : report.pvs) {
                next.push_back(pos);
                next.back().play(text_line.moves[0]);
            }
        }
        level = std::move(next);
    }
    return book;
}

#define XTTT_INSTANTIATE(V)                                       \
    template class Book<V>;                                       \
    template Book<V> build_book<V>(Searcher<V>&, const BookPlan&, \
                                   const std::function<void(std::size_t, int)>&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
