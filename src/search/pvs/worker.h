#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <span>

#include "search/deepening.h"
#include "search/node.h"
#include "search/ordering/board_threats.h"
#include "search/pvs/shared_history.h"
#include "search/pvs/thread_coordinator.h"
#include "search/pvs/tuning.h"
#include "search/transposition_table.h"

namespace xttt {

// The search of one thread. Threads share the transposition table and the state in
// ThreadCoordinator; abdada.h describes how they divide the tree.
template <const Variant& V, class E>
class PvsWorker {
public:
    PvsWorker(const E& evaluator, TranspositionTable& table, const PvsTuning& tuning,
              bool selective, ThreadCoordinator& threads, SharedHistory<V>& shared_history,
              int number)
        : evaluator_(evaluator),
          table_(table),
          tuning_(tuning),
          selective_(selective),
          reverse_futility_margin_(margin(tuning.reverse_futility_margin)),
          futility_margin_(margin(tuning.futility_margin)),
          tt_hits_depth_limited_(selective || threads.size() > 1),
          threads_(threads),
          history_sync_(shared_history),
          number_(number),
          share_depth_(share_depth(threads.size())) {
        for (int d = 1; d < kMaxPly; ++d)
            for (int i = 1; i < kMaxPly; ++i)
                reductions_[d][i] = static_cast<std::int8_t>(
                    (tuning_.reduction_base + tuning_.reduction_slope * std::log(d) * std::log(i)) /
                    100);
    }

    void begin(const Position<V>& pos, Stopper& stopper) {
        stopper_ = &stopper;
        seldepth_ = 0;
        unwind_ply_ = kNoUnwind;
        history_.age();
        history_sync_.begin(history_.entries());
        next_sync_ = kSyncNodes;
        killers_.fill(kNoMove);
        pos_ = pos;
    }
    // Call for all workers before any of them starts: reports add up the nodes of all.
    void reset_nodes() { nodes_ = 0; }
    void forget() { history_.clear(); }

    // Searches the root moves to `depth` with aspiration windows; moves the best one to the front
    // with its score and principal variation.
    RootOutcome search_root(std::span<RootMove> moves, int depth);
    // Helper threads: joins the root searches of the main thread until stopped.
    void help();

    // Safe to call from any thread.
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    int seldepth() const { return seldepth_; }

private:
    static_assert(V.places() <= SharedDepths::kCells && V.small_boards() <= SharedDepths::kBoards);

    // State that accompanies the position on the board.
    struct Node {
        typename E::State eval;
        BoardThreats<V> boards;
    };

    // Makes a move on the board and unmakes it on destruction. Faster, as measured, than copying
    // the position at every node.
    class Child {
    public:
        // `depth` is the remaining depth of the child, for the prefetch of its table entry.
        Child(PvsWorker& worker, const Node& parent, Move m, int depth)
            : node(parent), worker_(worker), move_(m) {
            Position<V>& pos = worker.pos_;
            const Side mover = pos.side_to_move();
            worker.count_nodes(1);
            pos.play(m, undo_);
            if (depth >= worker.tuning_.table_depth) worker.table_.prefetch(pos.key());
            worker.evaluator_.update(node.eval, pos, m);
            if constexpr (TracksThreats<E>)
                node.boards.set(node.eval.open(), node.eval.threats());
            else
                node.boards.refresh(pos, m.board);
            turn_passed = pos.side_to_move() != mover;
        }
        ~Child() { worker_.pos_.undo(move_, undo_); }
        Child(const Child&) = delete;
        Child& operator=(const Child&) = delete;

        Node node;
        bool turn_passed;

    private:
        PvsWorker& worker_;
        Move move_;
        typename Position<V>::Undo undo_;
    };

