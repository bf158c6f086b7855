#include "rules/any_position.h"

#include "rules/fen.h"
#include "rules/notation.h"

namespace xttt {

AnyPosition::AnyPosition(const Variant& variant) : position_(*make_any<Position>(variant.name)) {}

Result<AnyPosition> AnyPosition::parse_fen(const Variant& variant, std::string_view fen) {
    return with_variant(variant.name, [&]<const Variant & V>() -> Result<AnyPosition> {
        TRY(const auto position, xttt::parse_fen<V>(fen));
        return AnyPosition(position);
    });
}

Side AnyPosition::side_to_move() const {
    return visit([](const auto& position) { return position.side_to_move(); });
}
bool AnyPosition::is_bonus_move() const {
    return visit([](const auto& position) { return position.is_bonus_move(); });
}
bool AnyPosition::over() const {
    return visit([](const auto& position) { return position.over(); });
}
std::optional<Outcome> AnyPosition::outcome() const {
    return visit([](const auto& position) { return position.outcome(); });
}
int AnyPosition::board_points(Side side) const {
    return visit([side](const auto& position) { return position.board_points(side); });
}
Move AnyPosition::last_move() const {
    return visit([](const auto& position) { return position.last_move(); });
}
Key AnyPosition::key() const {
    return visit([](const auto& position) { return position.key(); });
}
std::string AnyPosition::fen() const {
    return visit([](const auto& position) { return to_fen(position); });
}

bool AnyPosition::is_legal(Move move) const {
    return visit([move](const auto& position) { return position.is_legal(move); });
}
int AnyPosition::legal_count() const {
    return visit([](const auto& position) { return position.legal_count(); });
}
std::vector<Move> AnyPosition::legal_moves() const {
    return visit([](const auto& position) {
        std::vector<Move> moves;
        position.for_each_legal([&](Move move) { moves.push_back(move); });
        return moves;
    });
}
Result<Move> AnyPosition::parse_move(std::string_view text) const {
    return visit([text](const auto& position) { return xttt::parse_move(position, text); });
}
void AnyPosition::play(Move move) {
    visit([move](auto& position) { position.play(move); });
}

std::string move_text(const Variant& variant, Move move) {
    return *with_variant(variant.name, [move]<const Variant & V>() -> Result<std::string> {
        return move_text<V>(move);
    });
}

std::optional<Move> read_move(const Variant& variant, std::string_view text) {
    return *with_variant(variant.name, [text]<const Variant & V>() -> Result<std::optional<Move>> {
        return read_move<V>(text);
    });
}

}  // namespace xttt
