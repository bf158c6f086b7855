#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "env/game.h"
#include "rules/any_of.h"
#include "rules/outcome.h"

namespace xttt {

// The reward of a finished game. The rewards of both players add up to zero.
enum class RewardKind {
    Win,     // 1 for the winner (by a line, else by points), -1 for the loser, 0 for a draw
    Points,  // own points minus the opponent's
};

// Rewards of x and o.
inline std::array<float, 2> rewards_of(const Outcome& outcome, RewardKind kind) {
    float x = 0;
    if (kind == RewardKind::Points) {
        x = static_cast<float>(outcome.margin(Side::X));
    } else if (const auto winner = outcome.rated_winner()) {
        x = *winner == Side::X ? 1.0f : -1.0f;
    }
    return {x, 0 - x};
}

// The output arrays of a batch, owned by the caller: one entry per game, contiguous. A null pointer
// means that the output is not needed.
struct BatchArrays {
    // [games][kPlanes][cells], from the view of the side to move
    std::uint8_t* observations = nullptr;
    std::uint8_t* masks = nullptr;    // [games][cells]: which actions are legal
    float* rewards = nullptr;         // [games][2]: rewards of x and o for the last move
    std::uint8_t* dones = nullptr;    // [games]: whether the last move ended the game
    std::uint8_t* players = nullptr;  // [games]: side to move, 0 for x and 1 for o
    // [games][kPlanes][cells]: the final observation of games that ended, from the view of x.
    // Entries of other games are not written.
    std::uint8_t* final_observations = nullptr;
};

// A batch of games of one variant that step together. A game that ends restarts immediately: its
// rewards and its done flag belong to the game that ended, all other outputs to the new one.
template <const Variant& V>
class Batch {
public:
    // `arrays` must outlive the batch; they contain the state of the new games on return.
    Batch(std::size_t games, std::uint64_t seed, RewardKind reward, const BatchArrays& arrays)
        : games_(games), random_(0), reward_(reward), out_(arrays) {
        reset(seed);
    }

    std::size_t size() const { return games_.size(); }

    // Starts new games; `seed` determines all later random moves.
    void reset(std::uint64_t seed);
    // Plays one action in each game; with `where` ([games], may be null) only in those whose byte
    // is not 0. The other games are skipped: reward 0, not done, action ignored. On an illegal
    // action nothing is played and the error names it.
    Result<void> step(std::span<const std::int64_t> actions, const std::uint8_t* where = nullptr);
    Result<void> step(std::span<const std::int32_t> actions, const std::uint8_t* where = nullptr);
    // Plays a uniformly random legal action in each of these games. Writes the actions to `actions`
    // unless it is null (-1 for a skipped game).
    void step_random(std::int32_t* actions, const std::uint8_t* where = nullptr);
    // Repeats step_random `steps` times and writes the outputs only once. Returns the number of
    // games that ended. Rewards and done flags are those of the last step.
    std::uint64_t random_steps(std::uint64_t steps);

    // Requires i < size().
    Game game(std::size_t i) const { return Game(tracked(games_[i], last_[i])); }
    // Replaces one game. Fails if `game` is over or of another variant.
    Result<void> set_game(std::size_t i, const Game& game);
    // Replaces every game by the game of the same number. Fails if `source` has another variant or
    // size. Random moves continue as they would have here.
    Result<void> copy_games(const AnyOf<Batch>& source);

private:
    using Bare = Position<V, Tracking::None>;

    static Move random_move_from(const Bare& pos, std::uint32_t bits);
    // Plays m in game i and writes the outputs. Returns whether the game ended.
    bool advance(std::size_t i, Move m);
    template <class Integer>
    Result<void> play_all(std::span<const Integer> actions, const std::uint8_t* where);
    std::unexpected<Error> refuse(std::size_t i, std::int64_t action) const;
    void write_result(std::size_t i, Status status);
    void write_state(std::size_t i);
    // Writes the outputs of games that have not moved since they were set.
    void write_start();
    // The full position with its key and last move, for access to a single game.
    static Position<V> tracked(const Bare& pos, Move last);

    std::vector<Bare> games_;
    std::vector<Move> last_ = std::vector<Move>(games_.size(), kNoMove);
    std::vector<Move> chosen_;  // actions of the current step
    Random random_;
    RewardKind reward_;
    BatchArrays out_;
};
#define XTTT_DECLARE(V) extern template class Batch<V>;
XTTT_FOR_EACH_VARIANT(XTTT_DECLARE)
#undef XTTT_DECLARE

}  // namespace xttt
