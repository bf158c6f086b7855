#include "search/mcts/mcts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "rules/variant.h"
#include "search/mcts/game_value.h"
#include "search/mcts/tree.h"
#include "search/stopper.h"

namespace xttt {
namespace {

// The children of the root, best first: by visits, except for proven values. A won line comes
// first, a lost line last, and a proven margin before or after all unproven moves, depending on
// whether it is better than the best mean reward of those.
template <const Variant& V>
std::vector<std::uint32_t> ranked_root_moves(const NodePool& pool, const MctsTuning& tuning) {
    enum Standing { LostLine, WorseThanOpen, Open, BetterThanOpen, WonLine };
    const MctsNode& root = pool[0];
    const float sign = root.to_move == Side::X ? 1.0f : -1.0f;
    float best_open = -std::numeric_limits<float>::infinity();
    for (const MctsNode& child : pool.children(root))
        if (!child.is_proven() && child.visits > 0)
            best_open = std::max(best_open, sign * child.reward);

    const auto worth = [&](std::uint32_t index) {
        const MctsNode& child = pool[index];
        if (!child.is_proven()) return std::pair(Open, static_cast<std::int64_t>(child.visits));
        const std::int64_t value = proven_rank(child, root.to_move);
        if (value >= kMctsLine) return std::pair(WonLine, value);
        if (value <= -kMctsLine) return std::pair(LostLine, value);
        const bool better = sign * value_of<V>(tuning, child).reward >= best_open;
        return std::pair(better ? BetterThanOpen : WorseThanOpen, value);
    };
    std::vector<std::uint32_t> order(root.children);
    std::iota(order.begin(), order.end(), root.first_child);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return worth(a) > worth(b); });
    return order;
}

// The principal variation that starts with a child of the root, with its score for the side to move
// at the root.
inline ScoredPv pv_from(const NodePool& pool, std::uint32_t child) {
    ScoredPv pv;
    const Side view = pool[0].to_move;
    const MctsNode& first = pool[child];
    const int proven = view == Side::X ? first.proven : -first.proven;
    if (!first.is_proven()) {
        const float margin = view == Side::X ? first.margin : -first.margin;
        pv.score = static_cast<Score>(std::lround(margin * kPoint));
    } else if (std::abs(proven) == kMctsLine) {
        const Score score = kLineScore - (first.distance + 1);
        pv.score = proven > 0 ? score : -score;
    } else {
        pv.score = proven * kPoint;
    }
    for (const MctsNode* node = &first;;) {
        pv.moves.push_back(node->move);
        const MctsNode* best = nullptr;
        for (const MctsNode& next : pool.children(*node)) {
            const bool usable = node->is_proven() ? next.proven == node->proven : next.visits > 0;
            if (usable && (!best || (node->is_proven() ? proven_rank(next, node->to_move) >
                                                             proven_rank(*best, node->to_move)
                                                       : next.visits > best->visits)))
                best = &next;
        }
        if (!best) break;
        node = best;
    }
    return pv;
}

constexpr auto kReportInterval = std::chrono::milliseconds{250};
// A playout takes a few microseconds at most, so this stops within a fraction of a millisecond.
constexpr std::uint64_t kPollPlayouts = 32;
// Playouts for a single legal move when only the clock limits the search.
constexpr std::uint64_t kForcedPlayouts = 64;
// When memory runs out, nodes with at least this many visits keep their children.
constexpr std::uint32_t kKeptVisits = 32;

template <const Variant& V>
class MctsSearch final : public Searcher<V> {
public:
    MctsSearch(const MctsOptions& options, std::unique_ptr<LeafEvaluator<V>> leaf_evaluator)
        : options_(options),
          tree_(options.tuning, options.hash_mb),
          leaf_evaluator_(std::move(leaf_evaluator)) {}

    SearchReport search(const Position<V>& pos, const SearchLimits& limits,
                        const ReportFunction& report) override;
    void new_game() override {
        leaf_evaluator_->new_game();
        tree_.reset(Bare{});
    }

private:
    using Bare = Position<V, Tracking::None>;

