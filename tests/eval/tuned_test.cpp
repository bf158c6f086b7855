// The tuned evaluation: fast and slow ways of reckoning it agree, and it treats equals equally.

#include "eval/handcrafted/tuned.h"

#include <array>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include <gtest/gtest.h>

#include "base/random.h"
#include "support/scene.h"
#include "support/variants.h"

namespace xttt {
namespace {

using test::at;
using test::Scene;

VARIANT_SUITE(TunedEvaluation);

// Calls f(position, state kept up to date move by move) throughout random games. The players win
// small boards where they can every other time, so that all kinds of positions come up.
template <const Variant& V, class F>
void through_random_games(int games, F&& f) {
    const TunedEvaluator<V> eval;
    Random random{77};
    for (int game = 0; game < games; ++game) {
        Position<V> pos;
        auto state = eval.start(pos);
        while (!pos.over()) {
            Move m = pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count())));
            pos.for_each_legal([&](Move other) {
                const Mask wins = winning_cells<V>(pos, pos.side_to_move(), other.board);
                if ((wins >> other.cell & 1) != 0 && random.below(2) == 0) m = other;
            });
            pos.play(m);
            eval.update(state, pos, m);
            if (!pos.over()) f(pos, state);
        }
    }
}

template <const Variant& V>
Score score_of(const Position<V>& pos) {
    const TunedEvaluator<V> eval;
    return eval.score(eval.start(pos), pos);
}

VARIANT_TEST(TunedEvaluation, StateKeptMoveByMoveEqualsTheStateFromScratch) {
    const TunedEvaluator<V> eval;
    through_random_games<V>(
        40, [&](const auto& pos, const auto& state) { ASSERT_EQ(state, eval.start(pos)); });
}

// The position with small boards and cells moved by the same symmetry of the square.
template <const Variant& V>
Position<V> transformed(const Position<V>& pos, int symmetry, bool swap_big_boards) {
    const auto turned = [&](int place) {
        int row = place / V.size, column = place % V.size;
        if ((symmetry & 1) != 0) row = V.size - 1 - row;
        if ((symmetry & 2) != 0) column = V.size - 1 - column;
        if ((symmetry & 4) != 0) std::swap(row, column);
        return row * V.size + column;
    };
    const auto moved = [&](Move m) {
        int big = m.board / V.places();
        if (swap_big_boards) big = V.big_boards - 1 - big;
        return at(big * V.places() + turned(m.board % V.places()), turned(m.cell));
    };
    const auto facts = test::facts_of(pos);
    typename Position<V>::Facts other{.side = facts.side, .bonus = facts.bonus};
    for (int s = 0; s < 2; ++s) {
        for (int b = 0; b < V.small_boards(); ++b) {
            for_each_bit(facts.marks[s][b], [&](int cell) {
                const Move m = moved(at(b, cell));
                other.marks[s][m.board] |= static_cast<std::uint16_t>(1 << m.cell);
            });
        }
    }
    if (!facts.last.is_none()) other.last = moved(facts.last);
    return Position<V>::assemble(other);
}

VARIANT_TEST(TunedEvaluation, IsTheSameForSymmetricPositions) {
    through_random_games<V>(3, [&](const auto& pos, const auto&) {
        for (int symmetry = 0; symmetry < 8; ++symmetry)
            for (const bool swap : {false, true})
                ASSERT_EQ(score_of(transformed(pos, symmetry, swap)), score_of(pos));
    });
}

VARIANT_TEST(TunedEvaluation, IsTheSameForTheOtherSideInTheSamePlace) {
    through_random_games<V>(10, [&](const auto& pos, const auto&) {
        auto facts = test::facts_of(pos);
        std::swap(facts.marks[0], facts.marks[1]);
        facts.side = opponent(facts.side);
        ASSERT_EQ(score_of(Position<V>::assemble(facts)), score_of(pos));
    });
}

VARIANT_TEST(TunedEvaluation, StaysFarBelowTheScoreOfALine) {
    through_random_games<V>(20, [&](const auto& pos, const auto&) {
        ASSERT_LE(std::abs(score_of(pos)), TunedEvaluator<V>::kLimit);
    });
    EXPECT_FALSE(is_line_score(TunedEvaluator<V>::kLimit));
}

VARIANT_TEST(TunedEvaluation, IsTheSumOfTheWeightsOfTheFeaturesItTraces) {
    struct Sink {
        long opening = 0, ending = 0;
        void add(int feature, int times) {
            const tuned::Weight weight = tuned::Fitted<V>::kWeights[feature];
            opening += weight.opening * times;
            ending += weight.ending * times;
        }
    };
    const TunedEvaluator<V> eval;
    through_random_games<V>(20, [&](const auto& pos, const auto& state) {
        Sink sink;
        eval.trace(pos, sink);
        const long cells = pos.playable().size();
        const long x_view = (sink.opening * cells + sink.ending * (V.cells() - cells)) / V.cells();
        ASSERT_EQ(eval.score(state, pos), pos.side_to_move() == Side::X ? x_view : -x_view);
    });
}

VARIANT_TEST(TunedEvaluation, HasFittedWeights) {
    EXPECT_FALSE(tuned::Fitted<V>::kWeights == tuned::unfitted_weights<V>())
        << "the features changed: run xttt-tune for " << V.name;
}

VARIANT_TEST(TunedEvaluation, TravelsAsASmallValue) {
    using State = typename TunedEvaluator<V>::State;
    static_assert(EvaluatorFor<TunedEvaluator<V>, V>);
    static_assert(std::is_trivially_copyable_v<State>);
    EXPECT_LE(sizeof(State), 128U);
}

VARIANT_TEST(TunedEvaluation, WouldRatherWinASmallBoardThanLoseIt) {
    int asked = 0, preferred = 0;
    through_random_games<V>(4, [&](const auto& pos, const auto&) {
        if (pos.playable().size() * 4 > V.cells() * 3) return;  // no board is won so early
        const Side side = pos.side_to_move();
        for (int b = 0; b < V.small_boards(); ++b) {
            if (!pos.is_open(b) || b % V.places() == pos.bound_place()) continue;
            const auto closed_by = [&](Side winner) {
                auto facts = test::facts_of(pos);
                facts.marks[index(winner)][b] = static_cast<std::uint16_t>(kLines<V>[0]);
                facts.marks[index(opponent(winner))][b] = 0;
                return Position<V>::assemble(facts);
            };
            const auto won = closed_by(side), lost = closed_by(opponent(side));
            if (won.over() || lost.over()) continue;
            ++asked;
            preferred += score_of(won) > score_of(lost);
        }
    });
    EXPECT_GT(asked, 100);
    EXPECT_GT(preferred, asked * 97 / 100);
}

}  // namespace
}  // namespace xttt
