#pragma once

#include <functional>
#include <optional>

#include "base/clock.h"
#include "search/book/book.h"
#include "selfplay/recipe.h"

namespace xttt {

// Which positions of the opening a book contains, and the work spent on each.
struct BookPlan {
    int plies = 4;             // positions after fewer plies than this get an entry
    int breadth = 3;           // maximum number of best moves to follow in each position
    bool first_moves = false;  // follow every first move, whatever the breadth and the window
    // Maximum total loss of the moves that lead to a position, those of both sides together.
    Score window = kInfinite;
    std::size_t positions = 0;  // maximum per ply, those with the smallest loss; 0: all
    // Of each search; without a time limit, the book is the same on every machine.
    SearchLimits limits{.depth = 10};
    int games = 0;          // self-play games from each position
    SelfPlayRecipe recipe;  // of these games; its openings and random moves are not used
    int threads = 1;        // positions at the same time
    std::optional<Clock::duration> time;  // no search starts after this time
};

struct BookProgress {
    std::size_t entries;
    int ply;
    std::size_t level;  // positions of this ply
    Score loss;         // largest loss among them
};

// Builds a book from the initial position, ply by ply. Scores are backed up from the last ply by
// minimax, so that the first moves profit from all searches after them. Calls `progress` after
// each ply.
template <const Variant& V>
Result<Book<V>> build_book(const SearchOptions& search, const BookPlan& plan,
                           const std::function<void(const BookProgress&)>& progress);

}  // namespace xttt
