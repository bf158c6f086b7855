#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/bench.h"
#include "support/paths.h"

namespace xttt {
namespace {

// A search that behaves differently visits another number of nodes. A commit that changes the
// search on purpose updates the file; an accidental change fails here.
TEST(BenchSignature, NodeCountsAreThoseOfTheFile) {
    std::ifstream file(test::source_path("tests/engine/bench_signatures.txt"));
    ASSERT_TRUE(file) << "tests/engine/bench_signatures.txt is missing";
    int checked = 0;
    std::string wrong;
    for (std::string text; std::getline(file, text);) {
        if (text.empty() || text[0] == '#') continue;
        std::istringstream text_line(text);
        BenchOptions options;
        options.search.hash_mb = kBenchHashMb;
        int depth = 0;
        std::uint64_t nodes = 0;
        ASSERT_TRUE(text_line >> options.variant >> options.search.algorithm >>
                    options.search.evaluation >> depth >> nodes)
            << "expected 'variant algorithm evaluation depth nodes': " << text;
        options.depth = depth;
        const auto result = run_bench(options);
        ASSERT_TRUE(result.has_value()) << result.error().message;
        if (result->nodes != nodes)
            wrong += fmt::format("{} {} {} {} {}\n", options.variant, options.search.algorithm,
                                 options.search.evaluation, depth, result->nodes);
        ++checked;
    }
    EXPECT_GT(checked, 0);
    EXPECT_EQ(wrong, "") << "the search changed; if it should, these lines belong into "
                            "tests/engine/bench_signatures.txt (scripts/bench-signatures)";
}

}  // namespace
}  // namespace xttt
