#pragma once

#include <optional>

#include "search/pvs/abdada.h"
#include "search/pvs/worker.h"

namespace xttt {

template <const Variant& V, class E>
RootOutcome PvsWorker<V, E>::search_root(std::span<RootMove> moves, int depth) {
    depth_limited_ = false;
    const Node root{evaluator_.start(pos_), BoardThreats<V>(pos_)};
    const Score guess = moves[0].score;
    Score width = margin(tuning_.aspiration_window);
    Score alpha = -kInfinite, beta = kInfinite;
    if (depth >= tuning_.aspiration_depth && guess != -kInfinite && !is_line_score(guess)) {
        alpha = guess - width;
        beta = guess + width;
    }
    for (;;) {
        const Score score = shared_window(root, moves, alpha, beta, depth);
        if (stopper_->stopped()) return {.finished = false};
        width *= 4;
        if (score <= alpha && alpha > -kInfinite) {
            alpha = width > kLineScore / 16 ? -kInfinite : score - width;
        } else if (score >= beta && beta < kInfinite) {
            beta = width > kLineScore / 16 ? kInfinite : score + width;
        } else {
            return {.finished = true, .depth_limited = depth_limited_};
        }
    }
}

// The main thread's search of the root in one window, together with the helper threads. The result
// is that of the first thread to finish.
template <const Variant& V, class E>
Score PvsWorker<V, E>::shared_window(const Node& root, std::span<RootMove> moves, Score alpha,
                                     Score beta, int depth) {
    if (depth < share_depth_) return search_window(root, moves, alpha, beta, depth);
    task_ = threads_.set_task({{moves.begin(), moves.end()}, alpha, beta, depth});
    const Score score = search_window(root, moves, alpha, beta, depth);
    unwind_ply_ = kNoUnwind;
    if (stopper_->stopped() || threads_.finish_task(task_, {})) return score;
    RootResult result = threads_.result();
    std::ranges::move(result.moves, moves.begin());
    depth_limited_ |= result.depth_limited;
    return result.score;
}

template <const Variant& V, class E>
void PvsWorker<V, E>::help() {
    const Node root{evaluator_.start(pos_), BoardThreats<V>(pos_)};
    RootTask task;
    for (;;) {
        task_ = threads_.get_task(task);
        if (stopper_->overdue()) return;
        if (task.depth > 0) {
            depth_limited_ = false;
            const Score score = search_window(root, task.moves, task.alpha, task.beta, task.depth);
            if (stopper_->stopped()) return;
            if (unwind_ply_ == kNoUnwind)
                threads_.finish_task(task_, {task.moves, score, depth_limited_});
            unwind_ply_ = kNoUnwind;
        }
        threads_.await_task(task_);
    }
}

template <const Variant& V, class E>
Score PvsWorker<V, E>::search_window(const Node& root, std::span<RootMove> moves, Score alpha,
                                     Score beta, int depth) {
    struct Candidate {
        Move move;
        std::size_t index;
    };
    std::vector<Candidate> candidates, deferred;
    for (std::size_t i = 0; i < moves.size(); ++i) candidates.push_back({moves[i].move, i});

    root_depth_ = depth;
    const bool shared = depth >= share_depth_;
    enter_shared_node(0, {pos_.key(), depth, alpha, beta, true});
    Score best = -kInfinite;
    const auto put_first = [&](Move m, Score score, std::vector<Move> pv) {
        const auto place = std::ranges::find(moves, m, &RootMove::move);
        place->score = score;
        place->pv = std::move(pv);
        std::rotate(moves.begin(), place, place + 1);
    };
    // Whether another thread has published a better move.
    const auto adopt_better = [&] {
        Move better = kNoMove;
        if (!shared || !adopt_shared_best(0, best, better)) return false;
        put_first(better, best, pv_.get(0));
        return true;
    };
    const auto search_move = [&](Move m, std::size_t i) {
        if (adopt_better() && best >= beta) return true;
        std::optional<ActiveChild> active;
        if (shared) active.emplace(*this, 1, key_after(m, root));
        const Child child(*this, root, m, depth - 1);
        Score score = 0;
        Score raised_alpha = std::max(alpha, best);
        if (i == 0 && best <= alpha) {
            score = search_child<true>(child, raised_alpha, beta, depth - 1, 0);
        } else {
            pv_.clear(1);
            const int reduction = selective_ && depth >= tuning_.reduction_min_depth && i >= 4
                                      ? base_reduction(depth, static_cast<int>(i)) / 2
                                      : 0;
            score = search_child<false>(child, raised_alpha, raised_alpha + 1,
                                        depth - 1 - reduction, 0);
            if (score > raised_alpha && reduction > 0)
                score = search_child<false>(child, raised_alpha, raised_alpha + 1, depth - 1, 0);
            if (score > raised_alpha && score < beta && adopt_better()) {
                if (best >= beta) return true;
                raised_alpha = best;
                score = search_child<false>(child, raised_alpha, raised_alpha + 1, depth - 1, 0);
            }
            if (score > raised_alpha && score < beta)
                score = search_child<true>(child, raised_alpha, beta, depth - 1, 0);
        }
        active.reset();
        if (stopper_->stopped() || (shared && must_unwind(1))) return true;
        if (score <= best) return false;
        best = score;
        // A fail low says nothing about the order of the moves.
        if (score <= alpha) return false;
        pv_.update(0, m);
        put_first(m, score, pv_.get(0));
        if (shared) publish(0, score, m, Bound::Lower);
        return score >= beta;
    };
    bool done = false;
    for (const auto [m, i] : candidates) {
        if (shared && i > 0 && searched_elsewhere(key_after(m, root)))
            deferred.push_back({m, i});
        else
            done = search_move(m, i);
        if (done) break;
    }
    while (!done && !deferred.empty()) {
        auto chosen = std::ranges::find_if(deferred, [&](const Candidate& c) {
            return !searched_elsewhere(key_after(c.move, root));
        });
        if (chosen == deferred.end()) chosen = deferred.begin();
        const auto [m, i] = *chosen;
        deferred.erase(chosen);
        done = search_move(m, i);
    }
    return best;
}

}  // namespace xttt
