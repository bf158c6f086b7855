#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <span>

#include "search/deepening.h"
#include "search/node.h"
#include "search/ordering/hot_boards.h"
#include "search/pv_table.h"
#include "search/pvs/common_history.h"
#include "search/pvs/team.h"
#include "search/pvs/tuning.h"
#include "search/table.h"

namespace xttt {

// One thread of the search. Threads share the transposition table, and what they tell each other
// through the team: sharing.h.
template <const Variant& V, class E>
class PvsWorker {
public:
    PvsWorker(const E& evaluator, TranspositionTable& table, const PvsTuning& tuning,
              bool selective, Team& team, CommonHistory<V>& common_history, int number)
        : evaluator_(evaluator),
          table_(table),
          tuning_(tuning),
          selective_(selective),
          reverse_futility_margin_(margin(tuning.reverse_futility_margin)),
          futility_margin_(margin(tuning.futility_margin)),
          hits_hide_horizon_(selective || team.size() > 1),
          team_(team),
          learning_(common_history),
          number_(number),
          share_depth_(team.size() > 1 ? kShareDepth : kMaxPly + 1) {
        for (int d = 1; d < kMaxPly; ++d)
            for (int i = 1; i < kMaxPly; ++i)
                reductions_[d][i] = static_cast<std::int8_t>(
                    (tuning_.reduction_base + tuning_.reduction_slope * std::log(d) * std::log(i)) /
                    100);
    }

    void begin(const Position<V>& pos, Stopper& stopper) {
        stopper_ = &stopper;
        seldepth_ = 0;
        leave_to_ = kStay;
        history_.fade();
        learning_.begin(history_.entries());
        next_exchange_ = kExchangeNodes;
        killers_.fill(kNoMove);
        pos_ = pos;
    }
    // Before any thread begins: reports add up the nodes of all.
    void reset_nodes() { nodes_ = 0; }
    void forget() { history_.clear(); }

    // Searches the candidates to `depth`; the best comes first with its score and line.
    RootOutcome search_root(std::span<RootMove> moves, int depth);
    // Works at the searches of the root that the main thread begins, until told to stop.
    void help();

    // May be asked from another thread while this one searches.
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    int seldepth() const { return seldepth_; }

private:
    static_assert(V.places() <= Agreement::kCells && V.small_boards() <= Agreement::kBoards);

    // What is known of the position on the board beside the board itself.
    struct Node {
        typename E::State eval;
        HotBoards<V> boards;
    };

