#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "rules/position.h"

namespace xttt {

// What decides in which order moves are tried, in the scale of the history table.
struct OrderTuning {
    int history_limit = 8192;
    int history_bonus = 17;  // times depth squared
    int order_killer = 2796;
    int order_block = 5104;         // takes a cell the opponent would win the small board with
    int order_into_threat = -4369;  // sends the opponent where it wins a small board at once
    int order_open_move = -13384;   // gives the opponent an open move
};

// What earlier parts of the search say about quiet moves: which cut off, which did not.
template <const Variant& V>
class History {
public:
    int quiet(Side side, Move m) const { return table_[index(side)][m.board][m.cell]; }
    const std::array<std::int16_t, V.places()>& of_board(Side side, int board) const {
        return table_[index(side)][board];
    }
    // `best` cut off at a node with `depth` left, where all of `tried` had not.
    void reward(Side side, Move best, std::span<const Move> tried, int depth,
                const OrderTuning& tuning) {
        const int bonus = std::min(depth * depth * tuning.history_bonus, 2000);
        update(side, best, bonus, tuning.history_limit);
        for (const Move m : tried) update(side, m, -bonus, tuning.history_limit);
    }
    void clear() { table_ = {}; }
    // Between searches: keep the tendency, forget the detail.
    void fade() {
        for (auto& side : table_)
            for (auto& board : side)
                for (auto& entry : board) entry = static_cast<std::int16_t>(entry / 4);
    }

private:
    // Moves the entry towards +limit or -limit, the less the closer it is.
    void update(Side side, Move m, int bonus, int limit) {
        std::int16_t& entry = table_[index(side)][m.board][m.cell];
        entry = static_cast<std::int16_t>(entry + bonus - entry * std::abs(bonus) / limit);
    }

    std::array<std::array<std::array<std::int16_t, V.places()>, V.small_boards()>, 2> table_{};
};

}  // namespace xttt
