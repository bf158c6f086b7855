#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "rules/move.h"

namespace xttt {

// How a game ended on the board. Forfeits belong to the referee.
enum class EndReason {
    Line,  // a line of small boards on a big board
    Full,  // every small board closed, no line
};

struct Outcome {
    EndReason reason;
    std::optional<Side> line_winner;  // set for EndReason::Line; a full game is a draw by rule
    std::array<int, 2> points;        // of x and of o

    // The winner for ratings, SPRT and knockout stages: the side with the line, otherwise the side
    // with more points; empty if the points are equal.
    constexpr std::optional<Side> rated_winner() const {
        if (line_winner) return line_winner;
        if (points[0] == points[1]) return std::nullopt;
        return points[0] > points[1] ? Side::X : Side::O;
    }
    constexpr int margin(Side view) const {
        return points[index(view)] - points[index(opponent(view))];
    }
    constexpr bool operator==(const Outcome&) const = default;
};

// The points of a small board, by its place on its big board.
template <const Variant& V>
constexpr int board_value(int board) {
    const int place = board % V.places(), row = place / V.size, column = place % V.size;
    const bool outer_row = row == 0 || row == V.size - 1;
    const bool outer_column = column == 0 || column == V.size - 1;
    if (outer_row && outer_column) return V.board_points.corner;
    return outer_row || outer_column ? V.board_points.edge : V.board_points.inner;
}

// A set of small boards: bit b is small board b, big board 1 first.
using BoardSet = std::uint32_t;

namespace detail {

struct ValuedBoards {
    BoardSet boards;
    int value;
};

template <const Variant& V>
inline constexpr auto kBoardsByValue = [] {
    std::array<ValuedBoards, 3> groups{
        {{0, V.board_points.corner}, {0, V.board_points.edge}, {0, V.board_points.inner}}};
    for (int b = 0; b < V.small_boards(); ++b) {
        for (auto& group : groups) {
            if (group.value != board_value<V>(b)) continue;
            group.boards |= BoardSet{1} << b;
            break;
        }
    }
    return groups;
}();

}  // namespace detail

// The points of a set of small boards.
template <const Variant& V>
constexpr int points_of(BoardSet boards) {
    int sum = 0;
    for (const auto& group : detail::kBoardsByValue<V>)
        sum += std::popcount(boards & group.boards) * group.value;
    return sum;
}

}  // namespace xttt
