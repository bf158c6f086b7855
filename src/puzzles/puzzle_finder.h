#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "puzzles/goal_search.h"
#include "search/make_searcher.h"

namespace xttt {

// What a puzzle is about. A puzzle with a line whose first move wins a small board is Bonus.
enum class PuzzleKind : std::uint8_t { Board, Bonus, Line, Save, Count };
std::string_view puzzle_kind_name(PuzzleKind kind);

// A position in which exactly one move keeps the goal, proven by exhaustive search.
template <const Variant& V>
struct Puzzle {
    Position<V> position;
    Goal goal;
    PuzzleKind kind{};
    Move solution = kNoMove;
    int moves = 0;   // of the solver, against the defence that lasts longest
    int rating = 0;  // difficulty, by how deep the engine searches until it sees the move
};

// Finds puzzles in the positions of engine games.
template <const Variant& V>
class PuzzleFinder {
public:
    static Result<PuzzleFinder> make(const SearchOptions& options);

    // At most one puzzle of each kind from a game. Equal games and seeds give equal puzzles.
    std::vector<Puzzle<V>> find(std::span<const Position<V>> game, std::uint64_t seed);

private:
    explicit PuzzleFinder(std::unique_ptr<Searcher<V>> searcher)
        : searcher_(std::move(searcher)), goals_(kHashMb) {}

    std::optional<Puzzle<V>> line_puzzle(const Position<V>& pos);
    std::optional<Puzzle<V>> board_puzzle(const Position<V>& pos);
    std::optional<Puzzle<V>> points_puzzle(const Position<V>& pos);
    std::optional<Move> only_move(const Position<V>& pos, const Goal& goal);
    std::optional<Puzzle<V>> finished(Puzzle<V> puzzle);
    int rating(const Puzzle<V>& puzzle);

    static constexpr std::size_t kHashMb = 8;
    std::unique_ptr<Searcher<V>> searcher_;
    GoalSearch<V> goals_;
};

}  // namespace xttt
