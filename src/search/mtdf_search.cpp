#include "base/random.h"
#include "search/baselines.h"
#include "search/deepening.h"
#include "search/instantiate.h"
#include "search/node.h"
#include "search/ordering/move_picker.h"
#include "search/ordering/ordering_score.h"
#include "search/transposition_table.h"

namespace xttt {
namespace {

template <const Variant& V, class E>
class MtdfSearch final : public Searcher<V> {
public:
    MtdfSearch(E evaluator, std::size_t hash_mb, std::chrono::microseconds overhead)
        : evaluator_(std::move(evaluator)), table_(hash_mb), overhead_(overhead) {}

    void new_game() override {
        table_.clear();
        history_.clear();
    }

    SearchReport search(const Position<V>& pos, const SearchLimits& limits,
                        const ReportFunction& report) override {
        Stopper stopper(limits, overhead_, this->stop_);
        stopper_ = &stopper;
        nodes_ = 0;
        // Only values of exactly this depth may be used, so a new salt invalidates all entries of
        // earlier searches.
        table_.new_search();
        salt_ = mix64(++searches_);
        history_.age();
        killers_.fill(kNoMove);
        pos_ = pos;
        const Node root{evaluator_.start(pos), BoardThreats<V>(pos)};
        return deepen(
            root_moves(pos, limits), limits, stopper, report,
            [&](std::span<RootMove> moves, int depth) { return search_root(root, moves, depth); },
            [&](SearchReport& latest) {
                latest.nodes = nodes_;
                latest.seldepth = latest.depth;
                latest.hashfull = table_.permille_used();
            });
    }

private:
    // State that accompanies the position on the board.
    struct Node {
        typename E::State eval;
        BoardThreats<V> boards;
    };

    Key key_of(const Position<V>& pos) const { return pos.key() ^ salt_; }

    RootOutcome search_root(const Node& root, std::span<RootMove> moves, int depth) {
        depth_limited_ = false;
        Score guess = moves[0].score == -kInfinite ? 0 : moves[0].score;
        Score lower = -kInfinite, upper = kInfinite;
        // The move that failed high in the last pass proves the value.
        std::size_t best = 0;
        while (lower < upper) {
            const Score gamma = std::max(guess, lower + 1);
            const auto [score, proving] = zero_window_root(root, moves, gamma, depth);
            if (stopper_->stopped()) return {.finished = false};
            guess = score;
            if (score >= gamma) {
                lower = score;
                best = proving;
            } else {
                upper = score;
            }
        }
        moves[best].score = guess;
        moves[best].pv = pv_from_table(pos_, moves[best].move, depth);
        std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(best),
                    moves.begin() + static_cast<std::ptrdiff_t>(best) + 1);
        return {.finished = true, .depth_limited = depth_limited_};
    }

    struct RootValue {
        Score score;
        std::size_t move;
    };
    RootValue zero_window_root(const Node& root, std::span<const RootMove> moves, Score gamma,
                               int depth) {
        RootValue best{-kInfinite, 0};
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const Score score = visit_child(root, moves[i].move, gamma, depth, 0);
            if (score > best.score) best = {score, i};
            if (best.score >= gamma) break;
        }
        return best;
    }

    Score visit_child(const Node& node, Move m, Score gamma, int depth, int ply) {
        ++nodes_;
        const Side mover = pos_.side_to_move();
        typename Position<V>::Undo undo;
        pos_.play(m, undo);
        if (depth > kTableDepth) table_.prefetch(key_of(pos_));
        Node child = node;
        evaluator_.update(child.eval, pos_, m);
        child.boards.refresh(pos_, m.board);
        const bool passed = pos_.side_to_move() != mover;
        const Score score = in_parent_view(passed, gamma - 1, gamma, [&](Score, Score beta) {
            return visit(child, beta, depth - 1, ply + 1);
        });
        pos_.undo(m, undo);
        return score;
    }

    // A lower bound if the node's value is at least gamma, otherwise an upper bound.
    Score visit(const Node& node, Score gamma, int depth, int ply) {
        if (pos_.over()) return final_score(pos_, pos_.side_to_move(), ply);
        if (depth == 0) {
            depth_limited_ = true;
            return evaluator_.score(node.eval, pos_);
        }
        if (stopper_->should_stop(nodes_)) return 0;
        return depth < kTableDepth ? search_frontier(node, gamma, ply)
                                   : inner_node(node, gamma, depth, ply);
    }

