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

// An opening book: one move for each position, up to symmetry. The text format
// (docs/reference/book.md) has one row per position: FEN, move and score, all in canonical
// orientation.
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
    // By FEN, so that the text is always in the same order.
    std::map<std::string, Entry, std::less<>> entries_;
};

struct BookPlan {
    int plies = 4;                     // positions after fewer plies than this get an entry
    int breadth = 3;                   // number of best moves to follow in each position
    SearchLimits limits{.depth = 10};  // of each search; without a time limit, the book is
                                       // the same on every machine
};

// Builds a book from the initial position, ply by ply, with the given search. Calls `progress`
// after each entry with the number of entries and the current ply.
template <const Variant& V>
Book<V> build_book(Searcher<V>& searcher, const BookPlan& plan,
                   const std::function<void(std::size_t entries, int ply)>& progress);

}  // namespace xttt
