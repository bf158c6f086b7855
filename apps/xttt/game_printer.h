#pragma once

#include <ostream>
#include <string>

#include "draw/board_drawing.h"
#include "referee/listener.h"

namespace xttt {

// Prints the board at the start and after each move.
class BoardPrinter final : public GameListener {
public:
    BoardPrinter(std::ostream& out, DrawingStyle style) : out_(out), style_(style) {}
    void on_start(const GameSetup& setup, const AnyPosition& position) override;
    void on_move(const MovedEvent& event) override;

private:
    void draw(const AnyPosition& position);
    std::ostream& out_;
    DrawingStyle style_;
};

// Prints how a game ended as the course simulator does: board, winner, message, points.
class ResultPrinter final : public GameListener {
public:
    ResultPrinter(std::ostream& out, DrawingStyle style) : out_(out), style_(style) {}
    void on_end(const PlayedGame& game, const AnyPosition& position) override;

private:
    std::ostream& out_;
    DrawingStyle style_;
};

}  // namespace xttt
