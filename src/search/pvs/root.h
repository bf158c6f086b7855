#pragma once

#include "search/pvs/sharing.h"
#include "search/pvs/worker.h"

namespace xttt {

template <const Variant& V, class E>
RootOutcome PvsWorker<V, E>::search_root(std::span<RootMove> moves, int depth) {
    horizon_seen_ = false;
    const Node root{evaluator_.start(pos_), HotBoards<V>(pos_)};
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
            return {.finished = true, .horizon_seen = horizon_seen_};
        }
    }
}

// The main thread's search of the root in one window, with the others' help. Whoever is first to
// finish it has the result.
template <const Variant& V, class E>
Score PvsWorker<V, E>::shared_window(const Node& root, std::span<RootMove> moves, Score alpha,
                                     Score beta, int depth) {
    if (depth < share_depth_) return search_window(root, moves, alpha, beta, depth);
    task_ = team_.set_task({{moves.begin(), moves.end()}, alpha, beta, depth});
    const Score score = search_window(root, moves, alpha, beta, depth);
    leave_to_ = kStay;
    if (stopper_->stopped() || team_.finish_task(task_, {})) return score;
    RootResult result = team_.result();
    std::ranges::move(result.moves, moves.begin());
    horizon_seen_ |= result.horizon_seen;
    return result.score;
}

template <const Variant& V, class E>
void PvsWorker<V, E>::help() {
    const Node root{evaluator_.start(pos_), HotBoards<V>(pos_)};
    RootTask task;
    for (;;) {
        task_ = team_.get_task(task);
        if (stopper_->overdue()) return;
        if (task.depth > 0) {
            horizon_seen_ = false;
            const Score score = search_window(root, task.moves, task.alpha, task.beta, task.depth);
            if (stopper_->stopped()) return;
            if (leave_to_ == kStay) team_.finish_task(task_, {task.moves, score, horizon_seen_});
            leave_to_ = kStay;
        }
        team_.await_task(task_);
    }
}

template <const Variant& V, class E>
Score PvsWorker<V, E>::search_window(const Node& root, std::span<RootMove> moves, Score alpha,
                                     Score beta, int depth) {
    struct Candidate {
        Move move;
        std::size_t index;
    };
    std::vector<Candidate> candidates, later;
    for (std::size_t i = 0; i < moves.size(); ++i) candidates.push_back({moves[i].move, i});

    root_depth_ = depth;
    const bool shared = depth >= share_depth_;
    frames_[0] = {pos_.key(), depth, alpha, beta, true, shared};
    Score best = -kInfinite;
    const auto put_first = [&](Move m, Score score, std::vector<Move> line) {
        const auto place = std::ranges::find(moves, m, &RootMove::move);
        place->score = score;
        place->pv = std::move(line);
        std::rotate(moves.begin(), place, place + 1);
    };
    // Whether another thread found a better move meanwhile.
    const auto hears_better = [&] {
        Move better = kNoMove;
        if (!shared || !hear_better(0, best, better)) return false;
        put_first(better, best, pv_.line(0));
        return true;
    };
    const auto consider = [&](Move m, std::size_t i) {
        if (hears_better() && best >= beta) return true;
        if (shared) team_.enter(number_, 1, key_after(m, root));
        const Child child(*this, root, m, depth - 1);
        Score score = 0;
        Score floor = std::max(alpha, best);
        if (i == 0 && best <= alpha) {
            score = search_child<true>(child, floor, beta, depth - 1, 0);
        } else {
            pv_.clear(1);
            const int less = selective_ && depth >= tuning_.reduction_min_depth && i >= 4
                                 ? reduction(depth, static_cast<int>(i)) / 2
                                 : 0;
            score = search_child<false>(child, floor, floor + 1, depth - 1 - less, 0);
            if (score > floor && less > 0)
                score = search_child<false>(child, floor, floor + 1, depth - 1, 0);
            if (score > floor && score < beta && hears_better()) {
                if (best >= beta) {
                    team_.enter(number_, 1, 0);
                    return true;
                }
                floor = best;
                score = search_child<false>(child, floor, floor + 1, depth - 1, 0);
            }
            if (score > floor && score < beta)
                score = search_child<true>(child, floor, beta, depth - 1, 0);
        }
        if (shared) team_.enter(number_, 1, 0);
        if (stopper_->stopped() || (shared && leaving(1))) return true;
        if (score <= best) return false;
        best = score;
        // Below alpha it is only known that nothing is better: the order of candidates stands.
        if (score <= alpha) return false;
        pv_.set(0, m);
        put_first(m, score, pv_.line(0));
        if (shared) tell(0, score, m, Bound::Lower);
        return score >= beta;
    };
    bool done = false;
    for (const auto [m, i] : candidates) {
        if (shared && i > 0 && in_other_hands(0, key_after(m, root)))
            later.push_back({m, i});
        else
            done = consider(m, i);
        if (done) break;
    }
    while (!done && !later.empty()) {
        auto chosen = std::ranges::find_if(
            later, [&](const Candidate& c) { return !in_other_hands(0, key_after(c.move, root)); });
        if (chosen == later.end()) chosen = later.begin();
        const auto [m, i] = *chosen;
        later.erase(chosen);
        done = consider(m, i);
    }
    return best;
}

}  // namespace xttt
