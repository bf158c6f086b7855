#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/result.h"
#include "record/game_record.h"
#include "rules/position.h"

namespace xttt {

// A position of a variant chosen at run time, as a value.
class AnyPosition {
public:
    explicit AnyPosition(const Variant& variant);

    Side side_to_move() const;
    bool over() const;
    bool is_legal(Move move) const;
    // The legal move a text names, or why it names none.
    Result<Move> parse(std::string_view text) const;
    void play(Move move);  // requires is_legal(move)
    Ending ending(const std::optional<Forfeit>& forfeit) const;

private:
    template <std::size_t... I>
    static auto alternatives(std::index_sequence<I...>) -> std::variant<Position<*kVariants[I]>...>;
    using Alternatives = decltype(alternatives(std::make_index_sequence<kVariants.size()>{}));

    Alternatives position_;
};

// The text of a move, and the cell a text names, in a variant chosen at run time.
std::string move_text(const Variant& variant, Move move);
std::optional<Move> read_move(const Variant& variant, std::string_view text);

}  // namespace xttt
