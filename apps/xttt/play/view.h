#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "play/terminal.h"
#include "record/game_record.h"
#include "rules/any_position.h"

namespace xttt {

// A side as the panel beside the board shows it.
struct PanelSide {
    std::string name;
    std::chrono::milliseconds time;  // used so far, or left where there is a clock
};

// What stands beside the board, or below it.
struct Panel {
    std::vector<std::string> facts;  // who plays, how long, what is won, who is to move where
    std::vector<std::string> turns;  // all turns so far, one a line, bonus moves joined by '+'
};
Panel panel_of(const GameRecord& record, const AnyPosition& position,
               const std::array<PanelSide, 2>& sides);

// What a move would bring about: "h9 sends o to a1-d4". Empty for a move that is not legal.
std::string preview_text(const AnyPosition& position, Move move);
// The small boards the next move would be bound to; none if it were free.
std::vector<int> boards_bound_by(const AnyPosition& position, Move move);

// All that is on the screen at one moment.
struct View {
    AnyPosition position;
    const GameRecord& record;
    std::array<PanelSide, 2> sides;
    std::optional<Move> cursor;  // while a person chooses
    Move hint = kNoMove;
    std::string bottom;  // the line above the keys
    bool ascii = false;
};

void draw(Terminal& terminal, const View& view);

}  // namespace xttt
