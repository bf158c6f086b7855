#include "search/solver/bound_search.h"

#include "rules/variant.h"
#include "search/solver/ordered_moves.h"

namespace xttt {

namespace detail {

// Filled at program start, in 0.1 ms. As a constexpr table it would cost seconds of compile time.
template <const Variant& V>
static std::array<std::uint16_t, std::size_t{1} << V.places()> coverage_table() {
    std::array<std::uint16_t, std::size_t{1} << V.places()> table{};
    for (Mask blocked = 0; blocked < table.size(); ++blocked)
        for (const Mask line : kLines<V>)
            if ((line & blocked) == 0) table[blocked] |= static_cast<std::uint16_t>(line);
    return table;
}

template <const Variant& V>
const std::array<std::uint16_t, std::size_t{1} << V.places()> Coverage<V>::kTable =
    coverage_table<V>();

#define XTTT_INSTANTIATE(V) template struct Coverage<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace detail

namespace {

constexpr bool is_line(int value) {
    return value == kLineValue || value == -kLineValue;
}
// Converts a stored value (points still to be gained) to a value of the whole game.
constexpr int absolute(int stored, int margin) {
    return is_line(stored) ? stored : stored + margin;
}
constexpr std::int8_t relative(int value, int margin) {
    return static_cast<std::int8_t>(is_line(value) ? value : value - margin);
}

}  // namespace

template <const Variant& V>
typename BoundSearch<V>::Bounds BoundSearch<V>::limits(const Endgame<V>& game) {
    const int margin = game.margin();
    return {
        game.line_possible(Side::O) ? -kLineValue : margin - points_of<V>(game.winnable(Side::O)),
        game.line_possible(Side::X) ? kLineValue : margin + points_of<V>(game.winnable(Side::X))};
}

template <const Variant& V>
int BoundSearch<V>::search(const Endgame<V>& game, int threshold) {
    if ((++nodes_ & 0xfff) == 0 && !proceed_(nodes_)) interrupted_ = true;
    if (interrupted_) return 0;
    switch (game.position().status()) {
        case Status::Playing:
            break;
        case Status::LineX:
            return kLineValue;
        case Status::LineO:
            return -kLineValue;
        case Status::Full:
            return game.margin();
    }

    auto [lower, upper] = limits(game);
    if (lower >= threshold) return lower;
    if (upper < threshold) return upper;

    const int margin = game.margin();
    const Key key = game.key();
    Move best = kNoMove;
    if (const auto* entry = table_.find(key)) {
        lower = std::max(lower, absolute(entry->lower, margin));
        upper = std::min(upper, absolute(entry->upper, margin));
        if (lower >= threshold) return lower;
        if (upper < threshold) return upper;
        best = entry->best;
    }

    const std::uint64_t before = nodes_;
    const bool x_moves = game.position().side_to_move() == Side::X;
    int value = x_moves ? -kLineValue : kLineValue;
    OrderedMoves<V> moves(game, best);
    for (int i = 0; i < moves.size(); ++i) {
        const Move m = moves.next();
        Endgame<V> after = game;
        after.play(m);
        table_.prefetch(after.key());
        const int reply = search(after, threshold);
        if (interrupted_) return 0;
        if (x_moves ? reply > value : reply < value) value = reply;
        if (x_moves ? value >= threshold : value < threshold) {
            best = m;
            break;
        }
    }
    if (value >= threshold) {
        lower = std::max(lower, value);
    } else {
        upper = std::min(upper, value);
    }
    const auto work = std::min<std::uint64_t>(nodes_ - before + 1, UINT32_MAX);
    table_.store({key, relative(lower, margin), relative(upper, margin), best,
                  static_cast<std::uint32_t>(work)});
    return value;
}

template <const Variant& V>
Move BoundSearch<V>::move_keeping(const Bare& position, Side side, int margin) {
    const Endgame<V> game(position);
    const auto* entry = table_.find(game.key());
    OrderedMoves<V> moves(game, entry ? entry->best : kNoMove);
    Move m = kNoMove;
    for (int i = 0; i < moves.size() && !interrupted_; ++i) {
        m = moves.next();
        Bare after = position;
        after.play(m);
        const bool kept =
            side == Side::X ? bound(after, margin) >= margin : bound(after, 1 - margin) <= -margin;
        if (kept) break;
    }
    return m;
}

#define XTTT_INSTANTIATE(V) template class BoundSearch<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
