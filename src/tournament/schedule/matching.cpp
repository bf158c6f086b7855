#include "tournament/schedule/matching.h"

#include <algorithm>

#include <boost/graph/adjacency_matrix.hpp>
#include <boost/graph/max_cardinality_matching.hpp>

namespace xttt {
namespace {

using Graph = boost::adjacency_matrix<boost::undirectedS>;

// Where Boost would begin with a matching of its own, ours stays.
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

}  // namespace xttt
