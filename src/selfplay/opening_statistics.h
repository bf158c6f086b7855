#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "rules/symmetry.h"
#include "search/book/book.h"
#include "selfplay/training_record.h"

namespace xttt {

// The name of a position in an opening file: the high bits of the key of its canonical form.
template <const Variant& V>
std::string opening_key(const Canonical<V>& form);
// A move of a position in the orientation of its canonical form; moves that a symmetry of the
// position maps to each other get the same one.
template <const Variant& V>
Move opening_move(const Canonical<V>& form, Move move);

// How often games played each move of the opening, with results and scores; positions and moves
// that are equal up to symmetry are counted together.
template <const Variant& V>
class OpeningStatistics {
public:
    // Counts positions with fewer than `plies` marks.
    explicit OpeningStatistics(int plies) : plies_(plies) {}

    // Adds the records of one game, from its first position on.
    void add(std::span<const TrainingRecord<V>> game);
    // Adds a game without scores by its first moves; `result_x` is positive if x won, negative if o
    // did.
    void add(std::span<const Move> moves, int result_x);
    // Adds the moves between positions of a book. Their scores are those of the book, whatever
    // games say. The book's own games start from its positions, so they are counted apart: they do
    // not show how often a move is played.
    void add(const Book<V>& book);
    OpeningStatistics& operator+=(const OpeningStatistics& other);
    std::uint32_t games() const { return games_; }
    std::size_t positions() const { return positions_.size(); }

    // Forgets all positions but those that text(most) contains.
    void keep(std::size_t most);
    // The opening file (docs/reference/web.md) with the positions of the book, and of the others
    // with those that most games reached, at most `most`, each by at least `least` games.
    std::string text(std::size_t most, std::uint32_t least = 1) const;

private:
    struct Results {
        std::uint32_t games = 0;
        std::uint32_t won_by_x = 0;
        std::uint32_t won_by_o = 0;
    };
    struct Count {
        Results played;
        double points = 0;  // sum of the scores after the move, in the mover's view
        int depth = 0;      // of the book's score; 0: not in the book
        Score book_score = 0;
        Results book;
    };
    using Moves = std::map<int, Count>;  // by move_id of the canonical move
    using Positions = std::map<std::string, Moves>;

    // The positions of text(most, least), in the order of their keys.
    std::vector<typename Positions::const_iterator> best(std::size_t most,
                                                         std::uint32_t least) const;
    void add_move(const Position<V>& pos, Move move, double points, int result_x);

    int plies_;
    std::uint32_t games_ = 0;
    Positions positions_;
};

}  // namespace xttt
