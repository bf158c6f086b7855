#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "eval/score.h"
#include "rules/position.h"

namespace xttt {

// An opening book: one move for each position, up to symmetry. The text format
// (docs/reference/book.md) has one row per position, in canonical orientation.
template <const Variant& V>
class Book {
public:
    struct Entry {
        Move move;
        Score score;    // side to move's view
        int depth = 0;  // plies that the score looks ahead; 0: not known
        // Results of self-play from here, side to move's view.
        std::uint32_t games = 0, won = 0, lost = 0;
    };

    static Result<Book> parse(std::string_view text);
    std::string to_text() const;

    std::optional<Entry> find(const Position<V>& pos) const;
    // Requires that the move is legal.
    void insert(const Position<V>& pos, Entry entry);
    std::size_t size() const { return rows_.size(); }

private:
    struct Row {
        std::string fen;
        Entry entry;
    };
    // By the key of the canonical form, which is the same for every order of moves to a position.
    std::unordered_map<Key, Row> rows_;
};

}  // namespace xttt
