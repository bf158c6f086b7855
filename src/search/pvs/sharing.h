#pragma once

#include "search/pvs/worker.h"

namespace xttt {

// How threads divide the tree: all of them search the same root to the same depth, but a move that
// another one is searching is put off until the others of its node are done (after ABDADA, J.-C.
// Weill 1996, in the form of T. Kerrigan's "Simplified ABDADA"). By then its value is in the table,
// or the two search it together, dividing its replies. A thread that finishes a node calls those
// that are in it: they leave it with the value from the table. Along the principal variation, where
// windows are wide, threads tell each other values with their lines, and better moves at once.

// Whether some node above `ply` is settled, so that a node there needs no search.
template <const Variant& V, class E>
bool PvsWorker<V, E>::leaving(int ply) {
    if (leave_to_ == kStay && team_.called(number_)) look_around(ply - 1);
    return leave_to_ < ply;
}

// Learns from the other threads which moves cut off, when it is time to.
template <const Variant& V, class E>
void PvsWorker<V, E>::exchange_history() {
    if (nodes() < next_exchange_) return;
    next_exchange_ = nodes() + kExchangeNodes;
    learning_.exchange(history_.entries(), tuning_.history_limit);
}

// Finds the node nearest to the root, down to `ply`, that another thread has finished, and who is
// in the others.
template <const Variant& V, class E>
void PvsWorker<V, E>::look_around(int ply) {
    team_.answer(number_);
    if (number_ == 0 ? team_.task_finished() : team_.task_number() != task_) {
        leave_to_ = -1;
        return;
    }
    for (int p = 1; p <= ply; ++p) {
        Frame& frame = frames_[p];
        frame.met = frames_[p - 1].met && team_.met(number_, p);
        const TableEntry known =
            frame.pv ? team_.hear(task_, p, frame.key, settled_line_) : table_.probe(frame.key);
        const Score score = score_from_table(known.score, p);
        if (!settles(known, score, frame.alpha, frame.beta, frame.depth)) continue;
        leave_to_ = p;
        settled_ = score;
        return;
    }
}

// The value of a node at `ply` that is left before its search has ended.
template <const Variant& V, class E>
Score PvsWorker<V, E>::left(int ply) {
    if (leave_to_ < ply) return 0;
    leave_to_ = kStay;
    if (frames_[ply].pv) pv_.set_line(ply, settled_line_);
    horizon_seen_ = true;
    return settled_;
}

// Tells the others what was found in a node of the principal variation, with its line.
template <const Variant& V, class E>
void PvsWorker<V, E>::tell(int ply, Score score, Move m, Bound bound) {
    if (stopper_->stopped()) return;  // what was found is nothing
    const Frame& frame = frames_[ply];
    team_.tell(task_, ply, frame.key, {score_to_table(score, ply), m, frame.depth, bound},
               pv_.line(ply));
}

// Whether another thread meanwhile found a better move in this node of the principal variation: to
// refute the moves that are left is then easier.
template <const Variant& V, class E>
bool PvsWorker<V, E>::hear_better(int ply, Score& best, Move& best_move) {
    const Frame& frame = frames_[ply];
    const TableEntry told = team_.hear(task_, ply, frame.key, told_line_);
    const Score score = score_from_table(told.score, ply);
    if (!told.found() || told.bound == Bound::Upper || told.depth != frame.depth) return false;
    if (score <= std::max(frame.alpha, best)) return false;
    best = score;
    best_move = told.move;
    pv_.set_line(ply, told_line_);
    horizon_seen_ = true;  // by whoever told it, as far as known
    return true;
}

// Begins the search of a node, which others may be in.
template <const Variant& V, class E>
void PvsWorker<V, E>::join(int ply, const Frame& frame) {
    frames_[ply] = frame;
    // Who is not in the node above is not in this one: most of the time nobody has to be asked.
    if (frames_[ply - 1].met && team_.met(number_, ply)) {
        frames_[ply].met = true;
        team_.call_there(number_, ply);
    }
}

}  // namespace xttt
