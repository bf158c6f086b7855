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
    const std::array<std::int16_t, V.places()>& of_board(Side side, int board) const {
        return table_[index(side)][board];
    }
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
// few of their moves. An entry packs the order above the move, so that comparing is one integer
// comparison.
template <const Variant& V>
class MovePicker {
public:
    struct Picked {
        Move move;
        bool wins_board;
    };

    MovePicker(const Position<V>& pos, const HotBoards<V>& boards, const History<V>& history,
               Move killer, const PvsTuning& tuning, Move except) {
        const Side side = pos.side_to_move(), other = opponent(side);
        const Mask hot = boards.hot_places(other), closed = ~boards.open_places();
        const auto add_board = [&](int board) {
            const Mask wins = winning_cells(pos, side, board);
            const Mask blocks = winning_cells(pos, other, board);
            Mask cells = pos.playable().board(board);
            if (except.board == board) cells &= ~(Mask{1} << except.cell);
            const auto& quiet = history.of_board(side, board);
            for (; cells != 0; cells &= cells - 1) {
                const int cell = std::countr_zero(cells);
                const Mask bit = Mask{1} << cell;
                int order = quiet[cell];
                order += blocks & bit ? tuning.order_block : 0;
                order += hot & bit ? tuning.order_into_threat : 0;
                order += closed & bit ? tuning.order_open_move : 0;
                order = wins & bit ? kWinsBoard
                                   : std::clamp(order, -kQuietLimit - 16000, kQuietLimit - 2000);
                entries_[size_++] = order * 65536 + board * 256 + cell;
            }
        };
        if (pos.is_bound()) {
            for (int big = 0; big < V.big_boards; ++big)
                add_board(pos.bound_place() + big * V.places());
        } else {
            for (int board = 0; board < V.small_boards(); ++board) add_board(board);
        }
        if (!killer.is_none() && pos.is_bound() && killer.board % V.places() == pos.bound_place()) {
            for (int i = 0; i < size_; ++i)
                if (move_of(entries_[i]) == killer) entries_[i] += tuning.order_killer * 65536;
        }
    }

    bool done() const { return next_ == size_; }
    Picked next() {
        int best = next_;
        for (int i = next_ + 1; i < size_; ++i)
            if (entries_[i] > entries_[best]) best = i;
        std::swap(entries_[next_], entries_[best]);
        const int entry = entries_[next_++];
        return {move_of(entry), entry >= kQuietLimit * 65536};
    }

private:
    // The order lives in the upper 16 bits: history and the other terms keep within +-16,000, a
    // board won lies above all of that.
    static constexpr int kWinsBoard = 30000;
    static constexpr int kQuietLimit = 14000;
    static Move move_of(int entry) {
        return {static_cast<std::uint8_t>(entry >> 8), static_cast<std::uint8_t>(entry)};
    }

    std::array<std::int32_t, V.cells()> entries_;
    int size_ = 0;
    int next_ = 0;
};

}  // namespace xttt
