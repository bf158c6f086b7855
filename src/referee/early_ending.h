#pragma once

#include <array>
#include <optional>
#include <string>

#include "record/move_note.h"
#include "referee/adjudication.h"
#include "rules/position.h"
#include "search/solver/bound_search.h"

namespace xttt {

// Applies an adjudication to one game.
template <const Variant& V>
class EarlyEnding {
public:
    explicit EarlyEnding(const Adjudication& rules) : rules_(rules) {}

    // A move of `side`, not one of the opening.
    void add(Side side, const std::optional<NoteScore>& score);
    // Why the side to move has lost; empty if the game continues. Requires !position.over().
    std::optional<std::string> loss(const Position<V>& position);
    // Why the game is drawn after this number of moves; empty if the game continues.
    std::optional<std::string> draw(std::size_t moves) const;

private:
    bool proves_line(const Position<V>& position, Side winner);

    Adjudication rules_;
    std::array<int, 2> losing_{}, winning_{}, even_{};  // moves in a row
    std::optional<BoundTable> table_;
};

}  // namespace xttt
