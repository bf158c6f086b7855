#pragma once

#include "env/game.h"
#include "rules/position.h"

namespace xttt {

// The game of a variant that is known as a type.
template <const Variant& V>
class TypedGame final : public Game {
public:
    explicit TypedGame(const Position<V>& start) : start_(start), pos_(start) {}
    const Position<V>& position() const { return pos_; }

    const Variant& variant() const override { return V; }
    std::unique_ptr<Game> copy() const override { return std::make_unique<TypedGame>(*this); }

    Result<int> read_move(std::string_view text) const override;
    Result<void> check(std::int64_t action) const override;
    bool is_legal(std::int64_t action) const override;
    void play(int action) override;
    std::optional<int> undo() override;
    const std::vector<std::uint16_t>& history() const override { return history_; }
    std::string move_text(int action) const override;
    Move move_of(int action) const override;
    int legal_count() const override { return pos_.legal_count(); }
    int legal_actions(std::uint16_t* actions) const override;

    Side side_to_move() const override { return pos_.side_to_move(); }
    bool is_bonus_move() const override { return pos_.is_bonus_move(); }
    bool over() const override { return pos_.over(); }
    std::optional<Outcome> outcome() const override { return pos_.outcome(); }
    int board_points(Side side) const override { return pos_.board_points(side); }
    std::optional<int> last_action() const override;
    std::string boards() const override;
    BoardSet targets() const override;
    std::uint64_t key() const override { return pos_.key(); }
    bool same_position(const Game& other) const override;

    void write_mask(std::uint8_t* mask) const override;
    void write_observation(Side view, std::uint8_t* planes) const override;

    std::string fen() const override;
    std::string drawing(bool ascii) const override;
    std::string svg() const override;
    std::string description() const override;
    GameRecord record() const override;

    std::unique_ptr<Game> transformed(int number) const override;
    int canonical_symmetry() const override;

private:
    Position<V> start_;
    Position<V> pos_;
    std::vector<std::uint16_t> history_;
    std::vector<typename Position<V>::Undo> undos_;
};

}  // namespace xttt
