#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "eval/score.h"
#include "rules/position.h"
#include "search/searcher.h"

namespace xttt {

// Moves known in advance, one for each position up to symmetry. As text (docs/reference/book.md):
// a line for each position, its FEN, the move and its score, all in canonical orientation.
template <const Variant& V>
class Book {
public:
    struct Entry {
        Move move;
        Score score;  // side to move's view
    };

    static Result<Book> parse(std::string_view text);
    std::string to_text() const;

    std::optional<Entry> find(const Position<V>& pos) const;
    // Requires that the move is legal.
    void insert(const Position<V>& pos, const Entry& entry);
    std::size_t size() const { return entries_.size(); }

private:
    // By FEN, so that the text comes out in the same order every time.
    std::map<std::string, Entry, std::less<>> entries_;
};

struct BookPlan {
    int plies = 4;                     // positions after fewer moves than this get an entry
    int breadth = 3;                   // of each, so many best moves are followed further
    SearchLimits limits{.depth = 10};  // of each search; without limits in time, the book is
                                       // the same on every machine
};

// Builds a book from the start on, level by level, with the given search. `progress` hears of each
// entry: how many there are, and the number of the level.
template <const Variant& V>
Book<V> build_book(Searcher<V>& searcher, const BookPlan& plan,
                   const std::function<void(std::size_t entries, int ply)>& progress);

}  // namespace xttt
