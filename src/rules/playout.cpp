#include "rules/playout.h"

namespace xttt {
namespace {

template <const Variant& V>
using Bare = Position<V, Tracking::None>;

// Number of interleaved games. Three measured best on Zen 4: with fewer the core waits, with more
// registers spill and the games evict each other from the cache.
constexpr int kLanes = 3;

template <const Variant& V>
[[gnu::always_inline]] inline Status random_step(Bare<V>& pos, std::uint32_t bits) {
    unsigned count = 0;
    if (pos.is_bound()) [[likely]] {
        count = static_cast<unsigned>(std::popcount(pos.bound_cells()));
    } else {
        count = static_cast<unsigned>(pos.playable().size());
    }
    return pos.play(pos.nth_legal(Random::scale(bits, count)));
}

template <const Variant& V>
void count_game(PlayoutTally& tally, const Bare<V>& pos) {
    ++tally.games;
    switch (pos.status()) {
        case Status::LineX:
            ++tally.line_wins[0];
            tally.points[0] += V.line_points;
            break;
        case Status::LineO:
            ++tally.line_wins[1];
            tally.points[1] += V.line_points;
            break;
        default:
            ++tally.full;
            tally.points[0] += static_cast<std::uint64_t>(pos.board_points(Side::X));
            tally.points[1] += static_cast<std::uint64_t>(pos.board_points(Side::O));
    }
}

// Plays to the end in place; returns the number of moves. Each random number is used for two moves.
template <const Variant& V>
[[gnu::always_inline]] inline std::uint64_t run_to_end(Bare<V>& pos, Random& random) {
    std::uint64_t moves = 0;
    for (;;) {
        const std::uint64_t bits = random.next();
        ++moves;
        if (random_step<V>(pos, static_cast<std::uint32_t>(bits)) != Status::Playing) return moves;
        ++moves;
        if (random_step<V>(pos, static_cast<std::uint32_t>(bits >> 32)) != Status::Playing)
            return moves;
    }
}

}  // namespace

template <const Variant& V>
Position<V, Tracking::None> random_playout(Position<V, Tracking::None> position, Random& random) {
    if (!position.over()) run_to_end<V>(position, random);
    return position;
}

template <const Variant& V>
PlayoutTally random_playouts(const Position<V>& start, std::uint64_t games, Random& random) {
    PlayoutTally tally;
    const auto from = start.template with_tracking<Tracking::None>();
    for (std::uint64_t g = 0; g < games; ++g) {
        Bare<V> pos = from;
        if (!pos.over()) tally.moves += run_to_end<V>(pos, random);
        count_game<V>(tally, pos);
    }
    return tally;
}

template <const Variant& V>
PlayoutTally random_playouts_batched(const Position<V>& start, std::uint64_t games,
                                     Random& random) {
    const auto from = start.template with_tracking<Tracking::None>();
    if (from.over() || games < kLanes) return random_playouts<V>(start, games, random);

    struct Lane {
        Bare<V> pos;
        std::uint64_t moves = 0;
        Random random{0};
    };
    PlayoutTally tally;
    std::array<Lane, kLanes> lanes;
    std::uint64_t to_start = games - kLanes;
    for (auto& lane : lanes) lane = {from, 0, Random{random.next()}};

    // While unstarted games remain, every lane is always busy and needs no check.
    const auto advance = [&](Lane& lane, std::uint32_t bits) __attribute__((always_inline)) {
        ++lane.moves;
        if (random_step<V>(lane.pos, bits) == Status::Playing) [[likely]]
            return;
        count_game<V>(tally, lane.pos);
        tally.moves += lane.moves;
        lane.moves = 0;
        lane.pos = from;
        --to_start;
    };
    while (static_cast<std::int64_t>(to_start) >= 2 * kLanes) {
        std::array<std::uint64_t, kLanes> bits;
#pragma GCC unroll 8
        for (int k = 0; k < kLanes; ++k) bits[k] = lanes[k].random.next();
#pragma GCC unroll 8
        for (int k = 0; k < kLanes; ++k) advance(lanes[k], static_cast<std::uint32_t>(bits[k]));
#pragma GCC unroll 8
        for (int k = 0; k < kLanes; ++k)
            advance(lanes[k], static_cast<std::uint32_t>(bits[k] >> 32));
    }
    // Finishes the running games, then plays the few that were never started.
    for (auto& lane : lanes) {
        tally.moves += lane.moves + run_to_end<V>(lane.pos, lane.random);
        count_game<V>(tally, lane.pos);
    }
    const auto rest = random_playouts<V>(start, games - tally.games, random);
    tally.games += rest.games;
    tally.moves += rest.moves;
    tally.full += rest.full;
    for (int s = 0; s < 2; ++s) {
        tally.line_wins[s] += rest.line_wins[s];
        tally.points[s] += rest.points[s];
    }
    return tally;
}

#define XTTT_INSTANTIATE(V)                                                                       \
    template Position<V, Tracking::None> random_playout<V>(Position<V, Tracking::None>, Random&); \
    template PlayoutTally random_playouts<V>(const Position<V>&, std::uint64_t, Random&);         \
    template PlayoutTally random_playouts_batched<V>(const Position<V>&, std::uint64_t, Random&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
