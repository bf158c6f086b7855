#pragma once

#include "search/ordering/move_picker.h"
#include "search/pvs/deferred.h"
#include "search/pvs/worker.h"

namespace xttt {

// The search of one node between the root and the horizon: docs/explanation/engine.md goes through
// its steps.
template <const Variant& V, class E>
template <typename PvsWorker<V, E>::Kind kind>
Score PvsWorker<V, E>::search(const Node& node, Score alpha, Score beta, int depth, int ply) {
    constexpr bool Pv = kind == Kind::Pv, Without = kind == Kind::Without;
    constexpr bool Shallow = kind == Kind::Shallow;
    constexpr bool MayShare = Pv || kind == Kind::Joint;
    const Position<V>& pos = pos_;

    // Step 1. The end of the game.
    if (pos.over()) return final_score(pos, pos.side_to_move(), ply);
    if (stopper_->should_stop(nodes())) return 0;
    if (MayShare && depth >= share_depth_) {
        if (leaving(ply)) return 0;
        exchange_history();
        team_.agreement().prefetch(pos.key());
    }
    if constexpr (Pv) seldepth_ = std::max(seldepth_, ply);

    // Step 2. A line already found nearer to the root cannot be beaten further away.
    alpha = std::max(alpha, ply - kLineScore);
    beta = std::min(beta, kLineScore - ply - 1);
    if (alpha >= beta) return alpha;

    // Step 3. Near the horizon: so far above beta, or below alpha, that quiet moves will not
    // matter.
    const Side side = pos.side_to_move();
    if (selective_ && !Pv && !Without && depth <= tuning_.futility_depth && !is_line_score(beta)) {
        const Score standing = evaluator_.score(node.eval, pos);
        if (standing - reverse_futility_margin_ * depth >= beta) {
            horizon_seen_ = true;
            return standing;
        }
        if (standing + futility_margin_ * depth <= alpha) {
            horizon_seen_ = true;
            return win_boards(node, standing, alpha, beta, ply);
        }
    }

    if constexpr (ScoresReplies<E, V>)
        if (!Without && depth == 1) return last_ply<Pv>(node, alpha, beta, ply);

    // Step 4. What is known of this position.
    const Key key = pos.key();
    const TableEntry known =
        !Shallow && depth >= tuning_.table_depth ? table_.probe(key) : TableEntry{};
    if (!Without && known.found()) {
        const Score score = score_from_table(known.score, ply);
        if (settles(known, score, alpha, beta, depth)) {
            horizon_seen_ |= hits_hide_horizon_;
            if constexpr (Pv) pv_.set_line(ply, known_line(ply));
            return score;
        }
    }

    // Step 5. Without a known move a full search is a poor investment: find one first.
    const int asked = depth;
    if (selective_ && depth >= tuning_.iir_depth && known.move.is_none()) --depth;

    // Step 6. The moves, best first: the first with the full window, the rest to refute.
    Score best = -kInfinite;
    Move best_move = kNoMove;
    int index = 0;  // of the next move
    const bool shared = MayShare && depth >= share_depth_;
    if (shared) join(ply, {key, asked, alpha, beta, Pv});
    std::array<Move, 32> quiets;
    int quiet_count = 0;
    const int late = selective_ && !Pv && depth <= tuning_.late_move_depth
                         ? tuning_.late_move_base + depth * depth
                         : kMaxPly;
    int deeper = 0;  // for the first move
    const Agreement::Visit visit(key, task_, asked, Pv);
    // `after` is what key_after says of the move, for nodes that are shared. Inside this function
    // wherever it is called, so that what it shares with it stays in registers.
    const auto consider = [&](Move m, Key after, bool wins_board,
                              int searched) __attribute__((always_inline)) {
        int next = depth - 1 + (wins_board && selective_ ? tuning_.extend_bonus : 0);
        if (searched == 0) next += deeper;
        int less = 0;
        if (searched > 0 && selective_ && depth >= tuning_.reduction_min_depth && !wins_board) {
            // Threads order moves by what each has learnt: what any of them has begun counts, or
            // several would search their favourites deep.
            int place = searched;
            if (shared && frames_[ply].met)
                place = std::max(place, team_.agreement().decided(visit));
            less = reduction(depth, place);
            if constexpr (Pv) --less;
            less -= history_.quiet(side, m) / tuning_.reduction_history;
            less = std::clamp(less, 0, next - 1);
        }
        if (shared) {
            const auto agreed = team_.agreement().decide(visit, m, {next, less});
            next = agreed.full;
            less = agreed.less;
        }
        if (Pv && shared && hear_better(ply, best, best_move) && best >= beta) return true;
        if (shared) team_.enter(number_, ply + 1, after);
        const Child child(*this, node, m, next - less);
        Score floor = std::max(alpha, best);
        Score score = 0;
        if (searched == 0 && best <= alpha) {
            score = search_child<Pv>(child, floor, beta, next, ply);
        } else {
            // A zero window leaves no line behind, should its value stand.
            if constexpr (Pv) pv_.clear(ply + 1);
            score = search_child<false>(child, floor, floor + 1, next - less, ply);
            if (score > floor && less > 0)
                score = search_child<false>(child, floor, floor + 1, next, ply);
            if (Pv && shared && score > floor && score < beta &&
                hear_better(ply, best, best_move)) {
                if (best >= beta) {
                    team_.enter(number_, ply + 1, 0);
                    return true;
                }
                floor = best;
                score = search_child<false>(child, floor, floor + 1, next, ply);
            }
            if (Pv && score > floor && score < beta)
                score = search_child<true>(child, floor, beta, next, ply);
        }
        if (shared) {
            team_.enter(number_, ply + 1, 0);
            if (leaving(ply + 1)) return true;
        }
        // The node that this search is for has been left.
        if (Without && leave_to_ <= ply) return true;
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = m;
                if constexpr (Pv) {
                    pv_.set(ply, m);
                    if (shared) tell(ply, best, m, Bound::Lower);
                }
            }
        }
        if (best >= beta) {
            if (!wins_board) {
                const auto tried = std::span(quiets).first(static_cast<std::size_t>(quiet_count));
                history_.reward(side, m, tried, depth, tuning_);
                killers_[ply] = m;
            }
            return true;
        }
        if (!wins_board && quiet_count < static_cast<int>(quiets.size())) quiets[quiet_count++] = m;
        return stopper_->stopped();
    };
    bool done = false;
    Move first = Without ? without_ : known.move;
    if (!Without && !Shallow && !first.is_none() && pos.is_legal(first)) {
        if (may_stand_alone(known, depth, ply) &&
            !(shared && team_.agreement().find(visit, first))) {
            // A move better than all others by a margin, at half the depth, is searched deeper; if
            // another one also reaches beta, one of them will.
            const Score bar =
                score_from_table(known.score, ply) - margin(tuning_.singular_margin) * depth / 8;
            without_ = first;
            const Score others = search<Kind::Without>(node, bar - 1, bar, (depth - 1) / 2, ply);
            if (stopper_->stopped()) return 0;
            if (shared && leave_to_ <= ply) return left(ply);
            if (others < bar) {
                deeper = 1;
            } else if (bar >= beta) {
                horizon_seen_ = true;
                return bar;
            }
        }
        const bool wins = (winning_cells(pos, side, first.board) >> first.cell & 1) != 0;
        done = consider(first, shared ? key_after(first, node) : 0, wins, index++);
    } else if (!Without) {
        first = kNoMove;
    }
    if (!done) {
        MovePicker<V> picker(pos, node.boards, history_, killers_[ply], tuning_, first);
        Deferred<typename MovePicker<V>::Entry> later;
        // Where one of the first moves is likely to be enough, threads search it together.
        const int exclusive = !Pv && known.bound == Bound::Lower ? 2 : 1;
        // Memory is slow: what the table says about the next move is on its way meanwhile.
        const bool fetches = !Shallow && (shared || depth > tuning_.table_depth);
        auto next = picker.next();
        Key next_key = 0;
        if (fetches && next != picker.kNone) {
            next_key = key_after(picker.move_of(next), node);
            table_.prefetch(next_key);
        }
        for (; !done && next != picker.kNone; ++index) {
            const bool wins_board = picker.wins_board(next);
            // Moves that win a board come first: what is left now is quiet and late.
            if (index >= late && !wins_board) {
                horizon_seen_ = true;
                break;
            }
            const auto after = picker.next();
            Key after_key = 0;
            if (fetches && after != picker.kNone) {
                after_key = key_after(picker.move_of(after), node);
                table_.prefetch(after_key);
            }
            if (shared && index >= exclusive && !later.full() && in_other_hands(ply, next_key))
                later.add(next, index);
            else
                done = consider(picker.move_of(next), next_key, wins_board, index);
            next = after;
            next_key = after_key;
        }
        while (!done && !later.empty()) {
            const auto key_of = [&](auto entry) { return key_after(picker.move_of(entry), node); };
            const auto [entry, place] =
                later.take([&](auto waiting) { return !in_other_hands(ply, key_of(waiting)); });
            done = consider(picker.move_of(entry), key_of(entry), picker.wins_board(entry), place);
        }
    }
    if (stopper_->stopped()) return 0;
    if (shared && leave_to_ <= ply) return left(ply);

    // Step 7. Remember.
    if constexpr (Without) return best == -kInfinite ? alpha : best;
    const Bound bound = best >= beta                   ? Bound::Lower
                        : (Pv && !best_move.is_none()) ? Bound::Exact
                                                       : Bound::Upper;
    if (!Shallow && depth >= tuning_.table_depth)
        table_.store(key, {score_to_table(best, ply), best_move, shared ? asked : depth, bound});
    if (shared && frames_[ply].met) {
        if constexpr (Pv) tell(ply, best, best_move, bound);
        team_.call_there(number_, ply);
    }
    return best;
}

}  // namespace xttt
