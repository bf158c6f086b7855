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

// One player in the side panel.
struct PanelSide {
    std::string name;
    std::chrono::milliseconds time;  // time used, or time left with a clock
};

// The panel beside or below the board.
struct Panel {
    std::vector<std::string> facts;  // players, times, points, and the side to move
    std::vector<std::string> turns;  // all turns so far, one per row, bonus moves joined by '+'
};
Panel panel_of(const GameRecord& record, const AnyPosition& position,
               const std::array<PanelSide, 2>& sides);

// The effect of a move: "h9 sends o to a1-d4". Empty if it is illegal.
std::string preview_text(const AnyPosition& position, Move move);
// The small boards where the next move must be played; none if it is free.
std::vector<int> boards_bound_by(const AnyPosition& position, Move move);

// The content of the screen.
struct View {
    AnyPosition position;
    const GameRecord& record;
    std::array<PanelSide, 2> sides;
    std::optional<Move> cursor;  // during the turn of a person
    Move hint = kNoMove;
    std::string bottom;  // the text above the keys
    bool ascii = false;
};

void draw(Terminal& terminal, const View& view);

}  // namespace xttt
