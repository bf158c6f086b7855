#pragma once

#include <array>
#include <chrono>
#include <string_view>

namespace xttt {

// The sets of cells that win a small board. The same sets of small boards win the game.
enum class LineKinds : unsigned { Rows = 1, Columns = 2, Diagonals = 4, Diamonds = 8 };

constexpr LineKinds operator|(LineKinds a, LineKinds b) {
    return static_cast<LineKinds>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool contains(LineKinds set, LineKinds kind) {
    return (static_cast<unsigned>(set) & static_cast<unsigned>(kind)) != 0;
}

// The points of a won small board, by its place on the big board.
struct BoardPoints {
    int corner;
    int edge;
    int inner;
};

// Everything that distinguishes one variant of the game from another. A new variant is one more
// constant below and its entry in XTTT_FOR_EACH_VARIANT; no code refers to a variant by name. Run
// scripts/generate-variants afterwards. Optional data of a variant: fitted weights
// (src/eval/handcrafted), a network (src/eval/networks.cmake) and bench positions (src/engine).
struct Variant {
    std::string_view name;
    std::string_view summary;
    int big_boards;
    int size;  // N: cells along a small board, small boards along a big board
    LineKinds lines;
    bool bonus_move;  // winning a small board earns one more move
    int line_points;  // points of a line on a big board, the maximum of a game
    BoardPoints board_points;
    std::chrono::milliseconds move_time;  // default time for a move
    // The margin, as a share of line_points, at which the odds of winning are e to 1: fitted by
    // maximum likelihood to self-play games.
    double win_odds_margin = 0.25;

    // Cells of a small board; equally, small boards of a big board, and places a cell can name.
    constexpr int places() const { return size * size; }
    constexpr int small_boards() const { return big_boards * places(); }
    constexpr int cells() const { return small_boards() * places(); }
    // Cells along the edge of a big board.
    constexpr int width() const { return size * size; }
};

// The 2018 course game.
inline constexpr Variant kExtreme{
    .name = "extreme",
    .summary = "one big board of 4x4 small boards of 4x4 cells; rows, columns and diamonds win",
    .big_boards = 1,
    .size = 4,
    .lines = LineKinds::Rows | LineKinds::Columns | LineKinds::Diamonds,
    .bonus_move = true,
    .line_points = 68,
    .board_points = {.corner = 6, .edge = 4, .inner = 3},
    .move_time = std::chrono::seconds{16},
    .win_odds_margin = 0.154};

// The 2019 course game: a move names one small board on each of two big boards.
inline constexpr Variant kDouble{
    .name = "double",
    .summary = "two big boards of 3x3 small boards of 3x3 cells; rows, columns and diagonals win",
    .big_boards = 2,
    .size = 3,
    .lines = LineKinds::Rows | LineKinds::Columns | LineKinds::Diagonals,
    .bonus_move = true,
    .line_points = 86,
    .board_points = {.corner = 4, .edge = 6, .inner = 3},
    .move_time = std::chrono::seconds{24},
    .win_odds_margin = 0.599};

// The 16x16 game with diagonals instead of diamonds.
inline constexpr Variant kDiagonal{
    .name = "diagonal",
    .summary = "the 16x16 game with the two diagonals instead of diamonds",
    .big_boards = 1,
    .size = 4,
    .lines = LineKinds::Rows | LineKinds::Columns | LineKinds::Diagonals,
    .bonus_move = true,
    .line_points = 68,
    .board_points = {.corner = 6, .edge = 4, .inner = 3},
    .move_time = std::chrono::seconds{16},
    .win_odds_margin = 0.168};

// Classic ultimate tic-tac-toe.
inline constexpr Variant kUltimate{
    .name = "ultimate",
    .summary = "the classic 9x9 game: 3x3 small boards of 3x3 cells, no bonus move",
    .big_boards = 1,
    .size = 3,
    .lines = LineKinds::Rows | LineKinds::Columns | LineKinds::Diagonals,
    .bonus_move = false,
    .line_points = 9,
    .board_points = {.corner = 1, .edge = 1, .inner = 1},
    .move_time = std::chrono::seconds{16},
    .win_odds_margin = 0.332};

// The list of variants, the default first: expands X(variant, arguments...) for each. CMake and
// scripts/generate-variants read it too.
#define XTTT_FOR_EACH_VARIANT(X, ...)       \
    X(kExtreme __VA_OPT__(, ) __VA_ARGS__)  \
    X(kDouble __VA_OPT__(, ) __VA_ARGS__)   \
    X(kDiagonal __VA_OPT__(, ) __VA_ARGS__) \
    X(kUltimate __VA_OPT__(, ) __VA_ARGS__)

#define XTTT_POINTER(V) &V,
inline constexpr auto kVariants =
    std::to_array<const Variant*>({XTTT_FOR_EACH_VARIANT(XTTT_POINTER)});
#undef XTTT_POINTER

}  // namespace xttt
