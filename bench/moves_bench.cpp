// The basic operations of a search: make and unmake, make on a copy, list legal moves.

#include "recorded.h"
#include "variants.h"

namespace xttt::bench {
namespace {

constexpr int kGames = 2000;

// Whole games, played and undone. One move is one play and one undo, including the key.
template <const Variant& V>
void make_unmake_with_key(benchmark::State& state) {
    const auto games = random_games<V>(kGames);
    std::vector<typename Position<V>::Undo> undos(static_cast<std::size_t>(V.cells()));
    std::size_t moves = 0;
    Key keys = 0;
    for (auto _ : state) {
        for (const auto& game : games) {
            auto pos = Position<V>::initial();
            for (std::size_t i = 0; i < game.size(); ++i) pos.play(game[i], undos[i]);
            keys ^= pos.key();
            for (std::size_t i = game.size(); i-- > 0;) pos.undo(game[i], undos[i]);
            keys ^= pos.key();
            moves += game.size();
        }
    }
    benchmark::DoNotOptimize(keys);
    state.counters["moves/s"] = rate(static_cast<double>(moves));
}

// The same games with copy-make, as in a search that does not undo moves.
template <const Variant& V>
void copy_make_with_key(benchmark::State& state) {
    const auto games = random_games<V>(kGames);
    std::vector<Position<V>> positions(static_cast<std::size_t>(V.cells()) + 1);
    std::size_t moves = 0;
    Key keys = 0;
    for (auto _ : state) {
        for (const auto& game : games) {
            for (std::size_t i = 0; i < game.size(); ++i) {
                positions[i + 1] = positions[i];
                positions[i + 1].play(game[i]);
            }
            keys ^= positions[game.size()].key();
            moves += game.size();
        }
    }
    benchmark::DoNotOptimize(keys);
    state.counters["moves/s"] = rate(static_cast<double>(moves));
}

template <const Variant& V>
void list_legal_moves(benchmark::State& state) {
    const auto positions = random_positions<V>(kGames);
    std::size_t listed = 0, lists = 0;
    for (auto _ : state) {
        for (const auto& pos : positions)
            pos.for_each_legal([&](Move m) {
                benchmark::DoNotOptimize(m);
                ++listed;
            });
        lists += positions.size();
    }
    state.counters["lists/s"] = rate(static_cast<double>(lists));
    state.counters["moves/s"] = rate(static_cast<double>(listed));
}

XTTT_BENCHMARK_EVERY_VARIANT(make_unmake_with_key);
XTTT_BENCHMARK_EVERY_VARIANT(copy_make_with_key);
XTTT_BENCHMARK_EVERY_VARIANT(list_legal_moves);

}  // namespace
}  // namespace xttt::bench
