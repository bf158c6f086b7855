#pragma once

#include <array>

#include "eval/threats.h"

namespace xttt {

// The open small boards, and those in which each side threatens to win with one move. Updated move
// by move, because move ordering and quiescence search need them at every node.
template <const Variant& V>
class BoardThreats {
public:
    explicit BoardThreats(const Position<V>& pos) {
        for (int b = 0; b < V.small_boards(); ++b) refresh(pos, b);
    }
    // Requires pos to be the position after a move in `board`.
    void refresh(const Position<V>& pos, int board) {
        const BoardSet bit = BoardSet{1} << board;
        const Mask empty = pos.playable().board(board);
        open_ = empty != 0 ? open_ | bit : open_ & ~bit;
        for (const Side side : {Side::X, Side::O}) {
            const bool threat = (completing_cells<V>(pos.marks(side, board)) & empty) != 0;
            BoardSet& set = threats_[index(side)];
            set = threat ? set | bit : set & ~bit;
        }
    }
    // Takes the sets from an evaluation that tracks threats.
    void set(BoardSet open, const std::array<BoardSet, 2>& threats) {
        open_ = open;
        threats_ = threats;
    }
    BoardSet threats(Side side) const { return threats_[index(side)]; }
    // The small boards where the side to move may play.
    BoardSet playable(const Position<V>& pos) const {
        if (!pos.is_bound()) return open_;
        BoardSet named = 0;
        for (int big = 0; big < V.big_boards; ++big)
            named |= BoardSet{1} << (pos.bound_place() + big * V.places());
        return named & open_;
    }
    // The cells of an open small board that close it when `side` marks them: by winning it, or as
    // its last cell.
    Mask closing_cells(const Position<V>& pos, Side side, int board) const {
        const Mask empty = pos.playable().board(board);
        if (std::has_single_bit(empty)) return empty;
        return (threats(side) >> board & 1) != 0 ? winning_cells(pos, side, board) : Mask{0};
    }
    // The cells of an open small board that win it for `side` at once. Without a threat the lookup
    // uses entry 0 of the table, which is always in the cache.
    Mask winning_cells(const Position<V>& pos, Side side, int board) const {
        const Mask known = Mask{0} - (threats(side) >> board & 1);
        return completing_cells<V>(pos.marks(side, board) & known) & pos.playable().board(board);
    }
    // The places where `side` can win a small board if sent there.
    Mask threat_places(Side side) const { return fold(threats(side)); }
    // The places with at least one open small board.
    Mask open_places() const { return fold(open_); }
    // The places to which `side` can be sent without being able to win a small board at once:
    // neither a threat of `side` nor an open move.
    Mask safe_places(Side side) const {
        return threats(side) == 0 ? kFullMask<V> : open_places() & ~threat_places(side);
    }

private:
    static Mask fold(BoardSet set) {
        Mask places = set & kFullMask<V>;
        for (int big = 1; big < V.big_boards; ++big)
            places |= set >> (big * V.places()) & kFullMask<V>;
        return places;
    }
    std::array<BoardSet, 2> threats_{};
    BoardSet open_ = 0;
};

}  // namespace xttt
