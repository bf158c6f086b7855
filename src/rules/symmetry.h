#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "rules/position.h"

namespace xttt {

namespace detail {

// The images of each byte of a mask under the eight symmetries of the square; fits into the L1
// cache. Defined in symmetry.cpp, so that only one translation unit computes it.
template <const Variant& V>
struct [[gnu::visibility("hidden")]] ByteImages {
    static constexpr int kBytes = (V.places() + 7) / 8;
    static const std::array<std::array<std::array<std::uint16_t, 256>, kBytes>, 8> kTable;
};
#define XTTT_DECLARE(V) extern template struct ByteImages<V>;
XTTT_FOR_EACH_VARIANT(XTTT_DECLARE)
#undef XTTT_DECLARE

}  // namespace detail

// The symmetries of the game. The eight symmetries of the square apply to the places of small
// boards and to the cells inside them alike, so that a cell still names the right board. Two big
// boards can also be swapped, which makes sixteen.
template <const Variant& V>
class Symmetry {
public:
    static_assert(V.big_boards <= 2);
    static constexpr int kCount = 8 * V.big_boards;

    // Number 0 is the identity. Bits 0 and 1: clockwise quarter turns, applied first; bit 2:
    // left-right reflection; bit 3: the big boards are swapped.
    constexpr explicit Symmetry(int number = 0) : number_(static_cast<std::uint8_t>(number)) {}
    constexpr int number() const { return number_; }

    // The image of a place on a small or big board.
    constexpr int place(int from) const { return kPlaces[number_ & 7][from]; }
    constexpr int board(int from) const {
        const int big = from / V.places();
        return place(from % V.places()) + (swaps_big_boards() ? 1 - big : big) * V.places();
    }
    constexpr Move operator()(Move m) const {
        if (m.is_none()) return m;
        return Move::at(board(m.board), place(m.cell));
    }
    constexpr Mask operator()(Mask cells) const {
        Mask image = 0;
        if consteval {
            for (int cell = 0; cell < V.places(); ++cell)
                image |= (cells >> cell & 1) << place(cell);
        } else {
            using Bytes = detail::ByteImages<V>;
            for (int byte = 0; byte < Bytes::kBytes; ++byte)
                image |= Bytes::kTable[number_ & 7][byte][cells >> (8 * byte) & 0xff];
        }
        return image;
    }
    constexpr Position<V> operator()(const Position<V>& pos) const {
        return Position<V>::assemble(facts(pos));
    }
    // The facts of the image of pos.
    constexpr typename Position<V>::Facts facts(const Position<V>& pos) const {
        typename Position<V>::Facts image;
        for (int b = 0; b < V.small_boards(); ++b)
            for (const Side side : {Side::X, Side::O})
                image.marks[index(side)][board(b)] =
                    static_cast<std::uint16_t>((*this)(pos.marks(side, b)));
        image.side = pos.side_to_move();
        image.bonus = pos.is_bonus_move();
        image.last = (*this)(pos.last_move());
        return image;
    }

    // The composition: `first`, then this symmetry.
    constexpr Symmetry after(Symmetry first) const {
        const int turns = (first.number_ & 3);
        const bool mirrors = (first.number_ & 4) != 0;
        // A reflection reverses the direction of turns.
        const int own = mirrors ? 4 - (number_ & 3) : number_ & 3;
        return Symmetry(((turns + own) & 3) | ((number_ ^ first.number_) & 12));
    }
    constexpr Symmetry inverse() const {
        const bool mirrors = (number_ & 4) != 0;
        const int turns = mirrors ? number_ & 3 : (4 - (number_ & 3)) & 3;
        return Symmetry(turns | (number_ & 12));
    }
    constexpr bool operator==(const Symmetry&) const = default;

private:
    constexpr bool swaps_big_boards() const { return (number_ & 8) != 0; }

    static constexpr auto kPlaces = [] {
        std::array<std::array<std::uint8_t, V.places()>, 8> table{};
        for (int number = 0; number < 8; ++number)
            for (int from = 0; from < V.places(); ++from) {
                int row = from / V.size, column = from % V.size;
                for (int turn = 0; turn < (number & 3); ++turn) {
                    const int old_row = row;
                    row = column;
                    column = V.size - 1 - old_row;
                }
                if (number & 4) column = V.size - 1 - column;
                table[number][from] = static_cast<std::uint8_t>(row * V.size + column);
            }
        return table;
    }();

    std::uint8_t number_;
};

namespace detail {

// The part of an image that determines the rest of the game: marks of open boards, results of
// closed boards, and the bound place.
template <const Variant& V>
struct Future {
    std::array<std::uint64_t, V.small_boards()> boards{};
    int place;

    constexpr Future(const Position<V>& pos, Symmetry<V> image) {
        for (int b = 0; b < V.small_boards(); ++b) boards[image.board(b)] = code(pos, b, image);
        place = pos.bound_place();
        if (place != Position<V>::kAnyPlace) place = image.place(place);
    }
    constexpr auto operator<=>(const Future&) const = default;

private:
    static constexpr std::uint64_t code(const Position<V>& pos, int board, Symmetry<V> image) {
        if (pos.is_open(board))
            return std::uint64_t{image(pos.marks(Side::X, board))} << 16 |
                   image(pos.marks(Side::O, board));
        const auto winner = pos.board_winner(board);
        return std::uint64_t{1} << 32 | static_cast<std::uint64_t>(winner ? index(*winner) : 2);
    }
};

}  // namespace detail

template <const Variant& V>
struct Canonical {
    Position<V> position;
    Symmetry<V> symmetry;  // maps the given position to the canonical one
};

// The representative of all images of pos: the smallest one. Future is compared first, so that
// positions with equal keys have canonical forms with equal keys.
template <const Variant& V>
constexpr Canonical<V> canonical(const Position<V>& pos) {
    const auto whole = [&pos](Symmetry<V> image) {
        const auto facts = image.facts(pos);
        return std::pair(facts.marks, facts.last);
    };
    Symmetry<V> best;
    detail::Future<V> best_future(pos, best);
    for (int number = 1; number < Symmetry<V>::kCount; ++number) {
        const Symmetry<V> image(number);
        const detail::Future<V> future(pos, image);
        if (future > best_future || (future == best_future && whole(image) >= whole(best)))
            continue;
        best = image;
        best_future = future;
    }
    return {best(pos), best};
}

}  // namespace xttt