    Score inner_node(const Node& node, Score gamma, int depth, int ply) {
        const Key key = key_of(pos_);
        const TableEntry known = table_.probe(key);
        if (known.found() && known.depth == depth) {
            const Score score = score_from_table(known.score, ply);
            const bool enough =
                score >= gamma ? known.bound != Bound::Upper : known.bound != Bound::Lower;
            if (enough) return score;
        }
        const Side side = pos_.side_to_move();
        Score best = -kInfinite;
        Move best_move = kNoMove;
        std::array<Move, 32> tried;
        std::size_t tried_count = 0;
        const auto consider = [&](Move m) {
            const Score score = visit_child(node, m, gamma, depth, ply);
            if (score > best) {
                best = score;
                best_move = m;
            }
            if (stopper_->stopped()) return true;
            if (best >= gamma) {
                history_.reward(side, m, std::span(tried).first(tried_count), depth, order_);
                killers_[ply] = m;
                return true;
            }
            if (tried_count < tried.size()) tried[tried_count++] = m;
            return false;
        };
        const bool has_move = !known.move.is_none() && pos_.is_legal(known.move);
        bool done = has_move && consider(known.move);
        if (!done) {
            MovePicker<V> picker(pos_, node.boards, history_, killers_[ply], order_,
                                 has_move ? known.move : kNoMove);
            for (auto next = picker.next(); !done && next != picker.kNone; next = picker.next())
                done = consider(picker.move_of(next));
        }
        if (stopper_->stopped()) return 0;

        table_.store(key, {score_to_table(best, ply), best_move, depth,
                           best >= gamma ? Bound::Lower : Bound::Upper});
        return best;
    }

    // A frontier node (depth 1): neither table nor move ordering, and all quiet moves at once if
    // the evaluation supports it.
    Score search_frontier(const Node& node, Score gamma, int ply) {
        const Side side = pos_.side_to_move();
        Score best = -kInfinite;
        BoardSet boards = node.boards.playable(pos_);
        for (; boards != 0 && best < gamma; boards &= boards - 1) {
            const int board = std::countr_zero(boards);
            Mask played = pos_.playable().board(board);
            if constexpr (ScoresQuietMoves<E, V>) {
                const Mask all = played;
                played = node.boards.closing_cells(pos_, side, board);
                if (const Mask quiet = all & ~played; quiet != 0) {
                    depth_limited_ = true;
                    nodes_ += static_cast<std::uint64_t>(std::popcount(quiet));
                    const QuietScores<V> scores(evaluator_, node.eval, pos_, board);
                    best = std::max(best, scores.best_of(quiet));
                }
            }
            for (; played != 0 && best < gamma; played &= played - 1) {
                const Move m = Move::at(board, std::countr_zero(played));
                best = std::max(best, visit_child(node, m, gamma, 1, ply));
            }
        }
        return best;
    }

    std::vector<Move> pv_from_table(Position<V> pos, Move first, int depth) const {
        std::vector<Move> pv{first};
        pos.play(first);
        while (--depth > 0 && !pos.over()) {
            const Move m = table_.probe(key_of(pos)).move;
            if (m.is_none() || !pos.is_legal(m)) break;
            pv.push_back(m);
            pos.play(m);
        }
        return pv;
    }

    E evaluator_;
    TranspositionTable table_;
    std::chrono::microseconds overhead_;
    Stopper* stopper_ = nullptr;
    std::uint64_t nodes_ = 0;
    std::uint64_t searches_ = 0;
    Key salt_ = 0;
    bool depth_limited_ = false;
    Position<V> pos_;  // the current node's position; moves are made and unmade on it
    OrderTuning order_;
    History<V> history_;
    std::array<Move, kMaxPly + 1> killers_{};

    // Lowest depth that uses the transposition table.
    static constexpr int kTableDepth = 2;
};

}  // namespace

template <const Variant& V, class E>
std::unique_ptr<Searcher<V>> make_mtdf_search(E evaluator, std::size_t hash_mb,
                                              std::chrono::microseconds overhead) {
    return std::make_unique<MtdfSearch<V, E>>(std::move(evaluator), hash_mb, overhead);
}

#define XTTT_INSTANTIATE(V, E)                                                         \
    template std::unique_ptr<Searcher<V>> make_mtdf_search<V, E<V>>(E<V>, std::size_t, \
                                                                    std::chrono::microseconds);
XTTT_FOR_EACH_EVALUATOR(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
