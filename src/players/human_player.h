#pragma once

#include <istream>
#include <ostream>
#include <string_view>

#include "base/result.h"
#include "players/player.h"
#include "rules/position.h"

namespace xttt {

// Parses a move typed by a person: in notation ("h9"), or as in the course simulators, row and
// column from 0 separated by a space or comma ("8 7"), with several big boards after the number of
// the big board ("0 8 7"). Fails with the reason if it is not a legal move.
template <const Variant& V>
Result<Move> parse_typed_move(const Position<V>& pos, std::string_view text);

// A person who types moves, one per line. After a mistyped move, asks again instead of forfeiting.
// The caller shows the board. Has no timeout; the referee keeps the time.
class HumanPlayer final : public Player {
public:
    // `course_prompt`: asks in the words of the course simulators.
    HumanPlayer(std::istream& in, std::ostream& out, bool course_prompt = false)
        : in_(in), out_(out), course_prompt_(course_prompt) {}

    std::optional<Failure> start_game(const GameInfo&, Deadline) override { return std::nullopt; }
    Reply choose(const Turn& turn, Deadline until) override;

private:
    std::istream& in_;
    std::ostream& out_;
    bool course_prompt_;
};

}  // namespace xttt
