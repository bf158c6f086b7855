#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "rules/position.h"

namespace xttt {

// Terms of the move ordering, in the scale of the history table.
struct OrderTuning {
    int history_limit = 8192;
    int history_bonus = 17;  // times depth squared
    int order_killer = 2796;
    int order_block = 5104;  // marks a cell with which the opponent would win the small board
    int order_into_threat = -4369;  // sends the opponent to a small board that it can win at once
    int order_open_move = -13384;   // gives the opponent an open move
};

// History heuristic of quiet moves, by side, small board and cell.
template <const Variant& V>
class History {
public:
    static constexpr std::size_t kEntries = 2 * V.small_boards() * V.places();

    int quiet(Side side, Move m) const { return entries_[place(side, m.board, m.cell)]; }
    // The entries of a small board, by cell.
    std::span<const std::int16_t, V.places()> of_board(Side side, int board) const {
        return std::span<const std::int16_t, V.places()>(&entries_[place(side, board, 0)],
                                                         V.places());
    }
    // `best` caused a beta cutoff at `depth`; the moves in `tried` did not.
    void reward(Side side, Move best, std::span<const Move> tried, int depth,
                const OrderTuning& tuning) {
        const int bonus = std::min(depth * depth * tuning.history_bonus, 2000);
        update(side, best, bonus, tuning.history_limit);
        for (const Move m : tried) update(side, m, -bonus, tuning.history_limit);
    }
    void clear() { entries_ = {}; }
    // Scales all entries down between searches.
    void age() {
        for (auto& entry : entries_) entry = static_cast<std::int16_t>(entry / 4);
    }
    // All entries, for synchronisation between threads.
    std::span<std::int16_t, kEntries> entries() { return entries_; }

private:
    static constexpr std::size_t place(Side side, int board, int cell) {
        return static_cast<std::size_t>((index(side) * V.small_boards() + board) * V.places() +
                                        cell);
    }
    // Gravity update: keeps the entry within +-limit.
    void update(Side side, Move m, int bonus, int limit) {
        std::int16_t& entry = entries_[place(side, m.board, m.cell)];
        entry = static_cast<std::int16_t>(entry + bonus - entry * std::abs(bonus) / limit);
    }

    std::array<std::int16_t, kEntries> entries_{};
};

}  // namespace xttt
