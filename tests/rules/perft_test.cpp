#include "rules/perft.h"

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/with_variant.h"
#include "support/paths.h"
#include "support/scene.h"

namespace xttt {
namespace {

using Json = nlohmann::json;
using Counts = std::vector<std::uint64_t>;

// The deepest counts are for optimised builds: sanitizers make them some fifty times slower.
#if defined(__OPTIMIZE__) && defined(NDEBUG)
constexpr std::size_t kMaxDepth = 9;
#else
constexpr std::size_t kMaxDepth = 4;
#endif

Json recorded_counts() {
    return Json::parse(std::ifstream(test::source_path("tests/vectors/perft.json")));
}

template <const Variant& V>
void expect_counts(const Position<V>& pos, const Counts& counts, std::size_t deepest = kMaxDepth) {
    for (std::size_t depth = 1; depth <= std::min(counts.size(), deepest); ++depth)
        EXPECT_EQ(perft(pos, static_cast<int>(depth)), counts[depth - 1]) << "depth " << depth;
}

TEST(Perft, CountsExtremeFromTheStart) {
    expect_counts(Position<kExtreme>::initial(), recorded_counts().at("start").at("extreme"));
}
TEST(Perft, CountsDoubleFromTheStart) {
    expect_counts(Position<kDouble>::initial(), recorded_counts().at("start").at("double"));
}
TEST(Perft, CountsUltimateFromTheStart) {
    expect_counts(Position<kUltimate>::initial(),
                  {81, 720, 6336, 55080, 473256, 4020960, 33782544, 281067408, 2317018992});
}

TEST(Perft, CountsEveryRecordedPosition) {
    const Json recorded = recorded_counts();
    ASSERT_EQ(recorded.at("positions").size(), 40u);
    for (const auto& position : recorded.at("positions")) {
        SCOPED_TRACE(position.at("kind").get<std::string>());
        const auto counted = with_variant(position.at("variant").get<std::string>(),
                                          [&]<const Variant & V>() -> Result<void> {
                                              auto pos = Position<V>::initial();
                                              for (const std::string name : position.at("moves"))
                                                  pos.play(test::move_named<V>(name));
                                              expect_counts(pos, position.at("perft"));
                                              return {};
                                          });
        ASSERT_TRUE(counted.has_value()) << counted.error().message;
    }
}

TEST(Perft, OfDepthZeroIsOneAndOfAFinishedGameNothing) {
    EXPECT_EQ(perft(Position<kUltimate>::initial(), 0), 1u);
    const auto over =
        test::Scene<kUltimate>().won(Side::X, 0).won(Side::X, 1).won(Side::X, 2).position();
    EXPECT_EQ(perft(over, 1), 0u);
    EXPECT_EQ(perft(over, 3), 0u);
}

}  // namespace
}  // namespace xttt
