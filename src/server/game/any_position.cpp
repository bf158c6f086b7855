#include "server/game/any_position.h"

#include "rules/notation.h"
#include "rules/with_variant.h"

namespace xttt {

AnyPosition::AnyPosition(const Variant& variant) {
    (void)with_variant(variant.name, [&]<const Variant & V>() -> Result<void> {
        position_ = Position<V>::initial();
        return {};
    });
}

Side AnyPosition::side_to_move() const {
    return std::visit([](const auto& position) { return position.side_to_move(); }, position_);
}

bool AnyPosition::over() const {
    return std::visit([](const auto& position) { return position.over(); }, position_);
}

bool AnyPosition::is_legal(Move move) const {
    return std::visit([&](const auto& position) { return position.is_legal(move); }, position_);
}

Result<Move> AnyPosition::parse(std::string_view text) const {
    return std::visit([&](const auto& position) { return parse_move(position, text); }, position_);
}

void AnyPosition::play(Move move) {
    std::visit([&](auto& position) { position.play(move); }, position_);
}

Ending AnyPosition::ending(const std::optional<Forfeit>& forfeit) const {
    return std::visit([&](const auto& position) { return ending_at(position, forfeit); },
                      position_);
}

std::string move_text(const Variant& variant, Move move) {
    return *with_variant(variant.name, [&]<const Variant & V>() -> Result<std::string> {
        return move_text<V>(move);
    });
}

std::optional<Move> read_move(const Variant& variant, std::string_view text) {
    return *with_variant(variant.name, [&]<const Variant & V>() -> Result<std::optional<Move>> {
        return read_move<V>(text);
    });
}

}  // namespace xttt
