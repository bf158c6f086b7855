#pragma once

#include <array>
#include <string_view>

#include "search/ordering/history.h"

namespace xttt {

// Tuned constants of the search. Margins are in hundredths of the evaluator's unit, depths in
// plies.
struct PvsTuning : OrderTuning {
    int table_depth = 2;                // lowest depth that uses the transposition table
    int aspiration_depth = 5;           // full window below this depth
    int aspiration_window = 96;         // first half-width
    int futility_depth = 3;             // highest depth of reverse futility pruning and razoring
    int reverse_futility_margin = 415;  // per ply
    int futility_margin = 303;          // per ply, of razoring
    int late_move_base = 5;             // late move pruning after this many moves + depth squared
    int late_move_depth = 7;            // highest depth of late move pruning
    int reduction_base = 22;            // hundredths of a ply
    int reduction_slope = 115;          // hundredths of a ply per ln(depth) ln(index)
    int reduction_min_depth = 3;
    int reduction_history = 1062;  // history score per ply of reduction
    int iir_depth = 4;             // lowest depth of internal iterative reduction
    int extend_bonus = 0;          // extension of moves that win a small board, in plies
    int singular_depth = 7;        // lowest depth of singular extensions
    int singular_margin = 54;      // below the table score, per eight plies
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
