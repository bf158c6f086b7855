#include "rules/notation.h"

#include <fmt/format.h>

#include "base/text.h"

namespace xttt {
namespace {

// Where the next move must go, for messages: "small board e5-h8", in variants with several big
// boards "small board 1a1-1c3 or 2a1-2c3" as far as they are open.
template <const Variant& V>
std::string bound_boards_text(const Position<V>& pos) {
    std::string text;
    for (int big = 0; big < V.big_boards; ++big) {
        const int board = big * V.places() + pos.bound_place();
        if (!pos.is_open(board)) continue;
        text += (text.empty() ? "small board " : " or ") + board_text<V>(board);
    }
    return text;
}

// Why a well-formed move is illegal.
template <const Variant& V>
std::string why_illegal(const Position<V>& pos, Move move) {
    if (pos.over()) return "the game is over";
    if (pos.is_bound() && move.board % V.places() != pos.bound_place())
        return fmt::format("after {} the move must go to {}", move_text<V>(pos.last_move()),
                           bound_boards_text<V>(pos));
    if (const auto winner = pos.board_winner(move.board))
        return fmt::format("small board {} is closed, won by {}", board_text<V>(move.board),
                           letter(*winner));
    const bool held_by_x = (pos.marks(Side::X, move.board) >> move.cell & 1) != 0;
    return fmt::format("the cell is taken by {}", letter(held_by_x ? Side::X : Side::O));
}

}  // namespace

template <const Variant& V>
std::string move_text(Move move) {
    const GridCell at = grid_cell<V>(move);
    std::string text;
    if constexpr (V.big_boards > 1) text += static_cast<char>('1' + at.big_board);
    text += static_cast<char>('a' + at.column);
    text += std::to_string(at.row + 1);
    return text;
}

template <const Variant& V>
std::optional<Move> read_move(std::string_view text) {
    GridCell at{0, 0, 0};
    if constexpr (V.big_boards > 1) {
        if (text.empty() || text[0] < '1' || text[0] >= '1' + V.big_boards) return std::nullopt;
        at.big_board = text[0] - '1';
        text.remove_prefix(1);
    }
    if (text.size() < 2) return std::nullopt;
    at.column = to_lower(text[0]) - 'a';
    if (at.column < 0 || at.column >= V.width()) return std::nullopt;
    text.remove_prefix(1);
    if (text[0] == '0') return std::nullopt;
    const auto row = to_number<int>(text);
    if (!row || *row < 1 || *row > V.width()) return std::nullopt;
    at.row = *row - 1;
    return move_at<V>(at);
}

template <const Variant& V>
std::string board_text(int board) {
    const auto cell = [board](int c) {
        return move_text<V>({static_cast<std::uint8_t>(board), static_cast<std::uint8_t>(c)});
    };
    return cell(0) + "-" + cell(V.places() - 1);
}

template <const Variant& V>
Result<Move> parse_move(const Position<V>& pos, std::string_view text) {
    const auto move = read_move<V>(text);
    if (!move) {
        const Move last = move_from_id<V>(V.cells() - 1);
        return fail(Errc::BadMove,
                    fmt::format("{} is not a move; moves of {} run from {} to {}", quote(text),
                                V.name, move_text<V>({0, 0}), move_text<V>(last)));
    }
    if (!pos.is_legal(*move))
        return fail(Errc::IllegalMove,
                    fmt::format("{} is illegal: {}", quote(text), why_illegal<V>(pos, *move)));
    return *move;
}

template <const Variant& V>
Result<void> play_moves(Position<V>& pos, std::string_view list) {
    int number = 0;
    for (const auto word : split_words(list)) {
        ++number;
        const auto move = parse_move<V>(pos, word);
        if (!move)
            return fail(move.error().code,
                        fmt::format("move {}: {}", number, move.error().message));
        pos.play(*move);
    }
    return {};
}

#define XTTT_INSTANTIATE(V)                                                    \
    template std::string move_text<V>(Move);                                   \
    template std::optional<Move> read_move<V>(std::string_view);               \
    template std::string board_text<V>(int);                                   \
    template Result<Move> parse_move<V>(const Position<V>&, std::string_view); \
    template Result<void> play_moves<V>(Position<V>&, std::string_view);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
