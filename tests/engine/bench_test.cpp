#include "engine/bench.h"

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "support/variants.h"

namespace xttt {
namespace {

VARIANT_SUITE(Bench);

VARIANT_TEST(Bench, PositionsArePositionsOfTheVariantThatAreNotOver) {
    const auto fens = bench_positions(V);
    EXPECT_FALSE(fens.empty());
    for (const std::string_view fen : fens) {
        const auto pos = parse_fen<V>(fen);
        ASSERT_TRUE(pos.has_value()) << pos.error().message;
        EXPECT_FALSE(pos->over()) << fen;
    }
}

VARIANT_TEST(Bench, TheSignatureIsTheSameEachTime) {
    for (const std::string_view algorithm : algorithm_names()) {
        BenchOptions options;
        options.variant = V.name;
        options.search.algorithm = algorithm;
        options.search.hash_mb = 4;
        options.depth = 2;
        const auto first = run_bench(options), second = run_bench(options);
        ASSERT_TRUE(first.has_value()) << first.error().message;
        ASSERT_TRUE(second.has_value());
        EXPECT_GT(first->nodes, 0U);
        EXPECT_EQ(first->nodes, second->nodes) << algorithm;
    }
}

TEST(Bench, AnUnknownVariantIsRefused) {
    BenchOptions options;
    options.variant = "chess";
    EXPECT_FALSE(run_bench(options));
}

TEST(Bench, AStopEndsIt) {
    std::stop_source source;
    source.request_stop();
    BenchOptions options;
    options.depth = 40;
    EXPECT_FALSE(run_bench(options, source.get_token()));
}

}  // namespace
}  // namespace xttt
