#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include <boost/graph/adjacency_matrix.hpp>
#include <boost/graph/max_cardinality_matching.hpp>

#include "tournament/schedule/formats.h"

namespace xttt {

namespace {

using Graph = boost::adjacency_matrix<boost::undirectedS>;

// Replaces Boost's initial matching by ours.
template <class G, class Mates>
struct KeepMatching {
    static void find_matching(const G&, Mates) {}
};

}  // namespace

void complete_matching(std::vector<int>& mate, const std::function<bool(int, int)>& may_meet) {
    if (std::ranges::count(mate, -1) < 2) return;
    const auto n = mate.size();
    Graph graph(n);
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = a + 1; b < n; ++b)
            if (may_meet(static_cast<int>(a), static_cast<int>(b))) boost::add_edge(a, b, graph);
    const auto none = boost::graph_traits<Graph>::null_vertex();
    std::vector<boost::graph_traits<Graph>::vertex_descriptor> mates(n);
    for (std::size_t v = 0; v < n; ++v)
        mates[v] = mate[v] == -1 ? none : static_cast<std::size_t>(mate[v]);
    using Mates = decltype(mates)::pointer;
    const auto index = boost::get(boost::vertex_index, graph);
    boost::matching<Graph, Mates, std::remove_const_t<decltype(index)>,
                    boost::edmonds_augmenting_path_finder, KeepMatching,
                    boost::no_matching_verifier>(graph, mates.data(), index);
    for (std::size_t v = 0; v < n; ++v)
        mate[v] = mates[v] == none ? -1 : static_cast<int>(mates[v]);
}

namespace {

std::size_t at(int v) {
    return static_cast<std::size_t>(v);
}

// The input of the next round, computed from the previous rounds.
struct History {
    std::vector<long> half_points;  // two per win, one per draw
    std::vector<int> times_first;   // times as first minus times as second
    std::vector<int> byes;
    std::vector<bool> met;  // n x n
    int n;

    History(const StagePlan& plan, const Pool& pool)
        : half_points(at(pool.size())),
          times_first(at(pool.size())),
          byes(at(pool.size())),
          met(at(pool.size()) * at(pool.size())),
          n(pool.size()) {
        for (const PlayedRound& round : pool.rounds)
            for (std::size_t i = 0; i < round.pairings.size(); ++i) {
                const auto [a, b, _] = round.pairings[i];
                if (b == kBye) {
                    ++byes[at(a)];
                    half_points[at(a)] += 2 * plan.games;
                    continue;
                }
                const Trinomial& results = round.scores[i].results;
                half_points[at(a)] += 2 * results.wins + results.draws;
                half_points[at(b)] += 2 * results.losses + results.draws;
                ++times_first[at(a)];
                --times_first[at(b)];
                met[at(a) * at(n) + at(b)] = met[at(b) * at(n) + at(a)] = true;
            }
    }
    bool have_met(int a, int b) const { return met[at(a) * at(n) + at(b)]; }
};

// The entrant that gets the bye: the last in the order among those with the fewest byes.
int take_bye(std::vector<int>& order, const History& history) {
    auto chosen = order.begin();
    for (auto it = order.begin(); it != order.end(); ++it)
        if (history.byes[at(*it)] <= history.byes[at(*chosen)]) chosen = it;
    const int entrant = *chosen;
    order.erase(chosen);
    return entrant;
}

// Pairs by rank: the first entrant meets the first possible opponent of the lower half of its score
// group, else of the upper half, else of the following groups. May leave some unpaired.
std::vector<int> pair_by_rank(const std::vector<int>& order, const History& history) {
    std::vector<int> mate(at(history.n), -1);
    std::vector<int> left = order;
    while (left.size() > 1) {
        const int top = left.front();
        left.erase(left.begin());
        const auto group_end = std::ranges::find_if(left, [&](int v) {
            return history.half_points[at(v)] != history.half_points[at(top)];
        });
        // `left` does not contain the first entrant, so half of the group starts here.
        const auto middle = left.begin() + (group_end - left.begin()) / 2;
        const auto fits = [&](int v) { return !history.have_met(top, v); };
        auto partner = left.end();
        for (const auto& [from, to] :
             {std::pair(middle, group_end), {left.begin(), middle}, {group_end, left.end()}}) {
            const auto found = std::find_if(from, to, fits);
            if (found == to) continue;
            partner = found;
            break;
        }
        if (partner == left.end()) continue;
        mate[at(top)] = *partner;
        mate[at(*partner)] = top;
        left.erase(partner);
    }
    return mate;
}

}  // namespace

std::vector<Pairing> swiss_round(const StagePlan& plan, const Pool& pool) {
    const History history(plan, pool);
    std::vector<int> order(at(pool.size()));
    for (int i = 0; i < pool.size(); ++i) order[at(i)] = i;
    std::ranges::stable_sort(order, std::greater<>{},
                             [&](int v) { return history.half_points[at(v)]; });
    std::optional<int> bye;
    if (order.size() % 2 == 1) bye = take_bye(order, history);

    auto mate = pair_by_rank(order, history);
    const auto may_meet = [&](int a, int b) {
        return a != bye && b != bye && !history.have_met(a, b);
    };
    complete_matching(mate, may_meet);

    std::vector<Pairing> pairings;
    std::vector<int> alone;  // entrants that can only have a rematch
    const auto add = [&](int a, int b) {
        const int lead = history.times_first[at(a)] - history.times_first[at(b)];
        const bool swapped = lead > 0 || (lead == 0 && pool.rounds.size() % 2 == 1);
        pairings.push_back(swapped ? Pairing{b, a} : Pairing{a, b});
    };
    std::vector<bool> done(at(pool.size()), false);
    for (const int v : order) {
        const int partner = mate[at(v)];
        if (partner == -1) alone.push_back(v);
        if (partner == -1 || done[at(v)]) continue;
        done[at(partner)] = true;
        add(v, partner);
    }
    for (std::size_t i = 0; i + 1 < alone.size(); i += 2) add(alone[i], alone[i + 1]);
    if (bye) pairings.push_back({*bye, kBye});
    return pairings;
}

}  // namespace xttt
