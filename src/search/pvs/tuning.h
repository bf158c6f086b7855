#pragma once

#include <array>
#include <string_view>

#include "search/ordering/history.h"

namespace xttt {

// Every constant of the search that was found by measuring. Margins are in hundredths of the
// evaluator's unit, depths in plies.
struct PvsTuning : OrderTuning {
    int table_depth = 2;                // nearer to the horizon the table costs more than it saves
    int aspiration_depth = 5;           // full window below this depth
    int aspiration_window = 96;         // first half-width
    int futility_depth = 3;             // both kinds, up to this depth
    int reverse_futility_margin = 415;  // per ply
    int futility_margin = 303;          // per ply
    int late_move_base = 5;             // quiet moves looked at before the rest is skipped
    int late_move_depth = 7;            // up to this depth
    int reduction_base = 22;            // hundredths of a ply
    int reduction_slope = 115;          // hundredths of a ply per ln(depth) ln(index)
    int reduction_min_depth = 3;
    int reduction_history = 1062;  // history worth one ply
    int iir_depth = 4;             // one ply less from this depth on when no move is known
    int extend_bonus = 0;          // a move that wins a small board costs no depth
    int singular_depth = 7;        // from this depth on a move without equal is searched deeper
    int singular_margin = 54;      // how much worse all others must be, per eight plies
};

// The constants by name, for programs that tune them.
struct PvsParameter {
    std::string_view name;
    int PvsTuning::* value;
};

inline constexpr auto kPvsParameters = std::to_array<PvsParameter>({
    {"table_depth", &PvsTuning::table_depth},
    {"aspiration_depth", &PvsTuning::aspiration_depth},
    {"aspiration_window", &PvsTuning::aspiration_window},
    {"reverse_futility_margin", &PvsTuning::reverse_futility_margin},
    {"futility_depth", &PvsTuning::futility_depth},
    {"futility_margin", &PvsTuning::futility_margin},
    {"late_move_base", &PvsTuning::late_move_base},
    {"late_move_depth", &PvsTuning::late_move_depth},
    {"reduction_base", &PvsTuning::reduction_base},
    {"reduction_slope", &PvsTuning::reduction_slope},
    {"reduction_min_depth", &PvsTuning::reduction_min_depth},
    {"reduction_history", &PvsTuning::reduction_history},
    {"iir_depth", &PvsTuning::iir_depth},
    {"extend_bonus", &PvsTuning::extend_bonus},
    {"singular_depth", &PvsTuning::singular_depth},
    {"singular_margin", &PvsTuning::singular_margin},
    {"history_limit", &PvsTuning::history_limit},
    {"history_bonus", &PvsTuning::history_bonus},
    {"order_killer", &PvsTuning::order_killer},
    {"order_block", &PvsTuning::order_block},
    {"order_into_threat", &PvsTuning::order_into_threat},
    {"order_open_move", &PvsTuning::order_open_move},
});

}  // namespace xttt