    // A move made on the board for as long as this lives. Playing and taking back measured faster
    // than a copy of the whole position at every node.
    class Child {
    public:
        // `depth` is what remains below the child: at the horizon the table is not asked.
        Child(PvsWorker& worker, const Node& parent, Move m, int depth)
            : node(parent), worker_(worker), move_(m) {
            Position<V>& pos = worker.pos_;
            const Side mover = pos.side_to_move();
            worker.count_nodes(1);
            pos.play(m, undo_);
            if (depth >= worker.tuning_.table_depth) worker.table_.prefetch(pos.key());
            worker.evaluator_.played(node.eval, pos, m);
            if constexpr (KnowsThreats<E>)
                node.boards.set(node.eval.open(), node.eval.hot());
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

    // The search of a node that other threads may join.
    struct Frame {
        Key key = 0;
        int depth = 0;
        Score alpha = 0, beta = 0;
        bool pv = false;
        bool met = false;  // another thread is in this node, as far as known
    };
    // From this depth on threads divide the moves of a node: below, telling each other would cost
    // more than it saves.
    static constexpr int kShareDepth = 5;
    static constexpr int kStay = kMaxPly + 2;
    // So many nodes of a thread lie between its exchanges of history, some milliseconds: a quarter
    // and four times as many were no better.
    static constexpr std::uint64_t kExchangeNodes = 32'768;

    bool leaving(int ply);
    void exchange_history();
    Score left(int ply);
    void look_around(int ply);
    void join(int ply, const Frame& frame);
    void tell(int ply, Score score, Move m, Bound bound);
    bool hear_better(int ply, Score& best, Move& best_move);
    // Whether a move of the node at `ply` can wait, because another thread searches it. `after` is
    // what key_after says of it.
    bool in_other_hands(int ply, Key after) const {
        return frames_[ply].met && team_.met(number_, ply + 1, after);
    }

    // The root: root.h.
    Score shared_window(const Node& root, std::span<RootMove> moves, Score alpha, Score beta,
                        int depth);
    Score search_window(const Node& root, std::span<RootMove> moves, Score alpha, Score beta,
                        int depth);
    // How a node is searched: tree.h.
    enum class Kind {
        Pv,     // with an open window; leaves a line behind
        Zero,   // only to learn on which side of a bound its value is
        Joint,  // the same, where threads divide the moves: one thread alone does without all that
        Without,  // the same, as if the move without_ were not there: neither asks the table for
                  // the node's value nor tells it
        Shallow,  // so near the horizon that neither the table nor other threads are asked: most
                  // nodes, so what they do without must not cost them anything
    };
    template <Kind kind>
    Score search(const Node& node, Score alpha, Score beta, int depth, int ply);
    // The ply above the horizon, and what lies past it: horizon.h.
    template <bool Pv>
    Score last_ply(const Node& node, Score alpha, Score beta, int ply);
    Score past_horizon(const Child& child, Score alpha, Score beta, int ply);
    Score quiesce(const Node& node, Score alpha, Score beta, int ply);
    Score win_boards(const Node& node, Score standing, Score alpha, Score beta, int ply);

    // Searches a child to `depth` below it, in the view of its parent's side to move.
    template <bool Pv>
    Score search_child(const Child& child, Score alpha, Score beta, int depth, int ply) {
        if constexpr (Pv) pv_.clear(ply + 1);
        if (depth <= 0 || ply + 1 >= kMaxPly) return past_horizon(child, alpha, beta, ply);
        return in_parent_view(child.turn_passed, alpha, beta, [&](Score a, Score b) {
            if (!Pv && depth < tuning_.table_depth)
                return search<Kind::Shallow>(child.node, a, b, depth, ply + 1);
            if (!Pv && depth >= share_depth_)
                return search<Kind::Joint>(child.node, a, b, depth, ply + 1);
            return search<Pv ? Kind::Pv : Kind::Zero>(child.node, a, b, depth, ply + 1);
        });
    }
    // Only this thread writes: no need for an atomic increment, which would cost far more.
    void count_nodes(int count) {
        nodes_.store(nodes() + static_cast<std::uint64_t>(count), std::memory_order_relaxed);
    }
    // The key after a quiet move of `node`, without playing it; for a move that closes its small
    // board, some key.
    Key key_after(Move m, const Node& node) const {
        const Side side = pos_.side_to_move();
        const int place = (node.boards.open_places() >> m.cell & 1) != 0 ? m.cell : pos_.kAnyPlace;
        const auto& turn = kZobrist<V>.turn;
        return pos_.key() ^ turn[index(side)][pos_.is_bonus_move()][pos_.bound_place()] ^
               kZobrist<V>.mark[index(side)][m.board][m.cell] ^
               turn[index(opponent(side))][0][place];
    }
    // Whether what the table knows of a node at `ply` makes searching it unnecessary.
    bool settles(const TableEntry& known, Score score, Score alpha, Score beta, int depth) const {
        if (!known.found() || !(selective_ ? known.depth >= depth : known.depth == depth))
            return false;
        const bool enough =
            score >= beta ? known.bound != Bound::Upper : known.bound != Bound::Lower;
        return enough && (score >= beta || score <= alpha || known.bound == Bound::Exact);
    }
    // The best line from the position on the board, at `ply`, as far as the table knows it.
    std::vector<Move> known_line(int ply) const {
        std::vector<Move> line;
        Position<V> pos = pos_;
        for (; ply < kMaxPly; ++ply) {
            const TableEntry known = table_.probe(pos.key());
            if (known.bound != Bound::Exact || !pos.is_legal(known.move)) break;
            line.push_back(known.move);
            pos.play(known.move);
        }
        return line;
    }
    // Whether the table knows a move so well that it is worth asking if any other comes near it.
    bool may_stand_alone(const TableEntry& known, int depth, int ply) const {
        return selective_ && depth >= tuning_.singular_depth && ply < 2 * root_depth_ &&
               known.bound != Bound::Upper && known.depth >= depth - 3 &&
               !is_line_score(known.score);
    }
    int reduction(int depth, int index) const {
        return reductions_[std::min(depth, kMaxPly - 1)][std::min(index, kMaxPly - 1)];
    }
    Score margin(int hundredths) const { return hundredths * evaluator_.unit() / 100; }

    const E& evaluator_;
    TranspositionTable& table_;
    const PvsTuning tuning_;
    const bool selective_;
    const Score reverse_futility_margin_, futility_margin_;  // per ply
    const bool hits_hide_horizon_;  // what the table knows may come from another search or thread
    Team& team_;
    typename CommonHistory<V>::Member learning_;
    std::uint64_t next_exchange_ = 0;
    const int number_;  // in the team
    const int share_depth_;
    unsigned task_ = 0;
    int leave_to_ = kStay;            // nodes further from the root than this are left unfinished
    Score settled_ = 0;               // the value of the node at that ply, found by another thread
    std::vector<Move> settled_line_;  // and its line, if it is of the principal variation
    std::vector<Move> told_line_;
    std::array<Frame, kMaxPly + 2> frames_{};
    Stopper* stopper_ = nullptr;
    Position<V> pos_;  // the board: moves are made on it and taken back
    std::atomic<std::uint64_t> nodes_{0};
    int seldepth_ = 0;
    int root_depth_ = 0;
    Move without_ = kNoMove;
    bool horizon_seen_ = false;
    History<V> history_;
    std::array<Move, kMaxPly + 1> killers_{};
    PvTable pv_;
    std::array<std::array<std::int8_t, kMaxPly>, kMaxPly> reductions_{};
};

}  // namespace xttt
