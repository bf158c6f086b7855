#include "search/mcts/mcts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "base/random.h"
#include "rules/instantiate.h"
#include "search/deepening.h"
#include "search/mcts/node_pool.h"
#include "search/mcts/playout_policy.h"
#include "search/promise.h"
#include "search/stopper.h"

namespace xttt {
namespace {

constexpr auto kReportEvery = std::chrono::milliseconds{250};
// A playout takes one to a few microseconds: often enough to stop within a fraction of a
// millisecond.
constexpr std::uint64_t kPollPlayouts = 32;
// What a single legal move gets when there is only a clock to beat.
constexpr std::uint64_t kForcedPlayouts = 64;
// Kept when memory runs out: the children of nodes visited at least so often.
constexpr std::uint32_t kKeptVisits = 32;

template <const Variant& V>
class MctsSearch final : public Searcher<V> {
public:
    explicit MctsSearch(const MctsOptions& options)
        : options_(options),
          tuning_(options.tuning),
          pool_(options.hash_mb),
          random_(mix64(options.seed)) {}

    SearchReport search(const Position<V>& pos, const SearchLimits& limits,
                        const ReportFunction& report) override;
    void new_game() override {
        random_ = Random(mix64(options_.seed));
        forget(Bare{});
    }

private:
    using Bare = Position<V, Tracking::None>;

    // What one playout found, in x's view.
    struct Verdict {
        float reward;
        float margin;
    };

    void forget(const Bare& root) {
        root_ = root;
        pool_.reset(root.side_to_move());
    }
    bool reuse_tree(const Bare& pos, const Stopper& stopper);
    std::uint32_t find_descendant(std::uint32_t index, const Bare& here, const Bare& wanted) const;

    void iterate();
    std::uint32_t select(const MctsNode& node) const;
    void expand(MctsNode& node, const Bare& pos);
    Verdict play_from(Bare pos);
    Verdict verdict_of(const MctsNode& node) const;
    Verdict verdict_of(const Bare& finished) const;
    Verdict verdict(int margin, int sign) const;
    void back_up(MctsNode& node, const Verdict& verdict) const;
    void prove_from_children(MctsNode& node) const;

    std::vector<std::uint32_t> ranked_root_moves() const;
    SearchReport summarise(const SearchLimits& limits, const Stopper& stopper) const;
    SearchLine line_from(std::uint32_t child) const;

