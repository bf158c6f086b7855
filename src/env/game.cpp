#include <fmt/format.h>

#include "env/observation.h"
#include "env/typed_game.h"
#include "record/board_drawing.h"
#include "record/board_svg.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "rules/symmetry.h"
#include "rules/with_variant.h"

namespace xttt {

template <const Variant& V>
Result<int> TypedGame<V>::read_move(std::string_view text) const {
    const auto move = parse_move<V>(pos_, text);
    if (!move) return std::unexpected(move.error());
    return action_of<V>(*move);
}

template <const Variant& V>
Result<void> TypedGame<V>::check(std::int64_t action) const {
    if (action < 0 || action >= V.cells())
        return fail(Errc::BadMove,
                    fmt::format("{} is not an action; actions of {} run from 0 to {}", action,
                                V.name, V.cells() - 1));
    if (is_legal(action)) return {};
    // The reason is the same as for the text of the move.
    const auto move = read_move(move_text(static_cast<int>(action)));
    return std::unexpected(move.error());
}

template <const Variant& V>
bool TypedGame<V>::is_legal(std::int64_t action) const {
    return action >= 0 && action < V.cells() &&
           pos_.is_legal(move_of_action<V>(static_cast<int>(action)));
}

template <const Variant& V>
void TypedGame<V>::play(int action) {
    history_.push_back(static_cast<std::uint16_t>(action));
    pos_.play(move_of_action<V>(action), undos_.emplace_back());
}

template <const Variant& V>
std::optional<int> TypedGame<V>::undo() {
    if (history_.empty()) return std::nullopt;
    const int action = history_.back();
    pos_.undo(move_of_action<V>(action), undos_.back());
    history_.pop_back();
    undos_.pop_back();
    return action;
}

template <const Variant& V>
std::string TypedGame<V>::move_text(int action) const {
    return xttt::move_text<V>(move_of_action<V>(action));
}

template <const Variant& V>
Move TypedGame<V>::move_of(int action) const {
    return move_of_action<V>(action);
}

template <const Variant& V>
int TypedGame<V>::legal_actions(std::uint16_t* actions) const {
    int count = 0;
    pos_.for_each_legal(
        [&](Move m) { actions[count++] = static_cast<std::uint16_t>(action_of<V>(m)); });
    return count;
}

template <const Variant& V>
std::optional<int> TypedGame<V>::last_action() const {
    if (pos_.last_move().is_none()) return std::nullopt;
    return action_of<V>(pos_.last_move());
}

template <const Variant& V>
std::string TypedGame<V>::boards() const {
    std::string text;
    for (int b = 0; b < V.small_boards(); ++b) {
        const auto winner = pos_.board_winner(b);
        text += winner ? letter(*winner) : pos_.is_open(b) ? '-' : 'd';
    }
    return text;
}

template <const Variant& V>
BoardSet TypedGame<V>::targets() const {
    return target_boards(pos_);
}

template <const Variant& V>
bool TypedGame<V>::same_position(const Game& other) const {
    const auto* same_kind = dynamic_cast<const TypedGame*>(&other);
    return same_kind != nullptr && same_kind->pos_ == pos_;
}

template <const Variant& V>
void TypedGame<V>::write_mask(std::uint8_t* mask) const {
    xttt::write_mask(pos_, mask);
}

template <const Variant& V>
void TypedGame<V>::write_observation(Side view, std::uint8_t* planes) const {
    xttt::write_observation(pos_, view, planes);
}

template <const Variant& V>
std::string TypedGame<V>::fen() const {
    return to_fen<V>(pos_);
}

template <const Variant& V>
std::string TypedGame<V>::drawing(bool ascii) const {
    return draw_board<V>(pos_, {.ascii = ascii});
}

template <const Variant& V>
std::string TypedGame<V>::svg() const {
    return draw_svg<V>(pos_);
}

template <const Variant& V>
std::string TypedGame<V>::description() const {
    return describe_position<V>(pos_);
}

template <const Variant& V>
GameRecord TypedGame<V>::record() const {
    GameRecord record{.variant = &V};
    if (start_ != Position<V>::initial()) record.start_fen = to_fen<V>(start_);
    for (const auto action : history_) record.moves.push_back({move_of_action<V>(action), {}});
    return record;
}

template <const Variant& V>
std::unique_ptr<Game> TypedGame<V>::transformed(int number) const {
    return std::make_unique<TypedGame>(Symmetry<V>(number)(pos_));
}

template <const Variant& V>
int TypedGame<V>::canonical_symmetry() const {
    return canonical<V>(pos_).symmetry.number();
}

#define XTTT_INSTANTIATE(V) template class TypedGame<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

Result<std::unique_ptr<Game>> make_game(std::string_view variant,
                                        std::optional<std::string_view> fen) {
    return with_variant(variant, [&]<const Variant & V>() -> Result<std::unique_ptr<Game>> {
        if (!fen) return std::make_unique<TypedGame<V>>(Position<V>::initial());
        const auto start = parse_fen<V>(*fen);
        if (!start) return std::unexpected(start.error());
        return std::make_unique<TypedGame<V>>(*start);
    });
}

Result<std::unique_ptr<Game>> make_game(const GameRecord& record) {
    auto game =
        make_game(record.variant->name, record.start_fen.empty()
                                            ? std::nullopt
                                            : std::optional<std::string_view>(record.start_fen));
    if (!game) return game;
    return with_variant(record.variant->name,
                        [&]<const Variant & V>() -> Result<std::unique_ptr<Game>> {
                            for (const auto& [move, note] : record.moves) {
                                const int action = action_of<V>(move);
                                if (auto fine = (*game)->check(action); !fine)
                                    return std::unexpected(fine.error());
                                (*game)->play(action);
                            }
                            return std::move(game);
                        });
}

int symmetry_count(const Variant& variant) {
    return 8 * variant.big_boards;
}

int transformed_action(const Variant& variant, int action, int number) {
    return *with_variant(variant.name, [&]<const Variant & V>() -> Result<int> {
        return action_of<V>(Symmetry<V>(number)(move_of_action<V>(action)));
    });
}

}  // namespace xttt
