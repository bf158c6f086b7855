#include "search/solver/proof.h"

#include <gmock/gmock.h>

#include "search/solver/late_positions.h"
#include "search/solver/solver.h"
#include "support/variants.h"

namespace xttt {
namespace {

using test::late_position;
using ::testing::HasSubstr;

constexpr std::size_t kManyPositions = 1'000'000;

template <const Variant& V>
std::vector<ProvenClaim> prove_all(const Position<V>& pos) {
    Solver<V> solver({.hash_mb = 16});
    const Solution solution = solver.solve(pos);
    std::vector<ProvenClaim> proven;
    for (const Claim& claim : solution.claims()) {
        auto choices = solver.prove(pos, claim, solution.shortest, kManyPositions);
        EXPECT_TRUE(choices.has_value());
        proven.push_back({claim, choices.value_or(std::vector<Move>{})});
    }
    return proven;
}

VARIANT_SUITE(Proof);

VARIANT_TEST(Proof, OfASolutionIsAccepted) {
    Random random(31);
    for (int i = 0; i < 15; ++i) {
        const auto pos = late_position<V>(random, 14);
        const auto proven = prove_all<V>(pos);
        const auto checked = check_proof(proof_text<V>(pos, proven));
        ASSERT_TRUE(checked.has_value()) << checked.error().message;
        ASSERT_EQ(checked->claims.size(), proven.size());
        for (std::size_t c = 0; c < proven.size(); ++c)
            EXPECT_EQ(checked->claims[c], proven[c].claim);
    }
}

VARIANT_TEST(Proof, OfMoreThanIsTrueIsRefused) {
    Random random(32);
    for (int i = 0; i < 15; ++i) {
        const auto pos = late_position<V>(random, 12);
        for (ProvenClaim proven : prove_all<V>(pos)) {
            const bool line = proven.claim.kind == Claim::Kind::Line;
            proven.claim.amount += line ? -1 : 1;
            // Whatever the choices: those of the true claim, and none.
            EXPECT_FALSE(check_proof(proof_text<V>(pos, {proven})).has_value());
            proven.choices.clear();
            EXPECT_FALSE(check_proof(proof_text<V>(pos, {proven})).has_value());
        }
    }
}

VARIANT_TEST(Proof, WithAChoiceTooManyOrTooFewIsRefused) {
    Random random(33);
    int tried = 0;
    for (int i = 0; i < 10; ++i) {
        const auto pos = late_position<V>(random, 12);
        for (ProvenClaim proven : prove_all<V>(pos)) {
            if (proven.choices.empty()) continue;
            ++tried;
            proven.choices.push_back(proven.choices.front());
            EXPECT_FALSE(check_proof(proof_text<V>(pos, {proven})).has_value());
            proven.choices.resize(proven.choices.size() - 2);
            EXPECT_FALSE(check_proof(proof_text<V>(pos, {proven})).has_value());
        }
    }
    EXPECT_GT(tried, 0);
}

TEST(ProofText, SaysWhatIsWrongWithIt) {
    const auto message = [](std::string_view text) { return check_proof(text).error().message; };
    EXPECT_THAT(message(""), HasSubstr("xttt-proof 1"));
    EXPECT_THAT(message("xttt-proof 1\nvariant chess\nposition x\n"), HasSubstr("chess"));
    EXPECT_THAT(message("xttt-proof 1\nvariant ultimate\nposition nonsense\n"),
                HasSubstr("line 3"));
    const std::string start = "xttt-proof 1\nvariant ultimate\nposition 9/9/9/9/9/9/9/9/9 x - -\n";
    EXPECT_THAT(message(start), HasSubstr("no claim"));
    EXPECT_THAT(message(start + "claim x margin much\n"), HasSubstr("line 4"));
    EXPECT_THAT(message(start + "claim x line 3\nz99\nend\n"), HasSubstr("'z99' is not a move"));
    EXPECT_THAT(message(start + "claim x line 3\nend\n"), HasSubstr("incomplete"));
}

TEST(ProofText, EvenALowMarginHasToExcludeALineOfTheOpponent) {
    const auto checked = check_proof(
        "xttt-proof 1\nvariant ultimate\nposition 9/9/9/9/9/9/9/9/9 x - -\nclaim x margin "
        "-10\nend\n");
    EXPECT_FALSE(checked.has_value());
}

}  // namespace
}  // namespace xttt
