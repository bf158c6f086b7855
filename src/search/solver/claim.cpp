#include "search/solver/claim.h"

#include <fmt/format.h>

#include "rules/fen.h"
#include "rules/notation.h"

namespace xttt {
namespace {

// Whether `reach` contains a complete line of some big board.
template <const Variant& V>
bool holds_big_line(BoardSet reach) {
    for (int big = 0; big < V.big_boards; ++big)
        if (has_line<V>(reach >> (big * V.places()) & kFullMask<V>)) return true;
    return false;
}

}  // namespace

template <const Variant& V>
ClaimVerifier<V>::State::State(const Position<V>& pos)
    : won{pos.won(Side::X), pos.won(Side::O)},
      place(pos.bound_place()),
      side(pos.side_to_move()),
      bonus(pos.is_bonus_move()),
      key(pos.key()) {
    for (int b = 0; b < V.small_boards(); ++b) {
        if (!pos.is_open(b)) continue;
        open |= BoardSet{1} << b;
        for (int s = 0; s < 2; ++s)
            marks[s][b] = static_cast<std::uint16_t>(pos.marks(static_cast<Side>(s), b));
    }
}

template <const Variant& V>
bool ClaimVerifier<V>::holds(const Outcome& outcome) const {
    if (outcome.line_winner) return *outcome.line_winner == claim_.side;
    return claim_.kind == Claim::Kind::Margin && outcome.margin(claim_.side) >= claim_.amount;
}

template <const Variant& V>
bool ClaimVerifier<V>::settled(const Position<V>& pos) const {
    if (claim_.kind == Claim::Kind::Line) return false;
    const Side other = opponent(claim_.side);
    BoardSet winnable = 0;
    for (int b = 0; b < V.small_boards(); ++b)
        if (pos.is_open(b) && has_line<V>(kFullMask<V> & ~pos.marks(claim_.side, b)))
            winnable |= BoardSet{1} << b;
    const BoardSet reach = pos.won(other) | winnable;
    return !holds_big_line<V>(reach) &&
           pos.board_points(claim_.side) - points_of<V>(reach) >= claim_.amount;
}

template <const Variant& V>
Result<int> ClaimVerifier<V>::verify(const Position<V>& pos) {
    if (const auto outcome = pos.outcome()) {
        if (holds(*outcome)) return 0;
        return fail(Errc::BadInput,
                    fmt::format("the claim is false in position '{}'", to_fen<V>(pos)));
    }
    if (settled(pos)) return 0;
    const State state(pos);
    if (const auto seen = longest_.find(state); seen != longest_.end()) return seen->second;
    if (longest_.size() >= max_positions_)
        return fail(Errc::BadInput,
                    fmt::format("the proof has more than {} positions", max_positions_));

    int longest = 0;
    std::optional<Error> error;
    const auto follow = [&](Move m) {
        if (error) return;
        Position<V> after = pos;
        after.play(m);
        const auto below = verify(after);
        if (below) {
            longest = std::max(longest, *below + 1);
        } else {
            error = below.error();
        }
    };
    if (pos.side_to_move() == claim_.side) {
        TRY(const auto chosen, choose_(pos));
        if (!pos.is_legal(chosen))
            return fail(Errc::IllegalMove, fmt::format("'{}' is illegal in position '{}'",
                                                       move_text<V>(chosen), to_fen<V>(pos)));
        follow(chosen);
    } else {
        pos.for_each_legal(follow);
    }
    if (error) return std::unexpected(*error);
    longest_.emplace(state, longest);
    return longest;
}

template <const Variant& V>
Result<int> ClaimVerifier<V>::run(const Position<V>& root) {
    const auto longest = verify(root);
    if (longest && claim_.kind == Claim::Kind::Line && *longest > claim_.amount)
        return fail(Errc::BadInput, fmt::format("the line takes {} moves; the proof claims {}",
                                                *longest, claim_.amount));
    return longest;
}

#define XTTT_INSTANTIATE(V) template class ClaimVerifier<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
