#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "search/pvs/hot_boards.h"
#include "search/pvs/tuning.h"

namespace xttt {

// What earlier parts of the search say about quiet moves: which cut off, which did not.
template <const Variant& V>
class History {
public:
    int quiet(Side side, Move m) const { return table_[index(side)][m.board][m.cell]; }
    // Moves the entry towards +limit or -limit, the less the closer it is.
    void update(Side side, Move m, int bonus, int limit) {
        std::int16_t& entry = table_[index(side)][m.board][m.cell];
        entry = static_cast<std::int16_t>(entry + bonus - entry * std::abs(bonus) / limit);
    }
    void clear() { table_ = {}; }
    // Between searches: keep the tendency, forget the detail.
    void fade() {
        for (auto& side : table_)
            for (auto& board : side)
                for (auto& entry : board) entry = static_cast<std::int16_t>(entry / 4);
    }

private:
    std::array<std::array<std::array<std::int16_t, V.places()>, V.small_boards()>, 2> table_{};
};

// The legal moves of one node, handed out best first. Sorting is by selection: most nodes look at
// few of their moves.
template <const Variant& V>
class MovePicker {
public:
    struct Scored {
        Move move;
        int order;
        bool wins_board;
    };

    MovePicker(const Position<V>& pos, const HotBoards<V>& boards, const History<V>& history,
               Move killer, const PvsTuning& tuning, Move except)
        : size_(0), next_(0) {
        const Side side = pos.side_to_move(), other = opponent(side);
        const Mask hot = boards.hot_places(other), open = boards.open_places();
        int board = -1;
        Mask wins = 0, blocks = 0;
        pos.for_each_legal([&](Move m) {
            if (m == except) return;
            if (m.board != board) {
                board = m.board;
                wins = winning_cells(pos, side, board);
                blocks = winning_cells(pos, other, board);
            }
            const bool wins_board = (wins >> m.cell & 1) != 0;
            int order = history.quiet(side, m);
            if (wins_board) order += tuning.order_win_board;
            if (blocks >> m.cell & 1) order += tuning.order_block;
            if (hot >> m.cell & 1) order += tuning.order_into_threat;
            if (!(open >> m.cell & 1)) order += tuning.order_open_move;
            if (m == killer) order += tuning.order_killer;
            moves_[size_++] = {m, order, wins_board};
        });
    }

    bool done() const { return next_ == size_; }
    const Scored& next() {
        int best = next_;
        for (int i = next_ + 1; i < size_; ++i)
            if (moves_[i].order > moves_[best].order) best = i;
        std::swap(moves_[next_], moves_[best]);
        return moves_[next_++];
    }

private:
    std::array<Scored, V.cells()> moves_;
    int size_;
    int next_;
};

}  // namespace xttt
