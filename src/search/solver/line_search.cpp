#include "search/solver/line_search.h"

#include <algorithm>

#include "rules/variant.h"
#include "search/solver/ordered_moves.h"

namespace xttt {

template <const Variant& V>
int least_line_moves(const Endgame<V>& game, Side side) {
    const auto& pos = game.position();
    int least = LineEntry::kMaxMoves;
    for (int big = 0; big < V.big_boards; ++big) {
        const int first = big * V.places();
        const Mask won = pos.won(side) >> first & kFullMask<V>;
        const Mask reachable = won | (game.winnable(side) >> first & kFullMask<V>);
        for (const Mask line : kLines<V>)
            if ((line & ~reachable) == 0) least = std::min(least, std::popcount(line & ~won));
    }
    return least;
}

template <const Variant& V>
bool LineSearch<V>::forced_within(const Endgame<V>& game, int moves) {
    if ((++nodes_ & 0xfff) == 0 && !proceed_(nodes_)) interrupted_ = true;
    if (interrupted_) return false;
    const auto& pos = game.position();
    if (pos.over()) return pos.status() == (winner_ == Side::X ? Status::LineX : Status::LineO);
    if (least_line_moves(game, winner_) > moves) return false;

    const Key key = game.key();
    LineEntry entry{.key = key};
    if (const auto* found = table_.find(key)) {
        if (found->forced_in <= moves) return true;
        if (found->safe_for >= moves) return false;
        entry = *found;
    }
    const std::uint64_t before = nodes_;
    const bool winner_moves = pos.side_to_move() == winner_;
    bool forced = !winner_moves;
    OrderedMoves<V> order(game, kNoMove);
    for (int i = 0; i < order.size(); ++i) {
        Endgame<V> after = game;
        after.play(order.next());
        const bool reply = forced_within(after, moves - 1);
        if (interrupted_) return false;
        if (reply == winner_moves) {
            forced = winner_moves;
            break;
        }
    }
    if (forced) {
        entry.forced_in = static_cast<std::uint16_t>(moves);
    } else {
        entry.safe_for = static_cast<std::uint16_t>(moves);
    }
    entry.work = static_cast<std::uint32_t>(std::min<std::uint64_t>(nodes_ - before + 1, 1u << 31));
    table_.store(entry);
    return forced;
}

template <const Variant& V>
int LineSearch<V>::distance(const Bare& position) {
    if (position.over()) return 0;
    const Endgame<V> game(position);
    int moves = 1;
    while (!forced_within(game, moves) && !interrupted_) ++moves;
    return moves;
}

template <const Variant& V>
Move LineSearch<V>::best_move(const Bare& position) {
    const int moves = distance(position);
    const bool winner_moves = position.side_to_move() == winner_;
    OrderedMoves<V> order(Endgame<V>(position), kNoMove);
    Move m = kNoMove;
    for (int i = 0; i < order.size() && !interrupted_; ++i) {
        m = order.next();
        Bare after = position;
        after.play(m);
        const Endgame<V> game(after);
        if (winner_moves ? forced_within(game, moves - 1) : !forced_within(game, moves - 2)) break;
    }
    return m;
}

#define XTTT_INSTANTIATE(V)       \
    template class LineSearch<V>; \
    template int least_line_moves<V>(const Endgame<V>&, Side);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
