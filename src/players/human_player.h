#pragma once

#include <istream>
#include <ostream>
#include <string_view>

#include "base/result.h"
#include "players/player.h"
#include "rules/position.h"

namespace xttt {

// The legal move a person typed: as notation writes it ("h9"), or as the course simulators asked
// for it, row and column from 0 separated by a blank or comma ("8 7"), in variants with several big
// boards after the number of the big board, from 0 too ("0 8 7"). Else, in words, why it is none.
template <const Variant& V>
Result<Move> parse_typed_move(const Position<V>& pos, std::string_view text);

// A person who types moves, one a line. A mistyped move is no forfeit: it is asked for again.
// The board is for the caller to show. Waits as long as the person does; the referee counts.
class HumanPlayer final : public Player {
public:
    HumanPlayer(std::istream& in, std::ostream& out) : in_(in), out_(out) {}

    std::optional<Failure> start_game(const GameInfo&, Deadline) override { return std::nullopt; }
    Reply choose(const Turn& turn, Deadline until) override;

private:
    std::istream& in_;
    std::ostream& out_;
};

}  // namespace xttt
