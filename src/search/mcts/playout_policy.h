#pragma once

#include <bit>

#include "base/random.h"
#include "eval/threats.h"
#include "rules/position.h"

namespace xttt {

// Plays a game to its end: wins the small board it is sent to if possible, otherwise random moves.
// Measured at equal time against wholly random games: +394 Elo; to block the opponent as well
// (-174) or to avoid sending it where it can win (-75) costs more time than it gains.
template <const Variant& V>
void play_out(Position<V, Tracking::None>& pos, Random& random) {
    while (!pos.over()) {
        const auto bits = static_cast<std::uint32_t>(random.next());
        Move m = kNoMove;
        if (pos.is_bound()) {
            for (int big = 0; big < V.big_boards; ++big) {
                const int board = pos.bound_place() + big * V.places();
                const Mask wins = winning_cells(pos, pos.side_to_move(), board);
                if (wins == 0) continue;
                m = {static_cast<std::uint8_t>(board),
                     static_cast<std::uint8_t>(std::countr_zero(wins))};
            }
        }
        if (m.is_none())
            m = pos.nth_legal(Random::scale(bits, static_cast<std::uint32_t>(pos.legal_count())));
        pos.play(m);
    }
}

}  // namespace xttt
