#pragma once

#include <array>
#include <utility>

#include "search/ordering/ordering_score.h"
#include "search/solver/endgame.h"

namespace xttt {

// The legal moves of an endgame, best first, selected one at a time, because the first one often
// causes a cutoff.
template <const Variant& V>
class OrderedMoves {
public:
    OrderedMoves(const Endgame<V>& game, Move first) {
        const auto& pos = game.position();
        int board = -1;
        Mask skip = 0;
        pos.for_each_legal([&](Move m) {
            if (m.board != board) {
                // Tries only the first of the idle cells of a board.
                board = m.board;
                const Mask idle = game.idle_cells(board);
                skip = idle & (idle - 1);
            }
            if (skip >> m.cell & 1) return;
            items_[count_++] = {m, m == first ? 1 << 20 : ordering_score(pos, m)};
        });
    }

    int size() const { return count_; }
    // The best remaining move. Requires that there is one.
    Move next() {
        int best = taken_;
        for (int i = taken_ + 1; i < count_; ++i)
            if (items_[i].value > items_[best].value) best = i;
        std::swap(items_[taken_], items_[best]);
        return items_[taken_++].move;
    }

private:
    struct Item {
        Move move;
        int value;
    };

    std::array<Item, V.cells()> items_;
    int count_ = 0;
    int taken_ = 0;
};

}  // namespace xttt
