#include "rules/perft.h"

#include <gtest/gtest.h>

namespace xttt {
namespace {

TEST(Perft, CountsFromTheStartOfUltimate) {
    const std::vector<std::uint64_t> counts{81, 720, 6336, 55080, 473256, 4020960};
    for (int depth = 1; depth <= static_cast<int>(counts.size()); ++depth)
        EXPECT_EQ(perft(Position<kUltimate>::initial(), depth), counts[depth - 1]);
}

}  // namespace
}  // namespace xttt
