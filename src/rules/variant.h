#pragma once

#include <array>
#include <chrono>
#include <string_view>

namespace xttt {

// Which sets of cells win a small board (and, read over small boards won, the game).
enum class LineKinds : unsigned { Rows = 1, Columns = 2, Diagonals = 4, Diamonds = 8 };

constexpr LineKinds operator|(LineKinds a, LineKinds b) {
    return static_cast<LineKinds>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool contains(LineKinds set, LineKinds kind) {
    return (static_cast<unsigned>(set) & static_cast<unsigned>(kind)) != 0;
}

// What a small board is worth at the end, by its place on the big board.
struct BoardPoints {
    int corner;
    int edge;
    int inner;
};

// Everything that tells one edition of the game from another. A new variant is one more constant
// below and one more entry in kVariants (with_variant.h); no code knows a variant by name.
struct Variant {
    std::string_view name;
    std::string_view summary;
    int big_boards;
    int size;  // N: cells along a small board, small boards along a big board
    LineKinds lines;
    bool bonus_move;  // winning a small board earns one more move
    int line_points;  // what a line on a big board is worth: the most a game can bring
    BoardPoints board_points;
    std::chrono::milliseconds move_time;  // default thinking time

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
    .move_time = std::chrono::seconds{16}};

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
    .move_time = std::chrono::seconds{24}};

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
    .move_time = std::chrono::seconds{16}};

// The classic game everybody knows.
inline constexpr Variant kUltimate{
    .name = "ultimate",
    .summary = "the classic 9x9 game: 3x3 small boards of 3x3 cells, no bonus move",
    .big_boards = 1,
    .size = 3,
    .lines = LineKinds::Rows | LineKinds::Columns | LineKinds::Diagonals,
    .bonus_move = false,
    .line_points = 9,
    .board_points = {.corner = 1, .edge = 1, .inner = 1},
    .move_time = std::chrono::seconds{16}};

// Every variant, the default first.
inline constexpr std::array kVariants{&kExtreme, &kDouble, &kDiagonal, &kUltimate};

}  // namespace xttt
