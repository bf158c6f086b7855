#pragma once

namespace xttt {

// Every constant of the search that was found by measuring. Margins are in the evaluator's unit.
struct PvsTuning {
    int aspiration_depth = 5;   // full window below this depth
    int aspiration_window = 2;  // first half-width, in units
    int futility_depth = 4;     // reverse futility up to this depth
    int futility_margin = 3;    // per ply, in units
    int reduction_base = 40;    // hundredths of a ply
    double reduction_divisor = 2.2;
    int reduction_min_depth = 3;
    int history_limit = 1 << 14;
    // Order of moves: larger first.
    int order_win_board = 1 << 22;
    int order_killer = 1 << 13;
    int order_block = 1 << 13;           // takes a cell the opponent would win the small board with
    int order_into_threat = -(1 << 14);  // sends the opponent where it wins a small board at once
    int order_open_move = -(1 << 15);    // gives the opponent an open move
};

}  // namespace xttt
