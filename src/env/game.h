#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "env/observation.h"
#include "record/game_record.h"
#include "rules/any_position.h"

namespace xttt {

// A game in progress with its move history, for machine learning. Moves are actions
// (env/observation.h) or text.
class Game {
public:
    explicit Game(const AnyPosition& start) : start_(start), position_(start) {}

    const Variant& variant() const { return position_.variant(); }
    const AnyPosition& position() const { return position_; }
    std::unique_ptr<Game> copy() const { return std::make_unique<Game>(*this); }

    // --- Moving --------------------------------------------------------------------------------
    // Parses a legal action; the error says why the text is not one.
    Result<int> read_move(std::string_view text) const;
    // Why an action is illegal; empty if it is legal. Accepts any number.
    Result<void> check(std::int64_t action) const;
    bool is_legal(std::int64_t action) const;
    // Requires is_legal(action).
    void play(int action);
    // Undoes the last move and returns it; empty if there is none.
    std::optional<int> undo();
    const std::vector<std::uint16_t>& history() const { return history_; }  // since the start
    // Require 0 <= action < variant().cells().
    std::string move_text(int action) const;
    Move move_of(int action) const;

    int legal_count() const { return position_.legal_count(); }
    // Calls f(action) for each legal action, ordered by small board and cell.
    template <class F>
    void for_each_legal(F&& f) const {
        position_.visit([&] < const Variant& V > (const Position<V>& pos) {
            pos.for_each_legal([&](Move m) { f(action_of<V>(m)); });
        });
    }

    // --- The position --------------------------------------------------------------------------
    Side side_to_move() const { return position_.side_to_move(); }
    bool is_bonus_move() const { return position_.is_bonus_move(); }
    bool over() const { return position_.over(); }
    std::optional<Outcome> outcome() const { return position_.outcome(); }
    int board_points(Side side) const { return position_.board_points(side); }
    std::optional<int> last_action() const;
    // One letter per small board in reading order: x, o, d (drawn) or - (open).
    std::string boards() const;
    BoardSet targets() const;  // the small boards open to the next move
    std::uint64_t key() const { return position_.key(); }
    // Whether both have the same variant and position; the histories may differ.
    bool same_position(const Game& other) const { return position_ == other.position_; }

    // --- For learners: env/observation.h -------------------------------------------------------
    void write_mask(std::uint8_t* mask) const;
    void write_observation(Side view, std::uint8_t* planes) const;

    // --- Texts ---------------------------------------------------------------------------------
    std::string fen() const { return position_.fen(); }
    std::string drawing(bool ascii) const;
    std::string svg() const;
    std::string description() const;
    // The moves so far, with the start position.
    GameRecord record() const;

    // --- Symmetries: rules/symmetry.h ----------------------------------------------------------
    // Requires 0 <= number < symmetry_count(variant()). The image has an empty history.
    std::unique_ptr<Game> transformed(int number) const;
    int canonical_symmetry() const;

private:
    AnyPosition start_;
    AnyPosition position_;
    std::vector<std::uint16_t> history_;
    std::vector<AnyPosition> earlier_;  // the position before each move of the history
};

// A game of a variant, from its start or from a position.
Result<std::unique_ptr<Game>> make_game(std::string_view variant,
                                        std::optional<std::string_view> fen = std::nullopt);
// The game of a record after its last move.
Result<std::unique_ptr<Game>> make_game(const GameRecord& record);

int symmetry_count(const Variant& variant);
// The image of an action under a symmetry. Requires both in range.
int transformed_action(const Variant& variant, int action, int number);

}  // namespace xttt
