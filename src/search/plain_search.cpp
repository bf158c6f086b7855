#include "search/baselines.h"
#include "search/deepening.h"
#include "search/instantiate.h"
#include "search/node.h"

namespace xttt {
namespace {

template <const Variant& V, class E>
class PlainSearch final : public Searcher<V> {
public:
    PlainSearch(PlainKind kind, E evaluator, std::chrono::microseconds overhead)
        : evaluator_(std::move(evaluator)),
          overhead_(overhead),
          prunes_(kind == PlainKind::AlphaBeta) {}

    SearchReport search(const Position<V>& pos, const SearchLimits& limits,
                        const ReportFunction& report) override {
        Stopper stopper(limits, overhead_, this->stop_);
        stopper_ = &stopper;
        nodes_ = 0;
        deepest_ = 0;
        const Node root = Node::root(evaluator_, pos);
        return deepen(
            root_moves(pos, limits), limits, stopper, report,
            [&](std::span<RootMove> moves, int depth) { return search_root(root, moves, depth); },
            [&](SearchReport& latest) {
                latest.nodes = nodes_;
                latest.seldepth = std::max(deepest_, latest.depth);
            });
    }

private:
    using Node = SearchNode<V, E>;

    RootOutcome search_root(const Node& root, std::span<RootMove> moves, int depth) {
        depth_limited_ = false;
        deepest_ = depth;
        Score best = -kInfinite;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const Score score = visit_child(root, moves[i].move, best, kInfinite, depth, 0);
            if (stopper_->stopped()) return {.finished = false};
            if (score <= best) continue;
            best = score;
            moves[i].score = score;
            pv_.update(0, moves[i].move);
            moves[i].pv = pv_.get(0);
            std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(i),
                        moves.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        }
        return {.finished = true, .depth_limited = depth_limited_};
    }

    Score visit_child(const Node& node, Move m, Score alpha, Score beta, int depth, int ply) {
        ++nodes_;
        const Node child = node.child(evaluator_, m);
        const bool passed = child.pos.side_to_move() != node.pos.side_to_move();
        return in_parent_view(passed, alpha, beta, [&](Score a, Score b) {
            return visit(child, a, b, depth - 1, ply + 1);
        });
    }

    Score visit(const Node& node, Score alpha, Score beta, int depth, int ply) {
        pv_.clear(ply);
        if (node.pos.over()) return final_score(node.pos, node.pos.side_to_move(), ply);
        if (depth == 0) {
            depth_limited_ = true;
            return evaluator_.score(node.eval, node.pos);
        }
        if (stopper_->should_stop(nodes_)) return 0;

        Score best = -kInfinite;
        const CellSet<V> legal = node.pos.legal_moves();
        for (CellSet<V> left = legal; !left.empty();) {
            const Move m = left.take_first();
            const Score floor = prunes_ ? std::max(alpha, best) : -kInfinite;
            const Score score = visit_child(node, m, floor, beta, depth, ply);
            if (stopper_->stopped()) return 0;
            if (score <= best) continue;
            best = score;
            pv_.update(ply, m);
            if (prunes_ && best >= beta) break;
        }
        return best;
    }

    E evaluator_;
    std::chrono::microseconds overhead_;
    const bool prunes_;
    Stopper* stopper_ = nullptr;
    std::uint64_t nodes_ = 0;
    int deepest_ = 0;
    bool depth_limited_ = false;
    PvTable pv_;
};

}  // namespace

template <const Variant& V, class E>
std::unique_ptr<Searcher<V>> make_plain_search(PlainKind kind, E evaluator,
                                               std::chrono::microseconds overhead) {
    return std::make_unique<PlainSearch<V, E>>(kind, std::move(evaluator), overhead);
}

#define XTTT_INSTANTIATE(V, E)                                                        \
    template std::unique_ptr<Searcher<V>> make_plain_search<V, E<V>>(PlainKind, E<V>, \
                                                                     std::chrono::microseconds);
XTTT_FOR_EACH_EVALUATOR(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
