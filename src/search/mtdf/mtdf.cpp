#include "search/mtdf/mtdf.h"

#include "base/random.h"
#include "search/deepening.h"
#include "search/instantiate.h"
#include "search/node.h"
#include "search/table.h"

namespace xttt {
namespace {

template <const Variant& V, class E>
class MtdfSearch final : public Searcher<V> {
public:
    MtdfSearch(E evaluator, std::size_t hash_mb, std::chrono::microseconds overhead)
        : evaluator_(std::move(evaluator)), table_(hash_mb), overhead_(overhead) {}

    void new_game() override { table_.clear(); }

    SearchReport search(const Position<V>& pos, const SearchLimits& limits,
                        const ReportFunction& report) override {
        Stopper stopper(limits, overhead_, this->stop_);
        stopper_ = &stopper;
        nodes_ = 0;
        // Values are exact for their depth: nothing may be taken over from a search that saw the
        // same position at another distance from its horizon. A new salt hides all of it at once.
        table_.new_search();
        salt_ = mix64(++searches_);
        const Node root = Node::root(evaluator_, pos);
        return deepen(
            pos, limits, stopper, report,
            [&](std::span<RootMove> moves, int depth) { return search_root(root, moves, depth); },
            [&](SearchReport& latest) {
                latest.nodes = nodes_;
                latest.seldepth = latest.depth;
                latest.hashfull = table_.permille_used();
            });
    }

private:
    using Node = SearchNode<V, E>;

    Key key_of(const Position<V>& pos) const { return pos.key() ^ salt_; }

    RootOutcome search_root(const Node& root, std::span<RootMove> moves, int depth) {
        horizon_seen_ = false;
        Score guess = moves[0].score == -kInfinite ? 0 : moves[0].score;
        Score lower = -kInfinite, upper = kInfinite;
        // The move of the last pass that failed high is the one that proves the value.
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
        moves[best].pv = line_from_table(root.pos, moves[best].move, depth);
        std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(best),
                    moves.begin() + static_cast<std::ptrdiff_t>(best) + 1);
        return {.finished = true, .horizon_seen = horizon_seen_};
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
        const Node child = node.child(evaluator_, m);
        if (depth > 1) table_.prefetch(key_of(child.pos));
        const bool passed = child.pos.side_to_move() != node.pos.side_to_move();
        return in_parent_view(passed, gamma - 1, gamma, [&](Score, Score beta) {
            return visit(child, beta, depth - 1, ply + 1);
        });
    }

    // Whether the node's value reaches gamma: a bound on that side of it.
    Score visit(const Node& node, Score gamma, int depth, int ply) {
        const Position<V>& pos = node.pos;
        if (pos.over()) return final_score(pos, pos.side_to_move(), ply);
        if (depth == 0) {
            horizon_seen_ = true;
            return evaluator_.score(node.eval, pos);
        }
        if (stopper_->should_stop(nodes_)) return 0;

        const TableEntry known = table_.probe(key_of(pos));
        if (known.found() && known.depth == depth) {
            const Score score = score_from_table(known.score, ply);
            const bool enough =
                score >= gamma ? known.bound != Bound::Upper : known.bound != Bound::Lower;
            if (enough) return score;
        }
        Score best = -kInfinite;
        Move best_move = kNoMove;
        const auto consider = [&](Move m) {
            const Score score = visit_child(node, m, gamma, depth, ply);
            if (score > best) {
                best = score;
                best_move = m;
            }
            return best >= gamma || stopper_->stopped();
        };
        CellSet<V> left = pos.legal_moves();
        bool done = false;
        if (!known.move.is_none() && left.contains(known.move)) {
            left.erase(known.move);
            done = consider(known.move);
        }
        while (!done && !left.empty()) done = consider(left.take_first());
        if (stopper_->stopped()) return 0;

        table_.store(key_of(pos), {score_to_table(best, ply), best_move, depth,
                                   best >= gamma ? Bound::Lower : Bound::Upper});
        return best;
    }

    std::vector<Move> line_from_table(Position<V> pos, Move first, int depth) const {
        std::vector<Move> line{first};
        pos.play(first);
        while (--depth > 0 && !pos.over()) {
            const Move m = table_.probe(key_of(pos)).move;
            if (m.is_none() || !pos.is_legal(m)) break;
            line.push_back(m);
            pos.play(m);
        }
        return line;
    }

    E evaluator_;
    TranspositionTable table_;
    std::chrono::microseconds overhead_;
    Stopper* stopper_ = nullptr;
    std::uint64_t nodes_ = 0;
    std::uint64_t searches_ = 0;
    Key salt_ = 0;
    bool horizon_seen_ = false;
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

}  // namespace xttt
