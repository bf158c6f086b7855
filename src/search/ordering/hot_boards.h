#pragma once

#include <array>

#include "eval/threats.h"

namespace xttt {

// Which small boards are open, and in which each side could win at once: kept up to date move by
// move, because ordering and quiescence ask at every node.
template <const Variant& V>
class HotBoards {
public:
    explicit HotBoards(const Position<V>& pos) {
        for (int b = 0; b < V.small_boards(); ++b) refresh(pos, b);
    }
    // pos is the position just after a move in `board`.
    void refresh(const Position<V>& pos, int board) {
        const BoardSet bit = BoardSet{1} << board;
        const Mask empty = pos.playable().board(board);
        open_ = empty != 0 ? open_ | bit : open_ & ~bit;
        for (const Side side : {Side::X, Side::O}) {
            const bool hot = (completing_cells<V>(pos.marks(side, board)) & empty) != 0;
            BoardSet& set = hot_[index(side)];
            set = hot ? set | bit : set & ~bit;
        }
    }
    // The same where an evaluation has found it out already.
    void set(BoardSet open, const std::array<BoardSet, 2>& hot) {
        open_ = open;
        hot_ = hot;
    }
    BoardSet hot(Side side) const { return hot_[index(side)]; }
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
        return (hot(side) >> board & 1) != 0 ? winning_cells(pos, side, board) : Mask{0};
    }
    // The cells of an open small board that win it for `side` at once. Most boards have none, which
    // is known here: the large table of such cells is then asked for what is always in the cache.
    Mask winning_cells(const Position<V>& pos, Side side, int board) const {
        const Mask known = Mask{0} - (hot(side) >> board & 1);
        return completing_cells<V>(pos.marks(side, board) & known) & pos.playable().board(board);
    }
    // The places at which side could win a small board if sent there.
    Mask hot_places(Side side) const { return fold(hot(side)); }
    // The places that name at least one open small board.
    Mask open_places() const { return fold(open_); }
    // The places to which side can be sent without being able to win a small board at once: no such
    // board there, and not every board there closed, which lets it choose among all.
    Mask calm_places(Side side) const {
        return hot(side) == 0 ? kFullMask<V> : open_places() & ~hot_places(side);
    }

private:
    static Mask fold(BoardSet set) {
        Mask places = set & kFullMask<V>;
        for (int big = 1; big < V.big_boards; ++big)
            places |= set >> (big * V.places()) & kFullMask<V>;
        return places;
    }
    std::array<BoardSet, 2> hot_{};
    BoardSet open_ = 0;
};

}  // namespace xttt
