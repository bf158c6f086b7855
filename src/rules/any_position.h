#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "rules/any_of.h"
#include "rules/position.h"

namespace xttt {

// A position of a variant chosen at run time: a value like Position<V>, for code that selects
// variants by name. visit() gives access to the typed position.
class AnyPosition {
public:
    // The initial position.
    explicit AnyPosition(const Variant& variant);
    template <const Variant& V>
    AnyPosition(const Position<V>& position) : position_(position) {}
    static Result<AnyPosition> parse_fen(const Variant& variant, std::string_view fen);

    const Variant& variant() const { return *kVariants[position_.index()]; }

    // Calls f(position) with the position as Position<V>. f must return the same type for all V.
    template <class F>
    decltype(auto) visit(F&& f) const {
        return std::visit(std::forward<F>(f), position_);
    }
    template <class F>
    decltype(auto) visit(F&& f) {
        return std::visit(std::forward<F>(f), position_);
    }
    // Requires &V == &variant().
    template <const Variant& V>
    const Position<V>& as() const {
        return std::get<Position<V>>(position_);
    }

    Side side_to_move() const;
    bool is_bonus_move() const;
    bool over() const;
    std::optional<Outcome> outcome() const;  // empty while the game is in progress
    int board_points(Side side) const;
    Move last_move() const;
    Key key() const;
    std::string fen() const;

    bool is_legal(Move move) const;
    int legal_count() const;
    std::vector<Move> legal_moves() const;
    // Parses a legal move; the error says why the text is not one.
    Result<Move> parse_move(std::string_view text) const;
    void play(Move move);  // requires is_legal(move)

    bool operator==(const AnyPosition&) const = default;

private:
    AnyOf<Position> position_;
};

// The text of a move, and the cell that a text names, as in notation.h.
std::string move_text(const Variant& variant, Move move);
std::optional<Move> read_move(const Variant& variant, std::string_view text);

}  // namespace xttt
