#pragma once

#include <istream>
#include <ostream>

#include "players/player.h"

namespace xttt {

// A person who types moves, one a line. A mistyped move is no forfeit: it is asked for again.
// The board is for the caller to show. Waits as long as the person does; the referee counts.
class LineHuman final : public Player {
public:
    LineHuman(std::istream& in, std::ostream& out) : in_(in), out_(out) {}

    std::optional<Failure> start_game(const GameInfo&, Deadline) override { return std::nullopt; }
    Reply choose(const Turn& turn, Deadline until) override;

private:
    std::istream& in_;
    std::ostream& out_;
};

}  // namespace xttt
