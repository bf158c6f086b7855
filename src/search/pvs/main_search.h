#pragma once

#include <optional>

#include "search/ordering/move_picker.h"
#include "search/pvs/abdada.h"

namespace xttt {

// Principal variation search of an interior node, fail-soft. docs/explanation/engine.md describes
// the steps.
template <const Variant& V, class E>
template <typename PvsWorker<V, E>::NodeKind kind>
Score PvsWorker<V, E>::search(const Node& node, Score alpha, Score beta, int depth, int ply) {
    constexpr bool Pv = kind == NodeKind::Pv, Excluded = kind == NodeKind::Excluded;
    constexpr bool Shallow = kind == NodeKind::Shallow;
    constexpr bool MayShare = Pv || kind == NodeKind::Shared;
    const Position<V>& pos = pos_;

    // Step 1. Game over, stop request, and signals of other threads.
    if (pos.over()) return final_score(pos, pos.side_to_move(), ply);
    if (stopper_->should_stop(nodes())) return 0;
    if (MayShare && depth >= share_depth_) {
        if (must_unwind(ply)) return 0;
        sync_history();
        threads_.depths().prefetch(pos.key());
    }
    if constexpr (Pv) seldepth_ = std::max(seldepth_, ply);

    // Step 2. Mate distance pruning, where a line is the mate: lines nearer to the root score
    // higher.
    alpha = std::max(alpha, ply - kLineScore);
    beta = std::min(beta, kLineScore - ply - 1);
    if (alpha >= beta) return alpha;

    // Step 3. Reverse futility pruning and razoring: at low depth, a static evaluation far above
    // beta is returned, and one far below alpha is left to the quiescence search.
    const Side side = pos.side_to_move();
    if (selective_ && !Pv && !Excluded && depth <= tuning_.futility_depth && !is_line_score(beta)) {
        const Score stand_pat = evaluator_.score(node.eval, pos);
        if (stand_pat - reverse_futility_margin_ * depth >= beta) {
            depth_limited_ = true;
            return stand_pat;
        }
        if (stand_pat + futility_margin_ * depth <= alpha) {
            depth_limited_ = true;
            return qsearch_wins(node, stand_pat, alpha, beta, ply);
        }
    }

    if constexpr (ScoresQuietMoves<E, V>)
        if (!Excluded && depth == 1) return search_frontier<Pv>(node, alpha, beta, ply);

    // Step 4. Transposition table lookup.
    const Key key = pos.key();
    const TableEntry tte =
        !Shallow && depth >= tuning_.table_depth ? table_.probe(key) : TableEntry{};
    if (!Excluded && tte.found()) {
        const Score score = score_from_table(tte.score, ply);
        if (tt_cutoff(tte, score, alpha, beta, depth)) {
            depth_limited_ |= tt_hits_depth_limited_;
            if constexpr (Pv) pv_.set_pv(ply, pv_from_table(ply));
            return score;
        }
    }

    // Step 5. Internal iterative reduction: without a table move, search one ply less.
    const int original_depth = depth;
    if (selective_ && depth >= tuning_.iir_depth && tte.move.is_none()) --depth;

    // Step 6. Loop through the moves: full window for the first move, zero window for the others.
    Score best = -kInfinite;
    Move best_move = kNoMove;
    int move_count = 0;
    const bool shared = MayShare && depth >= share_depth_;
    if (shared) enter_shared_node(ply, {key, original_depth, alpha, beta, Pv});
    std::array<Move, 32> quiets;
    int quiet_count = 0;
    const int move_count_limit = selective_ && !Pv && depth <= tuning_.late_move_depth
                                     ? tuning_.late_move_base + depth * depth
                                     : kMaxPly;
    int extension = 0;  // of the table move
    const SharedDepths::Visit visit(key, task_, original_depth, Pv);
    // Searches one move; true ends the loop. `child_key` is key_after(m), used in shared nodes
    // only. Always inlined, so that captured variables stay in registers.
    const auto search_move = [&](Move m, Key child_key, bool wins_board,
                                 int searched) __attribute__((always_inline)) {
        // Step 7. Extensions.
        int new_depth = depth - 1 + (wins_board && selective_ ? tuning_.extend_bonus : 0);
        if (searched == 0) new_depth += extension;

        // Step 8. Late move reductions.
        int reduction = 0;
        if (searched > 0 && selective_ && depth >= tuning_.reduction_min_depth && !wins_board) {
            // Each thread orders moves by its own history. Moves begun by any thread count,
            // otherwise each thread would search its own first moves without reduction.
            int number = searched;
            if (shared && joined(ply)) number = std::max(number, threads_.depths().count(visit));
            reduction = base_reduction(depth, number);
            if constexpr (Pv) --reduction;
            reduction -= history_.quiet(side, m) / tuning_.reduction_history;
            reduction = std::clamp(reduction, 0, new_depth - 1);
        }
        if (shared) {
            const MoveDepth first =
                threads_.depths().find_or_insert(visit, m, {new_depth, reduction});
            new_depth = first.depth;
            reduction = first.reduction;
        }
        if (Pv && shared && adopt_shared_best(ply, best, best_move) && best >= beta) return true;
        std::optional<ActiveChild> active;
        if (shared) active.emplace(*this, ply + 1, child_key);
        const Child child(*this, node, m, new_depth - reduction);

        // Step 9. Zero-window search, and re-search if it fails high.
        Score raised_alpha = std::max(alpha, best);
        Score score = 0;
        if (searched == 0 && best <= alpha) {
            score = search_child<Pv>(child, raised_alpha, beta, new_depth, ply);
        } else {
            // A zero-window search leaves no variation.
            if constexpr (Pv) pv_.clear(ply + 1);
            score = search_child<false>(child, raised_alpha, raised_alpha + 1,
                                        new_depth - reduction, ply);
            if (score > raised_alpha && reduction > 0)
                score = search_child<false>(child, raised_alpha, raised_alpha + 1, new_depth, ply);
            if (Pv && shared && score > raised_alpha && score < beta &&
                adopt_shared_best(ply, best, best_move)) {
                if (best >= beta) return true;
                raised_alpha = best;
                score = search_child<false>(child, raised_alpha, raised_alpha + 1, new_depth, ply);
            }
            if (Pv && score > raised_alpha && score < beta)
                score = search_child<true>(child, raised_alpha, beta, new_depth, ply);
        }
        if constexpr (MayShare) active.reset();
        if (shared && must_unwind(ply + 1)) return true;
        // Another thread has finished the node whose singularity is being verified.
        if (Excluded && unwind_ply_ <= ply) return true;

        // Step 10. Check for a new best move and update the move ordering statistics.
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = m;
                if constexpr (Pv) {
                    pv_.update(ply, m);
                    if (shared) publish(ply, best, m, Bound::Lower);
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
    Move tt_move = Excluded ? excluded_move_ : tte.move;
    if (!Excluded && !Shallow && !tt_move.is_none() && pos.is_legal(tt_move)) {
        if (is_singular_candidate(tte, depth, ply) &&
            !(shared && threads_.depths().find(visit, tt_move))) {
            // Step 11. Singular extension and multi-cut: searches the other moves to half the
            // depth. If all fail low against singular_beta, the table move is extended; if one
            // fails high and singular_beta >= beta, the node is assumed to fail high.
            const Score singular_beta =
                score_from_table(tte.score, ply) - margin(tuning_.singular_margin) * depth / 8;
            excluded_move_ = tt_move;
            const Score value = search<NodeKind::Excluded>(node, singular_beta - 1, singular_beta,
                                                           (depth - 1) / 2, ply);
            if (stopper_->stopped()) return 0;
            if (shared && unwind_ply_ <= ply) return unwound_score(ply);
            if (value < singular_beta) {
                extension = 1;
            } else if (singular_beta >= beta) {
                depth_limited_ = true;
                return singular_beta;
            }
        }
        const bool wins = (winning_cells(pos, side, tt_move.board) >> tt_move.cell & 1) != 0;
        done = search_move(tt_move, shared ? key_after(tt_move, node) : 0, wins, move_count++);
    } else if (!Excluded) {
        tt_move = kNoMove;
    }
    if (!done) {
        MovePicker<V> picker(pos, node.boards, history_, killers_[ply], tuning_, tt_move);
        DeferredMoves<typename MovePicker<V>::Entry> deferred;
        // At an expected cut node the first two moves are never deferred: one of them probably
        // cuts off, so threads search it together.
        const int first_deferrable = !Pv && tte.bound == Bound::Lower ? 2 : 1;
        // Prefetches the table entry of the next move while this one is searched.
        const bool prefetches = !Shallow && (shared || depth > tuning_.table_depth);
        auto next = picker.next();
        Key next_key = 0;
        if (prefetches && next != picker.kNone) {
            next_key = key_after(picker.move_of(next), node);
            table_.prefetch(next_key);
        }
        for (; !done && next != picker.kNone; ++move_count) {
            const bool wins_board = picker.wins_board(next);
            // Step 12. Late move pruning. Moves that win a board come first, so the rest is quiet.
            if (move_count >= move_count_limit && !wins_board) {
                depth_limited_ = true;
                break;
            }
            const auto following = picker.next();
            Key following_key = 0;
            if (prefetches && following != picker.kNone) {
                following_key = key_after(picker.move_of(following), node);
                table_.prefetch(following_key);
                if (shared) threads_.active_nodes().prefetch(following_key);
            }
            if (shared && move_count >= first_deferrable && !deferred.full() &&
                searched_elsewhere(next_key))
                deferred.add(next, move_count);
            else
                done = search_move(picker.move_of(next), next_key, wins_board, move_count);
            next = following;
            next_key = following_key;
        }
        while (!done && !deferred.empty()) {
            const auto key_of = [&](auto entry) { return key_after(picker.move_of(entry), node); };
            const auto [entry, number] =
                deferred.take([&](auto waiting) { return !searched_elsewhere(key_of(waiting)); });
            done =
                search_move(picker.move_of(entry), key_of(entry), picker.wins_board(entry), number);
        }
    }
    if (stopper_->stopped()) return 0;
    if (shared && unwind_ply_ <= ply) return unwound_score(ply);

    // Step 13. Store in the transposition table and signal threads that search the same node.
    if constexpr (Excluded) return best == -kInfinite ? alpha : best;
    const Bound bound = best >= beta                   ? Bound::Lower
                        : (Pv && !best_move.is_none()) ? Bound::Exact
                                                       : Bound::Upper;
    if (!Shallow && depth >= tuning_.table_depth)
        table_.store(
            key, {score_to_table(best, ply), best_move, shared ? original_depth : depth, bound});
    if (shared && joined(ply)) {
        if constexpr (Pv) publish(ply, best, best_move, bound);
        threads_.signal_others(active_[ply], ply);
    }
    return best;
}

}  // namespace xttt
