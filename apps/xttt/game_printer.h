#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "draw/board_drawing.h"
#include "referee/referee.h"

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

// How a game ended, in one sentence: "You lost: o completed a line of four boards (68–0)". `person`
// is the side of the only person who plays.
std::string ending_sentence(const GameRecord& record, const Ending& ending,
                            std::optional<Side> person);

// Prints the ending in the format of the course simulator: board, winner, message, points.
class ResultPrinter final : public GameListener {
public:
    ResultPrinter(std::ostream& out, DrawingStyle style) : out_(out), style_(style) {}
    void on_end(const PlayedGame& game, const AnyPosition& position) override;

private:
    std::ostream& out_;
    DrawingStyle style_;
};

}  // namespace xttt
