#pragma once

#include "search/pvs/worker.h"

namespace xttt {

// Parallel search, a form of ABDADA (J.-C. Weill, 1996; T. Kerrigan, "Simplified ABDADA"). All
// threads search the same root to the same depth. A move that another thread is searching is
// deferred until the other moves of the node are done; by then its value is in the table, or both
// threads search it together and divide its replies. A thread that finishes a node signals the
// threads inside it, which unwind to it and return its value from the table. In PV nodes threads
// publish values and better moves with their variations, because the table holds no variations.

// Moves of a node that were deferred, with their move numbers.
template <class Entry>
class DeferredMoves {
public:
    struct Item {
        Entry entry;
        int number;
    };
    bool empty() const { return count_ == 0; }
    bool full() const { return count_ == static_cast<int>(items_.size()); }
    void add(Entry entry, int number) { items_[count_++] = {entry, number}; }
    // Removes and returns the first free move, or the first one if none is. Requires !empty().
    template <class IsFree>
    Item take(IsFree&& is_free) {
        const auto end = items_.begin() + count_;
        auto chosen =
            std::find_if(items_.begin(), end, [&](const Item& i) { return is_free(i.entry); });
        if (chosen == end) chosen = items_.begin();
        const Item item = *chosen;
        std::copy(chosen + 1, end, chosen);
        --count_;
        return item;
    }

private:
    std::array<Item, 32> items_;
    int count_ = 0;
};

// Whether another thread has finished a node above `ply`, which makes the search of this node
// useless.
template <const Variant& V, class E>
bool PvsWorker<V, E>::must_unwind(int ply) {
    if (unwind_ply_ == kNoUnwind && threads_.signalled(number_)) check_signal(ply - 1);
    return unwind_ply_ < ply;
}

// Synchronises the history with the other threads every kSyncNodes nodes.
template <const Variant& V, class E>
void PvsWorker<V, E>::sync_history() {
    if (nodes() < next_sync_) return;
    next_sync_ = nodes() + kSyncNodes;
    history_sync_.sync(history_.entries(), tuning_.history_limit);
}

// Handles a signal: finds the node nearest to the root, down to `ply`, that another thread has
// finished.
template <const Variant& V, class E>
void PvsWorker<V, E>::check_signal(int ply) {
    const std::uint64_t plies = threads_.take_signals(number_);
    if (number_ == 0 ? threads_.task_finished() : threads_.task_number() != task_) {
        unwind_ply_ = -1;
        return;
    }
    for (int p = 1; p <= ply; ++p) {
        if ((plies >> std::min(p, 63) & 1) == 0) continue;
        const Frame& frame = frames_[p];
        const TableEntry tte =
            frame.pv ? threads_.latest(task_, p, frame.key, unwind_pv_) : table_.probe(frame.key);
        const Score score = score_from_table(tte.score, p);
        if (!tt_cutoff(tte, score, frame.alpha, frame.beta, frame.depth)) continue;
        unwind_ply_ = p;
        unwind_score_ = score;
        return;
    }
}

// The value of a node whose search was abandoned; ends unwinding if the node is its target.
template <const Variant& V, class E>
Score PvsWorker<V, E>::unwound_score(int ply) {
    if (unwind_ply_ < ply) return 0;
    unwind_ply_ = kNoUnwind;
    if (frames_[ply].pv) pv_.set_pv(ply, unwind_pv_);
    depth_limited_ = true;
    return unwind_score_;
}

// Publishes a result in a PV node, with its variation.
template <const Variant& V, class E>
void PvsWorker<V, E>::publish(int ply, Score score, Move m, Bound bound) {
    if (stopper_->stopped()) return;  // the score is meaningless
    const Frame& frame = frames_[ply];
    threads_.publish(task_, ply, frame.key, {score_to_table(score, ply), m, frame.depth, bound},
                     pv_.get(ply));
}

// Takes over a better move that another thread has published for this PV node, which raises alpha
// for the remaining moves.
template <const Variant& V, class E>
bool PvsWorker<V, E>::adopt_shared_best(int ply, Score& best, Move& best_move) {
    const Frame& frame = frames_[ply];
    const TableEntry shared = threads_.news(task_, ply, frame.key, shared_pv_, seen_[ply]);
    const Score score = score_from_table(shared.score, ply);
    if (!shared.found() || shared.bound == Bound::Upper || shared.depth != frame.depth)
        return false;
    if (score <= std::max(frame.alpha, best)) return false;
    best = score;
    best_move = shared.move;
    pv_.set_pv(ply, shared_pv_);
    depth_limited_ = true;  // the other thread's search may have been
    return true;
}

// Starts the search of a node that other threads may search too.
template <const Variant& V, class E>
void PvsWorker<V, E>::enter_shared_node(int ply, const Frame& frame) {
    frames_[ply] = frame;
    seen_[ply] = 0;
}

}  // namespace xttt