    MctsOptions options_;
    MctsTuning tuning_;
    NodePool pool_;
    Random random_;
    Bare root_;
    std::vector<Move> wanted_;  // root moves to look at; empty: all
    std::vector<std::uint32_t> path_;
    std::uint64_t playouts_ = 0;
    int seldepth_ = 0;
};

// --- The tree ------------------------------------------------------------------------------------

// The value of a proven child for the side that chooses: larger is better, and among lines the
// faster win and the slower loss.
int rank(const MctsNode& node, Side chooser) {
    const int value = chooser == Side::X ? node.proven : -node.proven;
    if (value == kMctsLine) return value + kMaxPly - node.distance;
    if (value == -kMctsLine) return value - kMaxPly + node.distance;
    return value;
}

template <const Variant& V>
void MctsSearch<V>::prove_from_children(MctsNode& node) const {
    const auto children = pool_.children(node);
    const MctsNode* best = nullptr;
    bool all = true;
    for (const MctsNode& child : children) {
        if (!child.is_proven()) {
            all = false;
        } else if (!best || rank(child, node.to_move) > rank(*best, node.to_move)) {
            best = &child;
        }
    }
    const std::int16_t win = node.to_move == Side::X ? kMctsLine : -kMctsLine;
    if (!best || (!all && best->proven != win)) return;
    node.proven = best->proven;
    node.distance = static_cast<std::uint8_t>(best->distance + 1);
}

// The child to look at next: the best of mean reward plus a bonus for what looked promising and
// was tried little. Proven children are left alone; the caller made sure one is not proven.
template <const Variant& V>
std::uint32_t MctsSearch<V>::select(const MctsNode& node) const {
    const auto children = pool_.children(node);
    const float sign = node.to_move == Side::X ? 1.0f : -1.0f;
    const float explore =
        static_cast<float>(tuning_.exploration) * std::sqrt(static_cast<float>(node.visits));
    const float unvisited = sign * node.reward - static_cast<float>(tuning_.urgency);
    float best_score = -std::numeric_limits<float>::infinity();
    std::uint32_t best = 0;
    for (std::uint32_t i = 0; i < children.size(); ++i) {
        const MctsNode& child = children[i];
        if (child.is_proven()) continue;
        const float mean = child.visits == 0 ? unvisited : sign * child.reward;
        const float score =
            mean + explore * child.prior / (1.0f + static_cast<float>(child.visits));
        if (score > best_score) {
            best_score = score;
            best = i;
        }
    }
    return node.first_child + best;
}

template <const Variant& V>
void MctsSearch<V>::expand(MctsNode& node, const Bare& pos) {
    // Promises become chances by a softmax.
    std::array<float, V.cells()> weights;
    std::array<Move, V.cells()> moves;
    std::size_t count = 0;
    int highest = std::numeric_limits<int>::min();
    std::array<int, V.cells()> promises;
    const bool at_root = &node == &pool_[0];
    pos.for_each_legal([&](Move m) {
        if (at_root && !wanted_.empty() && !std::ranges::count(wanted_, m)) return;
        moves[count] = m;
        promises[count] = promise(pos, m);
        highest = std::max(highest, promises[count++]);
    });
    float sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        weights[i] = std::exp(static_cast<float>(promises[i] - highest) /
                              static_cast<float>(tuning_.prior_scale));
        sum += weights[i];
    }
    node.first_child = pool_.size();
    node.children = static_cast<std::uint16_t>(count);
    for (std::size_t i = 0; i < count; ++i) {
        Bare after = pos;
        after.play(moves[i]);
        MctsNode child{
            .prior = weights[i] / sum, .move = moves[i], .to_move = after.side_to_move()};
        if (after.over()) {
            const int margin = after.board_points(Side::X) - after.board_points(Side::O);
            child.proven = static_cast<std::int16_t>(after.status() == Status::LineX   ? kMctsLine
                                                     : after.status() == Status::LineO ? -kMctsLine
                                                                                       : margin);
        }
        pool_.push(child);
    }
}

// --- Rewards -------------------------------------------------------------------------------------

template <const Variant& V>
typename MctsSearch<V>::Verdict MctsSearch<V>::verdict(int margin, int sign) const {
    const auto rated = static_cast<float>(tuning_.rated_weight);
    const float points = static_cast<float>(margin);
    return {rated * static_cast<float>(sign) + (1 - rated) * points / V.line_points, points};
}

template <const Variant& V>
typename MctsSearch<V>::Verdict MctsSearch<V>::verdict_of(const MctsNode& node) const {
    const int sign = (node.proven > 0) - (node.proven < 0);
    return verdict(std::abs(node.proven) == kMctsLine ? sign * V.line_points : node.proven, sign);
}

template <const Variant& V>
typename MctsSearch<V>::Verdict MctsSearch<V>::verdict_of(const Bare& finished) const {
    if (finished.status() == Status::LineX) return verdict(V.line_points, 1);
    if (finished.status() == Status::LineO) return verdict(-V.line_points, -1);
    const int margin = finished.board_points(Side::X) - finished.board_points(Side::O);
    return verdict(margin, (margin > 0) - (margin < 0));
}

template <const Variant& V>
typename MctsSearch<V>::Verdict MctsSearch<V>::play_from(Bare pos) {
    play_out<V>(pos, random_);
    return verdict_of(pos);
}

template <const Variant& V>
void MctsSearch<V>::back_up(MctsNode& node, const Verdict& verdict) const {
    ++node.visits;
    const float share = 1.0f / static_cast<float>(node.visits);
    node.reward += (verdict.reward - node.reward) * share;
    node.margin += (verdict.margin - node.margin) * share;
}

// --- One iteration -------------------------------------------------------------------------------

template <const Variant& V>
void MctsSearch<V>::iterate() {
    ++playouts_;
    Bare pos = root_;
    path_.assign(1, 0);
    std::uint32_t index = 0;
    for (;;) {
        MctsNode& node = pool_[index];
        if (node.is_proven()) break;
        if (node.children == 0) {
            const bool ripe =
                index == 0 || node.visits >= static_cast<std::uint32_t>(tuning_.expand_visits);
            if (!ripe || !pool_.has_room(V.cells())) break;
            expand(node, pos);
            prove_from_children(node);
            if (node.is_proven()) break;
        }
        index = select(node);
        path_.push_back(index);
        pos.play(pool_[index].move);
    }
    seldepth_ = std::max(seldepth_, static_cast<int>(path_.size()) - 1);

    const MctsNode& leaf = pool_[index];
    bool proven = leaf.is_proven();
    const Verdict found = proven ? verdict_of(leaf) : play_from(pos);
    for (std::size_t i = path_.size(); i-- > 0;) {
        MctsNode& node = pool_[path_[i]];
        back_up(node, found);
        // A proof travels up as far as it decides.
        if (proven && !node.is_proven()) {
            prove_from_children(node);
            proven = node.is_proven();
        }
    }
}

// --- From move to move ---------------------------------------------------------------------------

// The node at or below `index`, where the game stands at `here`, that has the wanted position; 0
// (which is no descendant but the root) when there is none.
template <const Variant& V>
std::uint32_t MctsSearch<V>::find_descendant(std::uint32_t index, const Bare& here,
                                             const Bare& wanted) const {
    if (here == wanted) return index;
    const MctsNode& node = pool_[index];
    for (std::uint32_t i = 0; i < node.children; ++i) {
        const MctsNode& child = pool_[node.first_child + i];
        // Only moves that the wanted position shows can lead to it.
        const Mask marks = wanted.marks(node.to_move, child.move.board);
        if (!(marks >> child.move.cell & 1)) continue;
        Bare after = here;
        after.play(child.move);
        const auto found = find_descendant(node.first_child + i, after, wanted);
        if (found != 0) return found;
    }
    return 0;
}

template <const Variant& V>
bool MctsSearch<V>::reuse_tree(const Bare& pos, const Stopper& stopper) {
    const bool same = root_ == pos;
    const auto index = same ? 0 : find_descendant(0, root_, pos);
    if (!same && index == 0) return false;
    pool_.keep_subtree(index, 1, [&] { return !stopper.overdue(); });
    root_ = pos;
    // A root that was proven, or cut off for lack of time, may have lost its moves.
    return pool_[0].children > 0;
}

// --- The search ----------------------------------------------------------------------------------

// Children of the root, the one to play first. Visits decide, except where values are known: a won
// line comes first, a lost one last, and a proven margin before or after what is still open, as it
// is better or worse than the best of that looks.
template <const Variant& V>
std::vector<std::uint32_t> MctsSearch<V>::ranked_root_moves() const {
    enum Standing { LostLine, WorseThanOpen, Open, BetterThanOpen, WonLine };
    const MctsNode& root = pool_[0];
    const float sign = root.to_move == Side::X ? 1.0f : -1.0f;
    float best_open = -std::numeric_limits<float>::infinity();
    for (const MctsNode& child : pool_.children(root))
        if (!child.is_proven() && child.visits > 0)
            best_open = std::max(best_open, sign * child.reward);

    const auto worth = [&](std::uint32_t index) {
        const MctsNode& child = pool_[index];
        if (!child.is_proven()) return std::pair(Open, static_cast<std::int64_t>(child.visits));
        const std::int64_t value = rank(child, root.to_move);
        if (value >= kMctsLine) return std::pair(WonLine, value);
        if (value <= -kMctsLine) return std::pair(LostLine, value);
        const bool better = sign * verdict_of(child).reward >= best_open;
        return std::pair(better ? BetterThanOpen : WorseThanOpen, value);
    };
    std::vector<std::uint32_t> order(root.children);
    std::iota(order.begin(), order.end(), root.first_child);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return worth(a) > worth(b); });
    return order;
}

