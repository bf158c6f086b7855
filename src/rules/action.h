#pragma once

#include <array>
#include <cstdint>

#include "rules/move.h"

namespace xttt {

// Every cell of a variant as one number, in reading order: row by row, big board 1 first. An action
// is therefore also the index of its cell in an observation plane. (move_id, which positions use,
// counts small board by small board instead.)
namespace detail {

template <const Variant& V>
struct ActionTables {
    std::array<std::uint16_t, V.cells()> action{};  // by move_id
    std::array<Move, V.cells()> move{};             // by action

    constexpr ActionTables() {
        for (int id = 0; id < V.cells(); ++id) {
            const Move m = move_from_id<V>(id);
            const GridCell at = grid_cell<V>(m);
            const int index = (at.big_board * V.width() + at.row) * V.width() + at.column;
            action[id] = static_cast<std::uint16_t>(index);
            move[index] = m;
        }
    }
};

template <const Variant& V>
inline constexpr ActionTables<V> kActionTables{};

}  // namespace detail

template <const Variant& V>
constexpr int action_of(Move m) {
    return detail::kActionTables<V>.action[move_id<V>(m)];
}
// Requires 0 <= action < V.cells().
template <const Variant& V>
constexpr Move move_of_action(int action) {
    return detail::kActionTables<V>.move[action];
}

}  // namespace xttt