    // A node on the path of this thread that other threads may search too.
    struct Frame {
        Key key = 0;
        int depth = 0;
        Score alpha = 0, beta = 0;
        bool pv = false;
    };
    // Registers the child at `ply` as searched by this thread while it exists.
    class ActiveChild {
    public:
        ActiveChild(PvsWorker& worker, int ply, Key child) : worker_(worker), ply_(ply) {
            worker.active_[ply] = worker.threads_.active_nodes().enter(child, worker.number_);
        }
        ~ActiveChild() { worker_.threads_.active_nodes().leave(worker_.active_[ply_]); }
        ActiveChild(const ActiveChild&) = delete;
        ActiveChild& operator=(const ActiveChild&) = delete;

    private:
        PvsWorker& worker_;
        int ply_;
    };
    // Threads divide the moves of nodes with at least this depth; below, coordination costs more
    // than it saves. It costs more between more threads.
    static constexpr int share_depth(int threads) {
        if (threads == 1) return kMaxPly + 1;
        return 5 + (threads >= 4) + (threads >= 8);
    }
    static constexpr int kNoUnwind = kMaxPly + 2;
    // Nodes between two synchronisations of the history, some milliseconds. A quarter and four
    // times as many were no better.
    static constexpr std::uint64_t kSyncNodes = 32'768;

    bool must_unwind(int ply);
    void sync_history();
    Score unwound_score(int ply);
    void check_signal(int ply);
    void enter_shared_node(int ply, const Frame& frame);
    void publish(int ply, Score score, Move m, Bound bound);
    bool adopt_shared_best(int ply, Score& best, Move& best_move);
    // Whether other threads search the node at `ply` of this thread's path.
    bool joined(int ply) const { return ply == 0 || threads_.active_nodes().shared(active_[ply]); }
    // Whether another thread searches the node with that key, by whatever path it got there.
    bool searched_elsewhere(Key node) const {
        return threads_.active_nodes().other_in(node, number_);
    }

    // Defined in root.h.
    Score shared_window(const Node& root, std::span<RootMove> moves, Score alpha, Score beta,
                        int depth);
    Score search_window(const Node& root, std::span<RootMove> moves, Score alpha, Score beta,
                        int depth);
    // Interior nodes; defined in main_search.h.
    enum class NodeKind {
        Pv,        // full window; updates the principal variation
        NonPv,     // zero window
        Shared,    // zero window; threads divide the moves
        Excluded,  // zero window without excluded_move_; neither table cutoff nor table store
        Shallow,   // zero window near the horizon; uses neither the table nor other threads
    };
    template <NodeKind kind>
    Score search(const Node& node, Score alpha, Score beta, int depth, int ply);
    // Frontier nodes and quiescence search; defined in quiescence.h.
    template <bool Pv>
    Score search_frontier(const Node& node, Score alpha, Score beta, int ply);
    Score qsearch_child(const Child& child, Score alpha, Score beta, int ply);
    Score qsearch(const Node& node, Score alpha, Score beta, int ply);
    Score qsearch_wins(const Node& node, Score stand_pat, Score alpha, Score beta, int ply);

