#include "stats/least_certain.h"

#include <algorithm>

namespace xttt {
namespace {

// How far apart in the ranking pairs are looked at: all with a few hundred players, fewer with
// more, so that the time stays below some tens of milliseconds.
int reach(int players) {
    constexpr long kEffort = 20'000'000;  // multiplications
    const long n = std::max(players, 1);
    return static_cast<int>(std::max(4L, kEffort / (n * n)));
}

}  // namespace

std::vector<UncertainPair> least_certain_pairs(const Ratings& ratings, int count) {
    struct Candidate {
        UncertainPair pair;
        double width;
        int place;
    };
    const auto order = ratings.best_first();
    const int players = ratings.size(), far = reach(players);
    std::vector<Candidate> candidates;
    for (int i = 0; i < players; ++i) {
        for (int j = i + 1; j < std::min(players, i + 1 + far); ++j) {
            const Estimate gap = ratings.difference(order[i], order[j]);
            const double width = gap.high - gap.low;
            const double certainty = normal_below(2 * kConfidence95 * gap.value / width);
            candidates.push_back({{order[i], order[j], certainty}, width, i});
        }
    }
    const auto wanted = std::min(candidates.size(), static_cast<std::size_t>(std::max(count, 0)));
    const auto less_certain = [](const Candidate& a, const Candidate& b) {
        if (a.pair.certainty != b.pair.certainty) return a.pair.certainty < b.pair.certainty;
        if (a.width != b.width) return a.width > b.width;
        if (a.place != b.place) return a.place < b.place;
        return a.pair.worse < b.pair.worse;
    };
    std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(wanted),
                      candidates.end(), less_certain);
    std::vector<UncertainPair> found;
    for (std::size_t i = 0; i < wanted; ++i) found.push_back(candidates[i].pair);
    return found;
}

}  // namespace xttt
