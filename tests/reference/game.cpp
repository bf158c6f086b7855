#include "reference/game.h"

#include <algorithm>
#include <stdexcept>

namespace xttt::reference {

Rules rules_of(std::string_view variant) {
    if (variant == "extreme")
        return {.big_boards = 1,
                .n = 4,
                .diagonals = false,
                .diamonds = true,
                .bonus_move = true,
                .corner = 6,
                .edge = 4,
                .inner = 3,
                .line = 68};
    if (variant == "double")
        return {.big_boards = 2,
                .n = 3,
                .diagonals = true,
                .diamonds = false,
                .bonus_move = true,
                .corner = 4,
                .edge = 6,
                .inner = 3,
                .line = 86};
    if (variant == "diagonal")
        return {.big_boards = 1,
                .n = 4,
                .diagonals = true,
                .diamonds = false,
                .bonus_move = true,
                .corner = 6,
                .edge = 4,
                .inner = 3,
                .line = 68};
    if (variant == "ultimate")
        return {.big_boards = 1,
                .n = 3,
                .diagonals = true,
                .diamonds = false,
                .bonus_move = false,
                .corner = 1,
                .edge = 1,
                .inner = 1,
                .line = 9};
    throw std::invalid_argument("no such variant");
}

std::string text(const Rules& rules, Cell cell) {
    std::string name;
    if (rules.big_boards > 1) name += std::to_string(cell.big + 1);
    name += static_cast<char>('a' + cell.column);
    return name + std::to_string(cell.row + 1);
}

Game::Game(const Rules& rules) : rules_(rules), lines_(lines()) {
    const auto width = static_cast<std::size_t>(rules.n * rules.n);
    grid_.assign(static_cast<std::size_t>(rules.big_boards),
                 std::vector<std::string>(width, std::string(width, '-')));
}

std::vector<std::vector<Game::Place>> Game::lines() const {
    std::vector<std::vector<Place>> all;
    for (int i = 0; i < rules_.n; ++i) {
        std::vector<Place> row, column;
        for (int j = 0; j < rules_.n; ++j) {
            row.push_back({i, j});
            column.push_back({j, i});
        }
        all.push_back(row);
        all.push_back(column);
    }
    if (rules_.diagonals) {
        std::vector<Place> falling, rising;
        for (int i = 0; i < rules_.n; ++i) {
            falling.push_back({i, i});
            rising.push_back({rules_.n - 1 - i, i});
        }
        all.push_back(falling);
        all.push_back(rising);
    }
    if (rules_.diamonds) {
        for (int row = 1; row <= rules_.n - 2; ++row)
            for (int column = 1; column <= rules_.n - 2; ++column)
                all.push_back(
                    {{row - 1, column}, {row, column - 1}, {row, column + 1}, {row + 1, column}});
    }
    return all;
}

bool Game::holds_line(const Square& square, char player) const {
    return std::ranges::any_of(lines_, [&](const auto& line) {
        return std::ranges::all_of(
            line, [&](Place place) { return square[place.row][place.column] == player; });
    });
}

Game::Square Game::small_board(int big, Place at) const {
    Square square;
    for (int row = 0; row < rules_.n; ++row)
        square.push_back(
            grid_[big][at.row * rules_.n + row].substr(at.column * rules_.n, rules_.n));
    return square;
}

char Game::state(int big, Place at) const {
    const Square square = small_board(big, at);
    if (holds_line(square, 'x')) return 'x';
    if (holds_line(square, 'o')) return 'o';
    const bool has_empty_cell = std::ranges::any_of(
        square, [](const std::string& row) { return row.find('-') != std::string::npos; });
    return has_empty_cell ? '-' : 'd';
}

Game::Square Game::big_board(int big) const {
    Square square;
    for (int row = 0; row < rules_.n; ++row) {
        square.emplace_back();
        for (int column = 0; column < rules_.n; ++column)
            square.back() += state(big, {row, column});
    }
    return square;
}

std::vector<Cell> Game::legal() const {
    if (end()) return {};
    std::vector<Square> open;
    for (int big = 0; big < rules_.big_boards; ++big) open.push_back(big_board(big));

    bool bound = false;
    Place named{0, 0};
    if (last_) {
        named = {last_->row % rules_.n, last_->column % rules_.n};
        for (const Square& square : open) bound |= square[named.row][named.column] == '-';
    }
    std::vector<Cell> cells;
    const int width = rules_.n * rules_.n;
    for (int big = 0; big < rules_.big_boards; ++big)
        for (int row = 0; row < width; ++row)
            for (int column = 0; column < width; ++column) {
                const Place at{row / rules_.n, column / rules_.n};
                if (bound && (at.row != named.row || at.column != named.column)) continue;
                if (open[big][at.row][at.column] != '-') continue;
                if (grid_[big][row][column] == '-') cells.push_back({big, row, column});
            }
    return cells;
}

void Game::play(Cell cell) {
    const Place at{cell.row / rules_.n, cell.column / rules_.n};
    grid_[cell.big][cell.row][cell.column] = mover_;
    last_ = cell;
    const bool won_small_board = state(cell.big, at) == mover_;
    const bool moves_once_more = rules_.bonus_move && won_small_board && !bonus_ && !end();
    bonus_ = moves_once_more;
    if (!moves_once_more) mover_ = mover_ == 'x' ? 'o' : 'x';
}

std::string Game::boards() const {
    std::string all;
    for (int big = 0; big < rules_.big_boards; ++big)
        for (const std::string& row : big_board(big)) all += row;
    return all;
}

int Game::points(char player) const {
    int sum = 0;
    for (int big = 0; big < rules_.big_boards; ++big) {
        const Square square = big_board(big);
        for (int row = 0; row < rules_.n; ++row)
            for (int column = 0; column < rules_.n; ++column) {
                if (square[row][column] != player) continue;
                const int at_edges =
                    (row == 0) + (row == rules_.n - 1) + (column == 0) + (column == rules_.n - 1);
                sum += at_edges == 2 ? rules_.corner : at_edges == 1 ? rules_.edge : rules_.inner;
            }
    }
    return sum;
}

std::optional<End> Game::end() const {
    for (int big = 0; big < rules_.big_boards; ++big) {
        const Square square = big_board(big);
        if (holds_line(square, 'x')) return End{"x", "line", rules_.line, 0};
        if (holds_line(square, 'o')) return End{"o", "line", 0, rules_.line};
    }
    if (boards().find('-') != std::string::npos) return std::nullopt;
    return End{"draw", "full", points('x'), points('o')};
}

}  // namespace xttt::reference
