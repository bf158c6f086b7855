#pragma once

#include <array>
#include <optional>
#include <string>

#include "play/panel.h"
#include "play/terminal.h"

namespace xttt {

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
