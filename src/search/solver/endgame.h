#pragma once

#include <array>
#include <cstdint>

#include "base/random.h"
#include "rules/lines.h"
#include "rules/position.h"

namespace xttt {

namespace detail {

// 128 KiB for N = 4. Filled before main, in bound_search.cpp.
template <const Variant& V>
struct Coverage {
    static const std::array<std::uint16_t, std::size_t{1} << V.places()> kTable;
};
#define XTTT_DECLARE(V) extern template struct Coverage<V>;
XTTT_FOR_EACH_VARIANT(XTTT_DECLARE)
#undef XTTT_DECLARE

}  // namespace detail

// The union of the lines that contain no cell of `blocked`: the only cells where a mark of the
// other player can still help to win.
template <const Variant& V>
inline Mask lines_avoiding(Mask blocked) {
    return detail::Coverage<V>::kTable[blocked];
}

// A position for the solver: the position, which side can still win which small boards, and a key
// that is equal for positions with the same continuations, apart from points already won.
//
// Far more positions share this key than share Position::key(). It ignores marks on no line that
// can still be completed (the cell is only occupied) and won boards on no line of boards that can
// still be completed. The margin is not part of the key either, so values in the table are points
// still to be gained.
template <const Variant& V>
class Endgame {
public:
    using Bare = Position<V, Tracking::None>;

    explicit Endgame(const Bare& position) : position_(position) {
        find_closed_places();
        for (int b = 0; b < V.small_boards(); ++b) {
            set_board_key(b);
            for (int s = 0; s < 2; ++s)
                if (can_win(static_cast<Side>(s), b)) winnable_[s] |= BoardSet{1} << b;
        }
        lines_key_ = key_of_lines();
    }

    const Bare& position() const { return position_; }
    Key key() const {
        const int turn = index(position_.side_to_move()) * 2 + position_.is_bonus_move();
        return boards_key_ ^ lines_key_ ^
               mix64(static_cast<std::uint64_t>(turn * 64 + position_.bound_place()));
    }

    // Open small boards that `side` can still win.
    BoardSet winnable(Side side) const { return winnable_[index(side)]; }
    // Points of x minus points of o, so far.
    int margin() const { return position_.board_points(Side::X) - position_.board_points(Side::O); }
    // Whether `side` can still complete a line of small boards.
    bool line_possible(Side side) const {
        for (int big = 0; big < V.big_boards; ++big)
            if (has_line<V>(reachable(side, big))) return true;
        return false;
    }

    Status play(Move m) {
        const Status status = position_.play(m);
        const BoardSet bit = BoardSet{1} << m.board;
        if (position_.is_open(m.board)) {
            set_board_key(m.board);
        } else {
            find_closed_places();
            // Cells that named this place may now name a closed one, so the key of every board may
            // change.
            for (int b = 0; b < V.small_boards(); ++b)
                if (board_keys_[b] != 0) set_board_key(b);
        }
        if ((winnable_[0] | winnable_[1]) & bit) {
            const auto before = winnable_;
            for (int s = 0; s < 2; ++s)
                if (!can_win(static_cast<Side>(s), m.board)) winnable_[s] &= ~bit;
            if (winnable_ != before) lines_key_ = key_of_lines();
        }
        return status;
    }

    // Empty cells of a board that are on no line that can still be completed and name no open
    // board: all of them are equivalent.
    Mask idle_cells(int board) const {
        const Mask x = position_.marks(Side::X, board), o = position_.marks(Side::O, board);
        return position_.playable().board(board) & closed_places() &
               ~(lines_avoiding<V>(o) | lines_avoiding<V>(x));
    }

private:
    bool can_win(Side side, int board) const {
        return position_.is_open(board) &&
               has_line<V>(kFullMask<V> & ~position_.marks(opponent(side), board));
    }
    Mask reachable(Side side, int big) const {
        return (position_.won(side) | winnable(side)) >> (big * V.places()) & kFullMask<V>;
    }
    // Places without an open small board.
    Mask closed_places() const { return closed_places_; }
    void find_closed_places() {
        closed_places_ = 0;
        for (int place = 0; place < V.places(); ++place) {
            bool open = false;
            for (int big = 0; big < V.big_boards; ++big)
                open |= position_.is_open(place + big * V.places());
            if (!open) closed_places_ |= Mask{1} << place;
        }
    }
    void set_board_key(int board) {
        const Key key = key_of_board(board);
        boards_key_ ^= board_keys_[board] ^ key;
        board_keys_[board] = key;
    }
    Key key_of_board(int board) const {
        const Mask empty = position_.playable().board(board);
        if (empty == 0) return 0;
        const Mask x = position_.marks(Side::X, board), o = position_.marks(Side::O, board);
        const Mask idle = idle_cells(board);
        const std::uint64_t useful_x = x & lines_avoiding<V>(o);
        const std::uint64_t useful_o = o & lines_avoiding<V>(x);
        return mix64(useful_x | useful_o << 16 | std::uint64_t{empty & ~idle} << 32 |
                     static_cast<std::uint64_t>(board + 1) << 48 |
                     static_cast<std::uint64_t>(std::popcount(idle)) << 56);
    }
    Key key_of_lines() const {
        std::uint64_t useful = 0;
        for (int s = 0; s < 2; ++s)
            for (int big = 0; big < V.big_boards; ++big) {
                const Side side = static_cast<Side>(s);
                const Mask lines = lines_avoiding<V>(kFullMask<V> & ~reachable(side, big));
                const Mask won = position_.won(side) >> (big * V.places()) & lines;
                useful |= std::uint64_t{won} << (s * 32 + big * V.places());
            }
        return mix64(~useful);
    }

    Bare position_;
    std::array<BoardSet, 2> winnable_{};
    std::array<Key, V.small_boards()> board_keys_{};
    Key boards_key_ = 0;
    Key lines_key_ = 0;
    Mask closed_places_ = 0;
};

}  // namespace xttt
