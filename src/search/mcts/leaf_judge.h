#pragma once

#include <algorithm>
#include <cmath>

#include "eval/score.h"
#include "search/mcts/playout_policy.h"
#include "search/mcts/verdict.h"

namespace xttt {

// Says what a leaf of the tree, where the game is not over, is worth in x's view.
template <const Variant& V>
class LeafJudge {
public:
    using Bare = Position<V, Tracking::None>;

    virtual ~LeafJudge() = default;
    // May spoil the position.
    virtual MctsVerdict judge(Bare& pos) = 0;
    virtual void new_game() {}
};

// By a game played out from there.
template <const Variant& V>
class PlayoutJudge final : public LeafJudge<V> {
public:
    PlayoutJudge(const MctsTuning& tuning, std::uint64_t seed)
        : tuning_(tuning), seed_(mix64(seed)), random_(seed_) {}

    MctsVerdict judge(typename LeafJudge<V>::Bare& pos) override {
        play_out<V>(pos, random_);
        return verdict_of<V>(tuning_, pos);
    }
    void new_game() override { random_ = Random(seed_); }

private:
    MctsTuning tuning_;
    std::uint64_t seed_;
    Random random_;
};

// By an evaluation whose scores are log-odds of winning, in points.
template <const Variant& V, class E>
class EvaluationJudge final : public LeafJudge<V> {
public:
    EvaluationJudge(const MctsTuning& tuning, E evaluator)
        : tuning_(tuning), evaluator_(std::move(evaluator)) {}

    MctsVerdict judge(typename LeafJudge<V>::Bare& bare) override {
        const auto pos = bare.template with_tracking<Tracking::KeyAndLastMove>();
        const float sign = pos.side_to_move() == Side::X ? 1.0f : -1.0f;
        const auto score = sign * static_cast<float>(evaluator_.score(evaluator_.start(pos), pos));
        const float chance = std::tanh(score / (2 * static_cast<float>(evaluator_.odds_unit())));
        const float points =
            std::clamp(score / kPoint, -float{V.line_points}, float{V.line_points});
        const auto rated = static_cast<float>(tuning_.rated_weight);
        return {rated * chance + (1 - rated) * points / V.line_points, points};
    }

private:
    MctsTuning tuning_;
    E evaluator_;
};

}  // namespace xttt
