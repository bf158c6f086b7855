#pragma once

#include <bit>
#include <initializer_list>
#include <string_view>

#include "rules/position.h"

namespace xttt::test {

constexpr Move at(int board, int cell) {
    return {static_cast<std::uint8_t>(board), static_cast<std::uint8_t>(cell)};
}

// The move of that name. Read here by hand, so that tests of the rules need no parser.
template <const Variant& V>
Move move_named(std::string_view text) {
    int big = 0;
    if (V.big_boards > 1) {
        big = text.front() - '1';
        text.remove_prefix(1);
    }
    const int column = text.front() - 'a';
    int row = 0;
    for (const char digit : text.substr(1)) row = row * 10 + (digit - '0');
    return move_at<V>({big, row - 1, column});
}

template <const Variant& V>
Position<V> after(std::initializer_list<std::string_view> moves) {
    auto pos = Position<V>::initial();
    for (const auto text : moves) pos.play(move_named<V>(text));
    return pos;
}

// The marks of x on a drawn small board (o holds the rest).
template <const Variant& V>
Mask drawn_marks() {
    Mask marks = 0;
    while (std::popcount(marks) != V.places() / 2 || has_line<V>(marks) ||
           has_line<V>(kFullMask<V> & ~marks))
        ++marks;
    return marks;
}

// Sets a position up board by board. No game need lead there: only what a test is about is set.
template <const Variant& V>
class Scene {
public:
    Scene& marks(Side side, int board, Mask mask) {
        facts_.marks[index(side)][board] = static_cast<std::uint16_t>(mask);
        return *this;
    }
    Scene& won(Side side, int board, Mask line = kLines<V>[0]) {
        marks(opponent(side), board, 0);
        return marks(side, board, line);
    }
    Scene& drawn(int board) {
        marks(Side::X, board, drawn_marks<V>());
        return marks(Side::O, board, kFullMask<V> & ~drawn_marks<V>());
    }
    // The marks of `side` lack only `cell` to win the board by a line through it.
    Scene& almost_won(Side side, int board, int cell) {
        for (const Mask line : kLines<V>)
            if (line >> cell & 1) return marks(side, board, line & ~(Mask{1} << cell));
        return *this;
    }
    // Every small board not yet marked is drawn.
    Scene& rest_drawn() {
        for (int b = 0; b < V.small_boards(); ++b)
            if (facts_.marks[0][b] == 0 && facts_.marks[1][b] == 0) drawn(b);
        return *this;
    }
    Scene& to_move(Side side) {
        facts_.side = side;
        return *this;
    }
    Scene& bonus() {
        facts_.bonus = true;
        return *this;
    }
    Scene& last(Move move) {
        facts_.last = move;
        return *this;
    }
    Position<V> position() const { return Position<V>::assemble(facts_); }

private:
    typename Position<V>::Facts facts_;
};

// The facts a position was, or could be, assembled from.
template <const Variant& V>
typename Position<V>::Facts facts_of(const Position<V>& pos) {
    typename Position<V>::Facts facts;
    for (int b = 0; b < V.small_boards(); ++b)
        for (const Side side : {Side::X, Side::O})
            facts.marks[index(side)][b] = static_cast<std::uint16_t>(pos.marks(side, b));
    facts.side = pos.side_to_move();
    facts.bonus = pos.is_bonus_move();
    facts.last = pos.last_move();
    return facts;
}

}  // namespace xttt::test
