#include "stats/encounters.h"

#include <algorithm>
#include <cassert>

namespace xttt {

std::vector<Encounter> encounters(int players, std::span<const ScoredGame> games) {
    // Games sorted by their lower player by counting; then each player's games meet one row of
    // slots.
    std::vector<std::size_t> start(static_cast<std::size_t>(players) + 1);
    for (const ScoredGame& game : games) {
        assert(game.x >= 0 && game.x < players && game.o >= 0 && game.o < players);
        assert(game.x != game.o);
        ++start[std::min(game.x, game.o) + 1];
    }
    for (int p = 0; p < players; ++p) start[p + 1] += start[p];
    std::vector<const ScoredGame*> sorted(games.size());
    auto next = start;
    for (const ScoredGame& game : games) sorted[next[std::min(game.x, game.o)]++] = &game;

    constexpr int kNone = -1;
    std::vector<int> slot(players, kNone);
    std::vector<Encounter> found;
    for (int first = 0; first < players; ++first) {
        const auto begin = found.size();
        for (auto i = start[first]; i < start[first + 1]; ++i) {
            const ScoredGame& game = *sorted[i];
            const int second = std::max(game.x, game.o);
            if (slot[second] == kNone) {
                slot[second] = static_cast<int>(found.size());
                found.push_back({first, second, {}, {}});
            }
            Encounter& encounter = found[slot[second]];
            const bool first_is_x = game.x == first;
            encounter.results.add(first_is_x ? game.x_score() : 1 - game.x_score());
            encounter.points[0] += game.points[first_is_x ? 0 : 1];
            encounter.points[1] += game.points[first_is_x ? 1 : 0];
        }
        for (auto i = begin; i < found.size(); ++i) slot[found[i].second] = kNone;
        std::sort(found.begin() + static_cast<std::ptrdiff_t>(begin), found.end(),
                  [](const Encounter& a, const Encounter& b) { return a.second < b.second; });
    }
    return found;
}

}  // namespace xttt
