#pragma once

#include <string_view>

// Beginnings and ends of games of `double`, as the protocol writes moves.
namespace xttt::test {

// The last move wins a small board for x, which moves again.
inline constexpr std::string_view kBonusForX = "2f5 1i6 1h9 2e8 2e5 1e5 2d5";

// A whole game that x wins with a line.
inline constexpr std::string_view kWonByX =
    "1b6 1f7 2i1 1g2 2b6 2d8 1a5 2c4 1i3 2i7 1h3 2d9 1b9 2d7 1c2 2h4 2f1 1g3 1b7 1e3 1d8 1c6 1i7 "
    "2i3 2g9 2c9 2i8 2g4 1c1 2g3 1b8 1e4 1f3 2i9 1h8 1f4 2h3 1f8 1g6 2c7 1d4";

}  // namespace xttt::test