    // The value of a child searched to `depth`, from the view of the parent's side to move.
    template <bool Pv>
    Score search_child(const Child& child, Score alpha, Score beta, int depth, int ply) {
        if constexpr (Pv) pv_.clear(ply + 1);
        if (depth <= 0 || ply + 1 >= kMaxPly) return qsearch_child(child, alpha, beta, ply);
        return in_parent_view(child.turn_passed, alpha, beta, [&](Score a, Score b) {
            if (!Pv && depth < tuning_.table_depth)
                return search<NodeKind::Shallow>(child.node, a, b, depth, ply + 1);
            if (!Pv && depth >= share_depth_)
                return search<NodeKind::Shared>(child.node, a, b, depth, ply + 1);
            return search<Pv ? NodeKind::Pv : NodeKind::NonPv>(child.node, a, b, depth, ply + 1);
        });
    }
    // Only this thread writes, so a relaxed load and store replace an atomic increment.
    void count_nodes(int count) {
        nodes_.store(nodes() + static_cast<std::uint64_t>(count), std::memory_order_relaxed);
    }
    // The key of the position after a quiet move, without making it. For a move that closes its
    // small board the key is unspecified.
    Key key_after(Move m, const Node& node) const {
        const Side side = pos_.side_to_move();
        const int place = (node.boards.open_places() >> m.cell & 1) != 0 ? m.cell : pos_.kAnyPlace;
        const auto& turn = kZobrist<V>.turn;
        return pos_.key() ^ turn[index(side)][pos_.is_bonus_move()][pos_.bound_place()] ^
               kZobrist<V>.mark[index(side)][m.board][m.cell] ^
               turn[index(opponent(side))][0][place];
    }
    // Transposition table cutoff: whether the entry decides a node with this window and depth.
    // `score` is the score of the entry relative to the root.
    bool tt_cutoff(const TableEntry& tte, Score score, Score alpha, Score beta, int depth) const {
        if (!tte.found() || !(selective_ ? tte.depth >= depth : tte.depth == depth)) return false;
        const bool enough = score >= beta ? tte.bound != Bound::Upper : tte.bound != Bound::Lower;
        return enough && (score >= beta || score <= alpha || tte.bound == Bound::Exact);
    }
    // The principal variation from the current position, as far as the table has exact entries.
    std::vector<Move> pv_from_table(int ply) const {
        std::vector<Move> pv;
        Position<V> pos = pos_;
        for (; ply < kMaxPly; ++ply) {
            const TableEntry tte = table_.probe(pos.key());
            if (tte.bound != Bound::Exact || !pos.is_legal(tte.move)) break;
            pv.push_back(tte.move);
            pos.play(tte.move);
        }
        return pv;
    }
    // Whether to test the table move for a singular extension.
    bool is_singular_candidate(const TableEntry& tte, int depth, int ply) const {
        return selective_ && depth >= tuning_.singular_depth && ply < 2 * root_depth_ &&
               tte.bound != Bound::Upper && tte.depth >= depth - 3 && !is_line_score(tte.score);
    }
    int base_reduction(int depth, int index) const {
        return reductions_[std::min(depth, kMaxPly - 1)][std::min(index, kMaxPly - 1)];
    }
    Score margin(int hundredths) const { return hundredths * evaluator_.unit() / 100; }

    const E& evaluator_;
    TranspositionTable& table_;
    const PvsTuning tuning_;
    const bool selective_;
    const Score reverse_futility_margin_, futility_margin_;  // per ply
    const bool tt_hits_depth_limited_;  // entries may come from another search or thread
    ThreadCoordinator& threads_;
    typename SharedHistory<V>::Local history_sync_;
    std::uint64_t next_sync_ = 0;
    const int number_;  // of this thread
    const int share_depth_;
    unsigned task_ = 0;
    int unwind_ply_ = kNoUnwind;   // another thread has finished the node at this ply
    Score unwind_score_ = 0;       // its value
    std::vector<Move> unwind_pv_;  // its variation, for PV nodes
    std::vector<Move> shared_pv_;
    std::array<Frame, kMaxPly + 2> frames_{};
    std::array<ActiveNodes::Entry, kMaxPly + 2> active_{};  // of the nodes on the path
    std::array<unsigned, kMaxPly + 2> seen_{};              // versions of published PV results
    Stopper* stopper_ = nullptr;
    Position<V> pos_;  // the current node's position; moves are made and unmade on it
    // On a cache line of its own: other threads read it.
    alignas(64) std::atomic<std::uint64_t> nodes_{0};
    alignas(64) int seldepth_ = 0;
    int root_depth_ = 0;
    Move excluded_move_ = kNoMove;
    bool depth_limited_ = false;
    History<V> history_;
    std::array<Move, kMaxPly + 1> killers_{};
    PvTable pv_;
    std::array<std::array<std::int8_t, kMaxPly>, kMaxPly> reductions_{};
};

}  // namespace xttt
