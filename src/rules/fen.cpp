#include "rules/fen.h"

#include <fmt/format.h>

#include "base/text.h"
#include "rules/notation.h"
#include "rules/reachable.h"

namespace xttt {
namespace {

std::unexpected<Error> bad_field(std::string_view field, std::string_view reason) {
    return fail(Errc::BadFen, fmt::format("bad FEN, field '{}': {}", field, reason));
}

template <const Variant& V>
using Facts = typename Position<V>::Facts;

// A row in messages: "row 3", with several big boards "row 3 of big board 2".
template <const Variant& V>
std::string row_text(int big_board, int row) {
    if constexpr (V.big_boards == 1) return fmt::format("row {}", row + 1);
    return fmt::format("row {} of big board {}", row + 1, big_board + 1);
}

template <const Variant& V>
Result<void> read_row(Facts<V>& facts, std::string_view text, int big_board, int row) {
    const auto bad = [&](std::string_view reason) {
        return bad_field("cells", fmt::format("{}: {}", row_text<V>(big_board, row), reason));
    };
    int column = 0;
    for (std::size_t i = 0; i < text.size();) {
        const char c = to_lower(text[i]);
        int width = 1;
        if (c == 'x' || c == 'o') {
            if (column < V.width()) {
                const Move at = move_at<V>({big_board, row, column});
                facts.marks[c == 'o'][at.board] |= static_cast<std::uint16_t>(1u << at.cell);
            }
            ++i;
        } else if (c >= '1' && c <= '9') {
            std::size_t end = i;
            while (end < text.size() && is_digit(text[end])) ++end;
            const auto run = to_number<int>(text.substr(i, end - i));
            width = run && *run <= V.width() ? *run : V.width() + 1;
            i = end;
        } else {
            return bad(fmt::format("{} at column {} must be x, o or a number of empty cells",
                                   quote(text.substr(i, 1)), column + 1));
        }
        column += width;
        if (column > V.width()) return bad(fmt::format("more than {} cells", V.width()));
    }
    if (column < V.width()) return bad(fmt::format("{} cells instead of {}", column, V.width()));
    return {};
}

template <const Variant& V>
Result<void> read_cells(Facts<V>& facts, std::string_view text) {
    const auto boards = split(text, '|');
    if (static_cast<int>(boards.size()) != V.big_boards)
        return bad_field("cells", fmt::format("{} big board(s), but {} has {}", boards.size(),
                                              V.name, V.big_boards));
    for (int big = 0; big < V.big_boards; ++big) {
        const auto rows = split(boards[static_cast<std::size_t>(big)], '/');
        if (static_cast<int>(rows.size()) != V.width())
            return bad_field("cells", fmt::format("{} rows on big board {} instead of {}",
                                                  rows.size(), big + 1, V.width()));
        for (int row = 0; row < V.width(); ++row)
            TRY_VOID(read_row<V>(facts, rows[static_cast<std::size_t>(row)], big, row));
    }
    return {};
}

template <const Variant& V>
Result<Facts<V>> read_facts(std::string_view fen) {
    const auto fields = split(fen, ' ');
    if (fields.size() != 4)
        return fail(Errc::BadFen, fmt::format("bad FEN: {} field(s) instead of four, 'cells side "
                                              "last bonus', separated by single spaces",
                                              fields.size()));
    Facts<V> facts;
    TRY_VOID(read_cells<V>(facts, fields[0]));

    const std::string side = to_lower(fields[1]);
    if (side != "x" && side != "o")
        return bad_field("side", fmt::format("{} must be x or o", quote(fields[1])));
    facts.side = side == "x" ? Side::X : Side::O;

    if (fields[2] != "-") {
        const auto last = read_move<V>(fields[2]);
        if (!last)
            return bad_field("last",
                             fmt::format("{} must be a move of {} or -", quote(fields[2]), V.name));
        facts.last = *last;
    }

    const std::string bonus = to_lower(fields[3]);
    if (bonus != "b" && bonus != "-")
        return bad_field("bonus", fmt::format("{} must be b or -", quote(fields[3])));
    facts.bonus = bonus == "b";
    return facts;
}

template <const Variant& V>
void append_row(std::string& fen, const Position<V>& pos, int big_board, int row) {
    int empty = 0;
    const auto flush = [&] {
        if (empty > 0) fen += std::to_string(empty);
        empty = 0;
    };
    for (int column = 0; column < V.width(); ++column) {
        const Move at = move_at<V>({big_board, row, column});
        const bool x = (pos.marks(Side::X, at.board) >> at.cell & 1) != 0;
        const bool o = (pos.marks(Side::O, at.board) >> at.cell & 1) != 0;
        if (x || o) {
            flush();
            fen += letter(x ? Side::X : Side::O);
        } else {
            ++empty;
        }
    }
    flush();
}

}  // namespace

template <const Variant& V>
std::string to_fen(const Position<V>& pos) {
    std::string fen;
    for (int big = 0; big < V.big_boards; ++big) {
        if (big > 0) fen += '|';
        for (int row = 0; row < V.width(); ++row) {
            if (row > 0) fen += '/';
            append_row<V>(fen, pos, big, row);
        }
    }
    fen += ' ';
    fen += letter(pos.side_to_move());
    fen += ' ';
    fen += pos.last_move().is_none() ? "-" : move_text<V>(pos.last_move());
    fen += pos.is_bonus_move() ? " b" : " -";
    return fen;
}

template <const Variant& V>
Result<Position<V>> parse_fen(std::string_view fen) {
    TRY(const auto facts, read_facts<V>(fen));
    if (const auto fault = find_fault<V>(facts)) return bad_field(fault->field, fault->reason);
    return Position<V>::assemble(facts);
}

#define XTTT_INSTANTIATE(V)                             \
    template std::string to_fen<V>(const Position<V>&); \
    template Result<Position<V>> parse_fen<V>(std::string_view);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
