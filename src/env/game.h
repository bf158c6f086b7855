#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/game_record.h"
#include "rules/outcome.h"

namespace xttt {

// One game in progress behind an interface that does not know its variant, with the moves that led
// to it: for those who meet variants by name only, one position at a time. Moves are actions
// (env/action.h) or text.
class Game {
public:
    virtual ~Game() = default;
    virtual const Variant& variant() const = 0;
    virtual std::unique_ptr<Game> copy() const = 0;

    // --- Moving --------------------------------------------------------------------------------
    // The legal action a text names, or why it names none.
    virtual Result<int> read_move(std::string_view text) const = 0;
    // Why an action cannot be played now, if it cannot. Any number is fine.
    virtual Result<void> check(std::int64_t action) const = 0;
    virtual bool is_legal(std::int64_t action) const = 0;
    // Requires is_legal(action).
    virtual void play(int action) = 0;
    // Takes back the last move and returns it; empty if none was played here.
    virtual std::optional<int> undo() = 0;
    virtual const std::vector<std::uint16_t>& history() const = 0;  // actions since the start
    // Require 0 <= action < variant().cells().
    virtual std::string move_text(int action) const = 0;
    virtual Move move_of(int action) const = 0;

    virtual int legal_count() const = 0;
    // Writes the legal actions, ascending by small board and cell, and returns how many there are.
    virtual int legal_actions(std::uint16_t* actions) const = 0;

    // --- The position --------------------------------------------------------------------------
    virtual Side side_to_move() const = 0;
    virtual bool is_bonus_move() const = 0;
    virtual bool over() const = 0;
    virtual std::optional<Outcome> outcome() const = 0;
    virtual int board_points(Side side) const = 0;
    virtual std::optional<int> last_action() const = 0;
    // One letter for each small board in reading order: x, o, d drawn, - open.
    virtual std::string boards() const = 0;
    virtual BoardSet targets() const = 0;  // the small boards the next move may go to
    virtual std::uint64_t key() const = 0;
    // Whether both are the same position of the same variant; how they came about does not count.
    virtual bool same_position(const Game& other) const = 0;

    // --- For learners: env/observation.h -------------------------------------------------------
    virtual void write_mask(std::uint8_t* mask) const = 0;
    virtual void write_observation(Side view, std::uint8_t* planes) const = 0;

    // --- Texts ---------------------------------------------------------------------------------
    virtual std::string fen() const = 0;
    virtual std::string drawing(bool ascii) const = 0;
    virtual std::string svg() const = 0;
    virtual std::string description() const = 0;
    // The game so far, from where it started.
    virtual GameRecord record() const = 0;

    // --- Symmetries: rules/symmetry.h ----------------------------------------------------------
    // Requires 0 <= number < symmetry_count(variant()). The image starts a history of its own.
    virtual std::unique_ptr<Game> transformed(int number) const = 0;
    virtual int canonical_symmetry() const = 0;
};

// A game of a variant, from its start or from a position.
Result<std::unique_ptr<Game>> make_game(std::string_view variant,
                                        std::optional<std::string_view> fen = std::nullopt);
// The game of a record after its last move.
Result<std::unique_ptr<Game>> make_game(const GameRecord& record);

int symmetry_count(const Variant& variant);
// Where an action goes. Requires both in range.
int transformed_action(const Variant& variant, int action, int number);

}  // namespace xttt
