#include "rules/perft.h"

namespace xttt {
namespace {

template <const Variant& V>
using Bare = Position<V, Tracking::None>;

template <const Variant& V>
std::uint64_t count_below(Bare<V>& pos, int depth) {
    std::uint64_t nodes = 0;
    // The last played ply has its own loop: with play, count and undo inlined together, the
    // compiler removes the stores that undo overwrites.
    if (depth == 2) {
        pos.for_each_legal([&](Move m) {
            typename Bare<V>::Undo undo;
            pos.play(m, undo);
            nodes += static_cast<std::uint64_t>(pos.legal_count());
            pos.undo(m, undo);
        });
        return nodes;
    }
    pos.for_each_legal([&](Move m) {
        typename Bare<V>::Undo undo;
        pos.play(m, undo);
        nodes += count_below<V>(pos, depth - 1);
        pos.undo(m, undo);
    });
    return nodes;
}

}  // namespace

template <const Variant& V>
std::uint64_t perft(const Position<V>& position, int depth) {
    if (depth <= 0) return 1;
    if (depth == 1) return static_cast<std::uint64_t>(position.legal_count());
    auto pos = position.template with_tracking<Tracking::None>();
    return count_below<V>(pos, depth);
}

#define XTTT_INSTANTIATE(V) template std::uint64_t perft<V>(const Position<V>&, int);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
