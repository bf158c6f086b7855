#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "eval/threats.h"
#include "search/solver/endgame.h"

namespace xttt {

// The legal moves of an endgame, most promising first: selected one at a time, because the first
// one often ends the node.
template <const Variant& V>
class OrderedMoves {
public:
    OrderedMoves(const Endgame<V>& game, Move first) {
        const auto& pos = game.position();
        const Side mover = pos.side_to_move();
        int board = -1;
        Mask skip = 0;
        pos.for_each_legal([&](Move m) {
            if (m.board != board) {
                // Of idle cells of one board only the first is tried.
                board = m.board;
                const Mask idle = game.idle_cells(board);
                skip = idle & (idle - 1);
            }
            if (skip >> m.cell & 1) return;
            items_[count_++] = {m, m == first ? 1 << 20 : promise(game, m, mover)};
        });
    }

    int size() const { return count_; }
    // The best of those not yet taken. Requires one left.
    Move next() {
        int best = taken_;
        for (int i = taken_ + 1; i < count_; ++i)
            if (items_[i].promise > items_[best].promise) best = i;
        std::swap(items_[taken_], items_[best]);
        return items_[taken_++].move;
    }

private:
    struct Item {
        Move move;
        int promise;
    };

    static int promise(const Endgame<V>& game, Move m, Side mover) {
        const auto& pos = game.position();
        const Side other = opponent(mover);
        const Mask cell = Mask{1} << m.cell;
        int value = 0;
        const bool wins = (completing_cells<V>(pos.marks(mover, m.board)) & cell) != 0;
        if (wins) value += 100 + 20 * board_value<V>(m.board);
        if (completing_cells<V>(pos.marks(other, m.board)) & cell)
            value += 40 + 8 * board_value<V>(m.board);
        const bool again = V.bonus_move && wins && !pos.is_bonus_move();
        const Side next = again ? mover : other;
        int reply = 0, choices = 0;
        bool open = true;
        for (int big = 0; big < V.big_boards; ++big) {
            const int board = m.cell + big * V.places();
            Mask empty = pos.playable().board(board);
            if (board == m.board) empty = wins ? 0 : empty & ~cell;
            if (empty == 0) continue;
            open = false;
            choices += std::popcount(empty);
            if (completing_cells<V>(pos.marks(next, board)) & empty)
                reply = std::max(reply, 60 + 12 * board_value<V>(board));
            else if (game.winnable(next) >> board & 1)
                reply = std::max(reply, 10);
        }
        if (open) reply = 120, choices = pos.playable().size();
        reply += 5 * choices;
        return again ? value + reply : value - reply;
    }

    std::array<Item, V.cells()> items_;
    int count_ = 0;
    int taken_ = 0;
};

}  // namespace xttt