template <const Variant& V>
SearchLine MctsSearch<V>::line_from(std::uint32_t child) const {
    SearchLine line;
    const Side view = root_.side_to_move();
    const MctsNode& first = pool_[child];
    const int proven = view == Side::X ? first.proven : -first.proven;
    if (!first.is_proven()) {
        const float margin = view == Side::X ? first.margin : -first.margin;
        line.score = static_cast<Score>(std::lround(margin * kPoint));
    } else if (std::abs(proven) == kMctsLine) {
        const Score score = kLineScore - (first.distance + 1);
        line.score = proven > 0 ? score : -score;
    } else {
        line.score = proven * kPoint;
    }
    for (const MctsNode* node = &first;;) {
        line.moves.push_back(node->move);
        const MctsNode* best = nullptr;
        for (const MctsNode& next : pool_.children(*node)) {
            const bool usable = node->is_proven() ? next.proven == node->proven : next.visits > 0;
            if (usable && (!best || (node->is_proven()
                                         ? rank(next, node->to_move) > rank(*best, node->to_move)
                                         : next.visits > best->visits)))
                best = &next;
        }
        if (!best) break;
        node = best;
    }
    return line;
}

template <const Variant& V>
SearchReport MctsSearch<V>::summarise(const SearchLimits& limits, const Stopper& stopper) const {
    SearchReport report{.seldepth = seldepth_,
                        .nodes = playouts_,
                        .elapsed = stopper.elapsed(),
                        .hashfull = pool_.fill()};
    report.depth = std::max(0, static_cast<int>(std::bit_width(playouts_ / kMctsDepthZero)) - 1);
    const auto order = ranked_root_moves();
    const auto wanted =
        std::min(order.size(), static_cast<std::size_t>(std::max(1, limits.multipv)));
    for (std::size_t i = 0; i < wanted; ++i) report.lines.push_back(line_from(order[i]));
    return report;
}

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
    // A tree of some of the root moves is no use to a search of others.
    const bool reusable = wanted_.empty() && limits.root_moves.empty();
    wanted_ = limits.root_moves;
    if (!reusable || !reuse_tree(bare, stopper)) forget(bare);
    playouts_ = 0;
    seldepth_ = 0;

    auto next_report = std::chrono::microseconds{kReportEvery};
    const bool choosing = (limits.movetime || limits.clock) && !limits.depth && !limits.nodes;
    do {
        iterate();
        if (pool_[0].is_proven()) break;
        if (choosing && pool_[0].children == 1 && playouts_ >= kForcedPlayouts) break;
        if (!pool_.has_room(V.cells()))
            pool_.keep_subtree(0, kKeptVisits, [&] { return !stopper.overdue(); });
        if (playouts_ % kPollPlayouts != 0) continue;
        if (!stopper.may_deepen(0)) break;
        const bool doubled = std::has_single_bit(playouts_) && playouts_ >= kMctsDepthZero;
        if (report && (doubled || stopper.elapsed() >= next_report)) {
            report(summarise(limits, stopper));
            next_report = stopper.elapsed() + kReportEvery;
        }
    } while (!stopper.should_stop(playouts_));
    const SearchReport result = summarise(limits, stopper);
    if (report) report(result);
    return result;
}

}  // namespace

template <const Variant& V>
std::unique_ptr<Searcher<V>> make_mcts_search(const MctsOptions& options) {
    return std::make_unique<MctsSearch<V>>(options);
}

#define XTTT_INSTANTIATE(V) \
    template std::unique_ptr<Searcher<V>> make_mcts_search<V>(const MctsOptions&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)

}  // namespace xttt
