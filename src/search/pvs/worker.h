#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <span>

#include "search/deepening.h"
#include "search/node.h"
#include "search/ordering/move_picker.h"
#include "search/pv_table.h"
#include "search/pvs/deferred.h"
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
              bool selective, Team& team, int number)
        : evaluator_(evaluator),
          table_(table),
          tuning_(tuning),
          selective_(selective),
          reverse_futility_margin_(margin(tuning.reverse_futility_margin)),
          futility_margin_(margin(tuning.futility_margin)),
          hits_hide_horizon_(selective || team.size() > 1),
          team_(team),
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

    bool leaving(int ply);
    Score left(int ply);
    void look_around(int ply);
    void join(int ply, const Frame& frame);
    void tell(int ply, Score score, Move m, Bound bound);
    bool hear_better(int ply, Score& best, Move& best_move);
    // Whether a move of the node at `ply` can wait, because another thread searches it.
    bool in_other_hands(int ply, const Node& node, Move m) const {
        return frames_[ply].met && team_.met(number_, ply + 1, key_after(m, node));
    }

    // The root: root.h.
    Score shared_window(const Node& root, std::span<RootMove> moves, Score alpha, Score beta,
                        int depth);
    Score search_window(const Node& root, std::span<RootMove> moves, Score alpha, Score beta,
                        int depth);
    // How a node is searched.
    enum class Kind {
        Pv,       // with an open window; leaves a line behind
        Zero,     // only to learn on which side of a bound its value is
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

template <const Variant& V, class E>
template <typename PvsWorker<V, E>::Kind kind>
Score PvsWorker<V, E>::search(const Node& node, Score alpha, Score beta, int depth, int ply) {
    constexpr bool Pv = kind == Kind::Pv, Without = kind == Kind::Without;
    constexpr bool Shallow = kind == Kind::Shallow;
    const Position<V>& pos = pos_;

    // Step 1. The end of the game.
    if (pos.over()) return final_score(pos, pos.side_to_move(), ply);
    if (stopper_->should_stop(nodes())) return 0;
    if (!Shallow && depth >= share_depth_ && leaving(ply)) return 0;
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
    if (!Pv && !Without && known.found()) {
        const Score score = score_from_table(known.score, ply);
        if (settles(known, score, alpha, beta, depth)) {
            horizon_seen_ |= hits_hide_horizon_;
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
    const bool shared = !Without && !Shallow && depth >= share_depth_;
    if (shared) join(ply, {key, asked, alpha, beta, Pv});
    std::array<Move, 32> quiets;
    int quiet_count = 0;
    const int late = selective_ && !Pv && depth <= tuning_.late_move_depth
                         ? tuning_.late_move_base + depth * depth
                         : kMaxPly;
    int deeper = 0;  // for the first move
    const auto name_of = [&](Move m) {
        return Agreement::name(key_after(m, node), task_, asked, Pv);
    };
    // Inside this function wherever it is called, so that what it shares with it stays in
    // registers.
    const auto consider = [&](Move m, bool wins_board,
                              int searched) __attribute__((always_inline)) {
        int next = depth - 1 + (wins_board && selective_ ? tuning_.extend_bonus : 0);
        if (searched == 0) next += deeper;
        int less = 0;
        if (searched > 0 && selective_ && depth >= tuning_.reduction_min_depth && !wins_board) {
            less = reduction(depth, searched);
            if constexpr (Pv) --less;
            less -= history_.quiet(side, m) / tuning_.reduction_history;
            less = std::clamp(less, 0, next - 1);
        }
        if (shared) {
            const auto agreed = team_.agreement().decide(name_of(m), {next, less});
            next = agreed.full;
            less = agreed.less;
        }
        if (Pv && shared && hear_better(ply, best, best_move) && best >= beta) return true;
        if (shared) team_.enter(number_, ply + 1, key_after(m, node));
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
            !(shared && team_.agreement().find(name_of(first)))) {
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
        done = consider(first, wins, index++);
    } else if (!Without) {
        first = kNoMove;
    }
    if (!done) {
        MovePicker<V> picker(pos, node.boards, history_, killers_[ply], tuning_, first);
        Deferred<typename MovePicker<V>::Entry> later;
        // Where one of the first moves is likely to be enough, threads search it together.
        const int exclusive = !Pv && known.bound == Bound::Lower ? 2 : 1;
        // Memory is slow: what the table says about the next move is on its way meanwhile.
        const bool fetches = !Shallow && depth > tuning_.table_depth;
        auto next = picker.next();
        if (fetches && next != picker.kNone) table_.prefetch(key_after(picker.move_of(next), node));
        for (; !done && next != picker.kNone; ++index) {
            const bool wins_board = picker.wins_board(next);
            // Moves that win a board come first: what is left now is quiet and late.
            if (index >= late && !wins_board) {
                horizon_seen_ = true;
                break;
            }
            const auto after = picker.next();
            if (fetches && after != picker.kNone)
                table_.prefetch(key_after(picker.move_of(after), node));
            if (shared && index >= exclusive && !later.full() &&
                in_other_hands(ply, node, picker.move_of(next)))
                later.add(next, index);
            else
                done = consider(picker.move_of(next), wins_board, index);
            next = after;
        }
        while (!done && !later.empty()) {
            const auto [entry, place] = later.take(
                [&](auto waiting) { return !in_other_hands(ply, node, picker.move_of(waiting)); });
            done = consider(picker.move_of(entry), picker.wins_board(entry), place);
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
