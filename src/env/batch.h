#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/result.h"
#include "env/game.h"
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
class Batch {
public:
    virtual ~Batch() = default;
    virtual const Variant& variant() const = 0;
    virtual std::size_t size() const = 0;

    // Starts new games; `seed` determines all later random moves.
    virtual void reset(std::uint64_t seed) = 0;
    // Plays one action in each game; with `where` ([games], may be null) only in those whose byte
    // is not 0. The other games are skipped: reward 0, not done, action ignored. On an illegal
    // action nothing is played and the error names it.
    virtual Result<void> step(std::span<const std::int64_t> actions,
                              const std::uint8_t* where = nullptr) = 0;
    virtual Result<void> step(std::span<const std::int32_t> actions,
                              const std::uint8_t* where = nullptr) = 0;
    // Plays a uniformly random legal action in each of these games. Writes the actions to `actions`
    // unless it is null (-1 for a skipped game).
    virtual void step_random(std::int32_t* actions, const std::uint8_t* where = nullptr) = 0;
    // Repeats step_random `steps` times and writes the outputs only once. Returns the number of
    // games that ended. Rewards and done flags are those of the last step.
    virtual std::uint64_t random_steps(std::uint64_t steps) = 0;

    // Requires i < size().
    virtual std::unique_ptr<Game> game(std::size_t i) const = 0;
    // Replaces one game. Fails if `game` is over or of another variant.
    virtual Result<void> set_game(std::size_t i, const Game& game) = 0;
    // Replaces every game by the game of the same number. Fails if `source` has another variant or
    // size. Random moves continue as they would have here.
    virtual Result<void> copy_games(const Batch& source) = 0;
};

// `arrays` must outlive the batch; they contain the state of the new games on return.
Result<std::unique_ptr<Batch>> make_batch(std::string_view variant, std::size_t games,
                                          std::uint64_t seed, RewardKind reward,
                                          const BatchArrays& arrays);

}  // namespace xttt
