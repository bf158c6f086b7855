#include "env/game.h"

#include <fmt/format.h>

#include "draw/board_drawing.h"
#include "env/observation.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "rules/symmetry.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

// Calls f.operator()<V>() for the variant of a position.
template <class F>
auto with_type(const AnyPosition& position, F&& f) {
    return position.visit([&] < const Variant& V >
                          (const Position<V>&) { return f.template operator()<V>(); });
}

}  // namespace

Result<int> Game::read_move(std::string_view text) const {
    TRY(const Move move, position_.parse_move(text));
    return with_type(position_, [move]<const Variant & V>() { return action_of<V>(move); });
}

Result<void> Game::check(std::int64_t action) const {
    if (action < 0 || action >= variant().cells())
        return fail(Errc::BadMove,
                    fmt::format("{} is not an action; actions of {} run from 0 to {}", action,
                                variant().name, variant().cells() - 1));
    if (is_legal(action)) return {};
    // The same error as for the text of the move.
    return std::unexpected(read_move(move_text(static_cast<int>(action))).error());
}

bool Game::is_legal(std::int64_t action) const {
    return action >= 0 && action < variant().cells() &&
           position_.is_legal(move_of(static_cast<int>(action)));
}

void Game::play(int action) {
    history_.push_back(static_cast<std::uint16_t>(action));
    earlier_.push_back(position_);
    position_.play(move_of(action));
}

std::optional<int> Game::undo() {
    if (history_.empty()) return std::nullopt;
    const int action = history_.back();
    position_ = earlier_.back();
    history_.pop_back();
    earlier_.pop_back();
    return action;
}

std::string Game::move_text(int action) const {
    return xttt::move_text(variant(), move_of(action));
}

Move Game::move_of(int action) const {
    return with_type(position_,
                     [action]<const Variant & V>() { return move_of_action<V>(action); });
}

std::optional<int> Game::last_action() const {
    const Move last = position_.last_move();
    if (last.is_none()) return std::nullopt;
    return with_type(position_, [last]<const Variant & V>() { return action_of<V>(last); });
}

std::string Game::boards() const {
    return position_.visit([] < const Variant& V > (const Position<V>& pos) {
        std::string text;
        for (int b = 0; b < V.small_boards(); ++b) {
            const auto winner = pos.board_winner(b);
            text += winner ? letter(*winner) : pos.is_open(b) ? '-' : 'd';
        }
        return text;
    });
}

BoardSet Game::targets() const {
    return position_.visit([](const auto& pos) { return target_boards(pos); });
}

void Game::write_mask(std::uint8_t* mask) const {
    position_.visit([mask](const auto& pos) { xttt::write_mask(pos, mask); });
}

void Game::write_observation(Side view, std::uint8_t* planes) const {
    position_.visit([=](const auto& pos) { xttt::write_observation(pos, view, planes); });
}

std::string Game::drawing(bool ascii) const {
    return position_.visit([ascii](const auto& pos) { return draw_board(pos, {.ascii = ascii}); });
}

std::string Game::svg() const {
    return position_.visit([](const auto& pos) { return draw_svg(pos); });
}

std::string Game::description() const {
    return position_.visit([](const auto& pos) { return describe_position(pos); });
}

GameRecord Game::record() const {
    GameRecord record{.variant = &variant()};
    if (start_ != AnyPosition(variant())) record.start_fen = start_.fen();
    for (const auto action : history_) record.moves.push_back({move_of(action), {}});
    return record;
}

std::unique_ptr<Game> Game::transformed(int number) const {
    return position_.visit([number] < const Variant& V > (const Position<V>& pos) {
        return std::make_unique<Game>(Symmetry<V>(number)(pos));
    });
}

int Game::canonical_symmetry() const {
    return position_.visit([](const auto& pos) { return canonical(pos).symmetry.number(); });
}

Result<std::unique_ptr<Game>> make_game(std::string_view variant,
                                        std::optional<std::string_view> fen) {
    TRY(const Variant* const found, find_variant(variant));
    if (!fen) return std::make_unique<Game>(AnyPosition(*found));
    TRY(const auto start, AnyPosition::parse_fen(*found, *fen));
    return std::make_unique<Game>(start);
}

Result<std::unique_ptr<Game>> make_game(const GameRecord& record) {
    const std::optional<std::string_view> start = record.start_fen;
    TRY(auto game,
        make_game(record.variant->name, record.start_fen.empty() ? std::nullopt : start));
    for (const auto& [move, note] : record.moves) {
        const int action = with_type(game->position(),
                                     [&move]<const Variant & V>() { return action_of<V>(move); });
        TRY_VOID(game->check(action));
        game->play(action);
    }
    return game;
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
