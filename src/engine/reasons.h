#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "eval/score.h"
#include "rules/position.h"

namespace xttt {

// Why a move is good, or worse than another one. A code with data; the caller writes the text, in
// the language of the reader.
enum class ReasonCode : std::uint8_t {
    // For a move, most important first.
    WinsGame,
    Forces,     // the mover completes a line in `count` moves
    Lost,       // the opponent does, after every move
    Ends,       // every small board is closed
    Bonus,      // wins the small board and a bonus move
    WinsBoard,  // wins the small board
    Saves,      // after other moves the opponent could win the game at once
    Blocks,     // takes the cell that wins this small board for the opponent
    Free,       // the opponent may play anywhere
    Gives,      // the opponent can win `board` at once
    Safe,       // the opponent must play in `board` and cannot win it at once
    Threatens,  // the mover needs one more mark in this small board
    Open,       // none of these
    // Against a move, compared with the best one, most important first.
    MissedWin,
    GivesGame,    // the opponent can win the game at once
    MissedForce,  // the best move completes a line in `count` moves
    AllowsForce,  // the opponent completes a line in `count` moves
    MissedBonus,
    MissedBoard,
    GivesBoard,  // the opponent can win `board` at once; `bonus`: and moves again
    FreesChoice,
    MissedBlock,
};
std::string_view reason_name(ReasonCode code);

struct Reason {
    ReasonCode code;
    int board = -1;  // small board; -1: none
    int count = 0;   // moves of both players
    bool bonus = false;
    bool operator==(const Reason&) const = default;
};

// The reasons for a legal move, at least one. `value` is the score after it in the mover's
// view, 0 if unknown; requires that no other move is better if it proves a loss.
template <const Variant& V>
std::vector<Reason> merits(const Position<V>& pos, Move move, Score value);

// Why a legal move is worse than the best one; may be empty. The scores are those of the best move
// and of the move itself, in the mover's view.
template <const Variant& V>
std::vector<Reason> faults(const Position<V>& pos, Move move, Move best, Score best_score,
                           Score score);

// Reasons as a JSON list of objects with "code" and the data that the code has.
std::string reasons_json(const std::vector<Reason>& reasons);

}  // namespace xttt
