#pragma once

#include <bit>
#include <cstdint>

#include "eval/threats.h"

namespace xttt {

// Properties of a move that can be seen without searching further than the opponent's reply.
enum MoveFact : std::uint32_t {
    kWinsBoard = 1 << 0,    // wins its small board
    kDrawsBoard = 1 << 1,   // closes its small board as a draw
    kWinsGame = 1 << 2,     // completes a line on a big board
    kEndsGame = 1 << 3,     // ends the game, by a line or because all small boards are closed
    kKeepsTurn = 1 << 4,    // earns the bonus move
    kBlocks = 1 << 5,       // takes the cell that would win this small board for the opponent
    kThreatens = 1 << 6,    // leaves the mover one mark short of winning this small board
    kFreesChoice = 1 << 7,  // the next player may play in any open small board
    kGivesBoard = 1 << 8,   // the opponent can win a small board with the next move
    kGivesGame = 1 << 9,    // the opponent can win the game with the next move
    kSavesGame = 1 << 10,   // other legal moves have kGivesGame, but not this one
};

// The small boards where the side to move may play.
template <const Variant& V>
BoardSet boards_to_play(const Position<V>& pos) {
    BoardSet boards = 0;
    pos.for_each_legal([&](Move m) { boards |= BoardSet{1} << m.board; });
    return boards;
}

// What the side to move can do with its next move: win a small board, win the game.
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

// All facts but kSavesGame, which needs all legal moves. Requires pos.is_legal(move).
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

// All facts of a move. Requires pos.is_legal(move).
template <const Variant& V>
std::uint32_t all_move_facts(const Position<V>& pos, Move move) {
    const auto facts_of = [&pos](Move m) {
        Position<V> next = pos;
        next.play(m);
        return move_facts(pos, m, next);
    };
    std::uint32_t facts = facts_of(move);
    if ((facts & kGivesGame) != 0) return facts;
    bool danger = false;
    pos.for_each_legal([&](Move m) { danger = danger || (facts_of(m) & kGivesGame) != 0; });
    return danger ? facts | kSavesGame : facts;
}

}  // namespace xttt