    SearchReport summarise(const SearchLimits& limits, const Stopper& stopper) const {
        SearchReport report{.seldepth = seldepth_,
                            .nodes = playouts_,
                            .elapsed = stopper.elapsed(),
                            .hashfull = tree_.nodes().fill()};
        report.depth =
            std::max(0, static_cast<int>(std::bit_width(playouts_ / kMctsDepthZero)) - 1);
        const auto order = ranked_root_moves<V>(tree_.nodes(), options_.tuning);
        const auto wanted =
            std::min(order.size(), static_cast<std::size_t>(std::max(1, limits.multipv)));
        for (std::size_t i = 0; i < wanted; ++i)
            report.pvs.push_back(pv_from(tree_.nodes(), order[i]));
        return report;
    }

    MctsOptions options_;
    MctsTree<V> tree_;
    std::unique_ptr<LeafEvaluator<V>> leaf_evaluator_;
    std::uint64_t playouts_ = 0;
    int seldepth_ = 0;
};

template <const Variant& V>
SearchReport MctsSearch<V>::search(const Position<V>& pos, const SearchLimits& limits,
                                   const ReportFunction& report) {
    SearchLimits playout_limits = limits;
    playout_limits.depth.reset();
    if (limits.depth) {
        const auto budget = kMctsDepthZero << std::clamp(*limits.depth, 0, 40);
        playout_limits.nodes = std::min(limits.nodes.value_or(budget), budget);
    }
    Stopper stopper(playout_limits, options_.overhead, this->stop_, kPollPlayouts);
    const Bare bare = pos.template with_tracking<Tracking::None>();
    const auto in_time = [&stopper] { return !stopper.overdue(); };
    if (!limits.root_moves.empty() || !tree_.reuse(bare, in_time))
        tree_.reset(bare, limits.root_moves);
    playouts_ = 0;
    seldepth_ = 0;

    auto next_report = std::chrono::microseconds{kReportInterval};
    const bool choosing = (limits.movetime || limits.clock) && !limits.depth && !limits.nodes;
    do {
        ++playouts_;
        seldepth_ = std::max(seldepth_, tree_.grow(*leaf_evaluator_));
        if (tree_.root().is_proven()) break;
        if (choosing && tree_.root().children == 1 && playouts_ >= kForcedPlayouts) break;
        tree_.free_memory(kKeptVisits, in_time);
        if (playouts_ % kPollPlayouts != 0) continue;
        if (!stopper.may_deepen(0)) break;
        const bool doubled = std::has_single_bit(playouts_) && playouts_ >= kMctsDepthZero;
        if (report && (doubled || stopper.elapsed() >= next_report)) {
            report(summarise(limits, stopper));
            next_report = stopper.elapsed() + kReportInterval;
        }
    } while (!stopper.should_stop(playouts_));
    const SearchReport result = summarise(limits, stopper);
    if (report) report(result);
    return result;
}

}  // namespace

template <const Variant& V>
std::unique_ptr<Searcher<V>> make_mcts_search(const MctsOptions& options) {
    return make_mcts_search<V>(options,
                               std::make_unique<PlayoutEvaluator<V>>(options.tuning, options.seed));
}
template <const Variant& V>
std::unique_ptr<Searcher<V>> make_mcts_search(const MctsOptions& options,
                                              std::unique_ptr<LeafEvaluator<V>> leaf_evaluator) {
    return std::make_unique<MctsSearch<V>>(options, std::move(leaf_evaluator));
}

#define XTTT_INSTANTIATE(V)                                                        \
    template std::unique_ptr<Searcher<V>> make_mcts_search<V>(const MctsOptions&); \
    template std::unique_ptr<Searcher<V>> make_mcts_search<V>(const MctsOptions&,  \
                                                              std::unique_ptr<LeafEvaluator<V>>);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
