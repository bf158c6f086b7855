#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The rules a second time, slowly and word for word: a grid of characters, searched again for every
// question. It shares nothing with src/, so that the two can disagree.
namespace xttt::reference {

struct Rules {
    int big_boards;
    int n;
    bool diagonals;
    bool diamonds;
    bool bonus_move;
    int corner, edge, inner;  // points for a small board
    int line;                 // points for a line on a big board
};

// The row of the rules' table of that name.
Rules rules_of(std::string_view variant);

// One square of one big board as a person counts, but from 0.
struct Cell {
    int big;
    int row;
    int column;
    auto operator<=>(const Cell&) const = default;
};

// "c4", or "2c4" where there is more than one big board.
std::string text(const Rules& rules, Cell cell);

struct End {
    std::string result;  // "x", "o" or "draw"
    std::string reason;  // "line" or "full"
    int x_points;
    int o_points;
    bool operator==(const End&) const = default;
};

class Game {
public:
    explicit Game(const Rules& rules);

    char mover() const { return mover_; }
    bool is_bonus_move() const { return bonus_; }
    std::vector<Cell> legal() const;  // in order of Cell; empty when the game is over
    void play(Cell cell);

    // 'x', 'o', 'd' drawn, '-' open; small boards in reading order, big board 1 first.
    std::string boards() const;
    std::optional<End> end() const;

private:
    // A place in an N x N grid, of cells or of small boards.
    struct Place {
        int row;
        int column;
    };
    using Square = std::vector<std::string>;  // an N x N grid of 'x', 'o', 'd' or '-'

    std::vector<std::vector<Place>> lines() const;
    bool holds_line(const Square& square, char player) const;
    Square small_board(int big, Place at) const;
    char state(int big, Place at) const;
    Square big_board(int big) const;
    int points(char player) const;

    Rules rules_;
    std::vector<std::vector<Place>> lines_;
    std::vector<std::vector<std::string>> grid_;  // [big board][row][column]
    std::optional<Cell> last_;
    char mover_ = 'x';
    bool bonus_ = false;
};

}  // namespace xttt::reference
