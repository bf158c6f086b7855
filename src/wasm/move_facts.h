#pragma once

#include <cstdint>

#include "eval/threats.h"
#include "rules/position.h"

namespace xttt::wasm {

// What a person would say about a move without thinking ahead further than the next move.
enum MoveFact : std::uint32_t {
    kWinsBoard = 1 << 0,    // closes its small board with a line
    kDrawsBoard = 1 << 1,   // fills its small board without one
    kWinsGame = 1 << 2,     // completes a line on a big board
    kEndsGame = 1 << 3,     // the last move of the game, by a line or because all is closed
    kKeepsTurn = 1 << 4,    // earns the bonus move
    kBlocks = 1 << 5,       // takes the cell with which the opponent would win this small board
    kThreatens = 1 << 6,    // afterwards the mover could win this small board with one more mark
    kFreesChoice = 1 << 7,  // who moves next may go to any open small board
    kGivesBoard = 1 << 8,   // the opponent can win a small board at once
    kGivesGame = 1 << 9,    // the opponent can win the game at once
    kSavesGame = 1 << 10,   // kGivesGame holds for another legal move, but not for this one
};

// The small boards where the side to move may play.
template <const Variant& V>
BoardSet boards_to_play(const Position<V>& pos) {
    BoardSet boards = 0;
    pos.for_each_legal([&](Move m) { boards |= BoardSet{1} << m.board; });
    return boards;
}

// What the side to move could do at once: win a small board, win the game.
template <const Variant& V>
std::uint32_t chances(const Position<V>& pos) {
    std::uint32_t found = 0;
    for_each_bit(boards_to_play(pos), [&](int board) {
        const Mask cells = winning_cells(pos, pos.side_to_move(), board);
        if (cells == 0) return;
        found |= kGivesBoard;
        Position<V> next = pos;
        next.play(Move::at(board, std::countr_zero(cells)));
        if (next.status() == Status::LineX || next.status() == Status::LineO) found |= kGivesGame;
    });
    return found;
}

// kSavesGame excepted, which needs all legal moves. Requires pos.is_legal(move).
template <const Variant& V>
std::uint32_t move_facts(const Position<V>& pos, Move move, const Position<V>& next) {
    const Side mover = pos.side_to_move();
    const Mask cell = Mask{1} << move.cell;
    std::uint32_t facts = 0;
    if (next.board_winner(move.board)) facts |= kWinsBoard;
    if (next.is_drawn(move.board)) facts |= kDrawsBoard;
    if (winning_cells(pos, opponent(mover), move.board) & cell) facts |= kBlocks;
    if (next.over()) {
        facts |= kEndsGame;
        if (next.status() != Status::Full) facts |= kWinsGame;
        return facts;
    }
    if (next.is_open(move.board) && winning_cells(next, mover, move.board) != 0)
        facts |= kThreatens;
    if (!next.is_bound()) facts |= kFreesChoice;
    if (next.side_to_move() == mover) return facts | kKeepsTurn;
    return facts | chances(next);
}

}  // namespace xttt::wasm
