#include "env/batch.h"

#include <algorithm>

#include <fmt/format.h>

#include "env/observation.h"

namespace xttt {
namespace {

// Number of games per block of random steps: small enough for the L1 cache.
constexpr std::size_t kBlock = 64;

}  // namespace

template <const Variant& V>
[[gnu::always_inline]] inline Move Batch<V>::random_move_from(const Bare& pos, std::uint32_t bits) {
    const auto count = static_cast<unsigned>(pos.is_bound() ? std::popcount(pos.bound_cells())
                                                            : pos.playable().size());
    return pos.nth_legal(Random::scale(bits, count));
}

template <const Variant& V>
[[gnu::always_inline]] inline void Batch<V>::write_result(std::size_t i, Status status) {
    if (out_.dones != nullptr) out_.dones[i] = status != Status::Playing;
    if (out_.rewards == nullptr) return;
    out_.rewards[2 * i] = out_.rewards[2 * i + 1] = 0;
    if (status == Status::Playing) [[likely]]
        return;
    const auto rewards = rewards_of(*games_[i].outcome(), reward_);
    out_.rewards[2 * i] = rewards[0];
    out_.rewards[2 * i + 1] = rewards[1];
}

template <const Variant& V>
[[gnu::always_inline]] inline void Batch<V>::write_state(std::size_t i) {
    const Bare& pos = games_[i];
    if (out_.players != nullptr)
        out_.players[i] = static_cast<std::uint8_t>(index(pos.side_to_move()));
    if (out_.masks != nullptr) write_mask(pos, out_.masks + i * V.cells());
    if (out_.observations != nullptr)
        write_observation(pos, pos.side_to_move(), out_.observations + i * kObservationBytes<V>);
}

template <const Variant& V>
[[gnu::always_inline]] inline bool Batch<V>::advance(std::size_t i, Move m) {
    const Status status = games_[i].play(m);
    last_[i] = m;
    write_result(i, status);
    const bool ended = status != Status::Playing;
    if (ended) [[unlikely]] {
        if (out_.final_observations != nullptr)
            write_observation(games_[i], Side::X,
                              out_.final_observations + i * kObservationBytes<V>);
        games_[i] = Bare::initial();
        last_[i] = kNoMove;
    }
    write_state(i);
    return ended;
}

template <const Variant& V>
void Batch<V>::write_start() {
    for (std::size_t i = 0; i < games_.size(); ++i) {
        write_result(i, Status::Playing);
        write_state(i);
    }
}

template <const Variant& V>
Position<V> Batch<V>::tracked(const Bare& pos, Move last) {
    typename Position<V>::Facts facts;
    for (int b = 0; b < V.small_boards(); ++b)
        for (const Side side : {Side::X, Side::O})
            facts.marks[index(side)][b] = static_cast<std::uint16_t>(pos.marks(side, b));
    facts.side = pos.side_to_move();
    facts.bonus = pos.is_bonus_move();
    facts.last = last;
    return Position<V>::assemble(facts);
}

template <const Variant& V>
std::unexpected<Error> Batch<V>::refuse(std::size_t i, std::int64_t action) const {
    if (action < 0 || action >= V.cells())
        return fail(Errc::BadMove,
                    fmt::format("game {}: {} is not an action; actions of {} run from 0 to {}", i,
                                action, V.name, V.cells() - 1));
    return fail(
        Errc::IllegalMove,
        fmt::format(
            "game {}: action {}: {}", i, action,
            Game(tracked(games_[i], last_[i])).check(static_cast<int>(action)).error().message));
}

template <const Variant& V>
template <class Integer>
Result<void> Batch<V>::play_all(std::span<const Integer> actions, const std::uint8_t* where) {
    // Keeps the checked actions: the arrays of the caller may change meanwhile, in another
    // thread or because they alias the outputs.
    chosen_.resize(games_.size());
    for (std::size_t i = 0; i < games_.size(); ++i) {
        if (where != nullptr && where[i] == 0) {
            chosen_[i] = kNoMove;
            continue;
        }
        const Integer action = actions[i];
        if (action < 0 || action >= V.cells()) [[unlikely]]
            return refuse(i, action);
        chosen_[i] = move_of_action<V>(static_cast<int>(action));
        if (!games_[i].is_legal(chosen_[i])) [[unlikely]]
            return refuse(i, action);
    }
    for (std::size_t i = 0; i < games_.size(); ++i) {
        if (!chosen_[i].is_none()) [[likely]]
            advance(i, chosen_[i]);
        else
            write_result(i, Status::Playing);
    }
    return {};
}

template <const Variant& V>
Result<void> Batch<V>::step(std::span<const std::int64_t> actions, const std::uint8_t* where) {
    return play_all(actions, where);
}

template <const Variant& V>
Result<void> Batch<V>::step(std::span<const std::int32_t> actions, const std::uint8_t* where) {
    return play_all(actions, where);
}

template <const Variant& V>
void Batch<V>::reset(std::uint64_t seed) {
    random_ = Random(mix64(seed));
    std::ranges::fill(games_, Bare::initial());
    std::ranges::fill(last_, kNoMove);
    write_start();
}

template <const Variant& V>
void Batch<V>::step_random(std::int32_t* actions, const std::uint8_t* where) {
    Random random = random_;  // a local copy that stays in registers
    for (std::size_t i = 0; i < games_.size(); ++i) {
        if (where != nullptr && where[i] == 0) {
            write_result(i, Status::Playing);
            if (actions != nullptr) actions[i] = -1;
            continue;
        }
        const Move m = random_move_from(games_[i], static_cast<std::uint32_t>(random.next()));
        if (actions != nullptr) actions[i] = action_of<V>(m);
        advance(i, m);
    }
    random_ = random;
}

template <const Variant& V>
std::uint64_t Batch<V>::random_steps(std::uint64_t steps) {
    if (steps == 0) return 0;
    std::uint64_t ended = 0;
    Random random = random_;
    for (std::size_t from = 0; from < games_.size(); from += kBlock) {
        const std::size_t to = std::min(from + kBlock, games_.size());
        for (std::uint64_t step = 1; step < steps; ++step)
            for (std::size_t i = from; i < to; ++i) {
                Bare& pos = games_[i];
                const auto bits = static_cast<std::uint32_t>(random.next());
                if (pos.play(random_move_from(pos, bits)) == Status::Playing) [[likely]]
                    continue;
                pos = Bare::initial();
                ++ended;
            }
        for (std::size_t i = from; i < to; ++i)
            ended +=
                advance(i, random_move_from(games_[i], static_cast<std::uint32_t>(random.next())));
    }
    random_ = random;
    return ended;
}

template <const Variant& V>
Result<void> Batch<V>::set_game(std::size_t i, const Game& game) {
    if (&game.variant() != &V)
        return fail(Errc::Usage,
                    fmt::format("the game is of variant {}, not {}", game.variant().name, V.name));
    if (game.over()) return fail(Errc::Usage, "the game is over");
    const Position<V>& pos = game.position().template as<V>();
    games_[i] = pos.template with_tracking<Tracking::None>();
    last_[i] = pos.last_move();
    write_result(i, Status::Playing);
    write_state(i);
    return {};
}

template <const Variant& V>
Result<void> Batch<V>::copy_games(const AnyOf<xttt::Batch>& source) {
    const auto games = std::visit([](const auto& batch) { return batch.size(); }, source);
    const auto* other = std::get_if<Batch>(&source);
    if (other == nullptr || games != size())
        return fail(Errc::Usage, fmt::format("the batch has {} games of {}, not {} of {}", games,
                                             kVariants[source.index()]->name, size(), V.name));
    games_ = other->games_;
    last_ = other->last_;
    write_start();
    return {};
}

#define XTTT_INSTANTIATE(V) template class Batch<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
