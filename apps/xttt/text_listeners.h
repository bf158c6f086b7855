#pragma once

#include <ostream>
#include <string>

#include "record/board_drawing.h"
#include "referee/listener.h"

namespace xttt {

// Shows a person the board at the start and after each move.
class BoardListener final : public GameListener {
public:
    BoardListener(std::ostream& out, DrawingStyle style) : out_(out), style_(style) {}
    void on_start(const GameSetup& setup, const AnyPosition& position) override;
    void on_move(const MovedEvent& event) override;

private:
    void draw(const AnyPosition& position);
    std::ostream& out_;
    DrawingStyle style_;
};

// Tells the end of a game as the course simulator does: board, winner, message, points.
class ReportListener final : public GameListener {
public:
    ReportListener(std::ostream& out, DrawingStyle style) : out_(out), style_(style) {}
    void on_end(const PlayedGame& game, const AnyPosition& position) override;

private:
    std::ostream& out_;
    DrawingStyle style_;
};

// Writes one game to a file whose ending names the format.
Result<void> save_record(const GameRecord& record, const std::string& path);

}  // namespace xttt
