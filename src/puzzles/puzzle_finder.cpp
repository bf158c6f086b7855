#include "puzzles/puzzle_finder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "rules/variant.h"

namespace xttt {
namespace {

// A browser repeats these searches while a person waits, so they are kept short.
constexpr std::uint64_t kNodes = 150'000;
constexpr int kFewestChoices = 3;
// Lines: no other move may win within this many moves of the best one.
constexpr int kSlowerLine = 2;
constexpr int kLongestLine = 9;
constexpr int kBoardMoves = 3;
// Points: positions with at most this many cells left, and how much the best move must gain.
constexpr int kCellsLeft = 22;
constexpr int kGain = 2;
// The length of solutions: more than one move, and not too many.
constexpr int kFewestMoves = 2;
constexpr int kMostMoves = 8;
// Rating: nodes of the search that looks for the solution.
constexpr std::uint64_t kRatingNodes = 30'000;

template <const Variant& V>
bool wins_board(const Position<V>& pos, Move m) {
    Position<V> after = pos;
    after.play(m);
    return after.won(pos.side_to_move()) != pos.won(pos.side_to_move());
}

template <const Variant& V>
Goal goal_of(const Position<V>& pos, Goal::Kind kind, int amount) {
    const Side side = pos.side_to_move();
    return {side, kind, amount, kind == Goal::Kind::Board ? std::popcount(pos.won(side)) : 0};
}

}  // namespace

std::string_view puzzle_kind_name(PuzzleKind kind) {
    static constexpr std::array<std::string_view, 5> kNames{"board", "bonus", "line", "save",
                                                            "count"};
    return kNames[static_cast<std::size_t>(kind)];
}

template <const Variant& V>
Result<PuzzleFinder<V>> PuzzleFinder<V>::make(const SearchOptions& options) {
    TRY(auto searcher, make_searcher<V>(options));
    return PuzzleFinder(std::move(searcher));
}

template <const Variant& V>
std::optional<Move> PuzzleFinder<V>::only_move(const Position<V>& pos, const Goal& goal) {
    Move only = kNoMove;
    int count = 0;
    pos.for_each_legal([&](Move m) {
        if (count > 1 || goals_.interrupted()) return;
        Position<V> after = pos;
        after.play(m);
        if (!goals_.forced(after, goal.after_move())) return;
        only = m;
        ++count;
    });
    if (count != 1 || goals_.interrupted()) return std::nullopt;
    return only;
}

template <const Variant& V>
std::optional<Puzzle<V>> PuzzleFinder<V>::line_puzzle(const Position<V>& pos) {
    goals_.set_budget(kNodes);
    Goal goal = goal_of(pos, Goal::Kind::Line, 1);
    while (goal.amount <= kLongestLine && !goals_.forced(pos, goal)) {
        if (goals_.interrupted()) return std::nullopt;
        ++goal.amount;
    }
    if (goal.amount == 1 || goal.amount > kLongestLine) return std::nullopt;
    goal.amount += kSlowerLine;
    const auto only = only_move(pos, goal);
    if (!only) return std::nullopt;
    const bool bonus = V.bonus_move && wins_board(pos, *only);
    return finished({pos, goal, bonus ? PuzzleKind::Bonus : PuzzleKind::Line, *only});
}

template <const Variant& V>
std::optional<Puzzle<V>> PuzzleFinder<V>::board_puzzle(const Position<V>& pos) {
    goals_.set_budget(kNodes);
    if (goals_.forced(pos, goal_of(pos, Goal::Kind::Board, kBoardMoves - 1))) return std::nullopt;
    const Goal goal = goal_of(pos, Goal::Kind::Board, kBoardMoves);
    const auto only = only_move(pos, goal);
    if (!only) return std::nullopt;
    // The engine must prefer this move too.
    searcher_->new_game();
    const SearchReport report = searcher_->search(pos, {.nodes = kRatingNodes}, {});
    if (report.best_move() != *only) return std::nullopt;
    return finished({pos, goal, PuzzleKind::Board, *only});
}

template <const Variant& V>
std::optional<Puzzle<V>> PuzzleFinder<V>::points_puzzle(const Position<V>& pos) {
    goals_.set_budget(kNodes);
    const bool x = pos.side_to_move() == Side::X;
    const int best = x ? goals_.value(pos) : -goals_.value(pos);
    if (goals_.interrupted() || best < 0 || best == kLineValue) return std::nullopt;
    const auto only = [&](int least) {
        return only_move(pos, goal_of(pos, Goal::Kind::Points, least));
    };
    // Only one move avoids losing, or wins, or comes near the best margin.
    for (const auto& [least, kind] : {std::pair{0, PuzzleKind::Save},
                                      {1, PuzzleKind::Count},
                                      {best - kGain + 1, PuzzleKind::Count}}) {
        if (least > best) continue;
        if (const auto move = only(least))
            return finished(
                {pos, goal_of(pos, Goal::Kind::Points, std::max(least, 0)), kind, *move});
    }
    return std::nullopt;
}

// Plays the puzzle to its end, to see that a browser can do the same and how long it is.
template <const Variant& V>
std::optional<Puzzle<V>> PuzzleFinder<V>::finished(Puzzle<V> puzzle) {
    Position<V> pos = puzzle.position;
    Goal goal = puzzle.goal;
    for (bool first = true; !GoalSearch<V>::reached(pos, goal); first = false) {
        goals_.set_budget(kNodes);
        const bool own = pos.side_to_move() == goal.side;
        const Move move = first ? puzzle.solution
                          : own ? goals_.solution(pos, goal)
                                : goals_.defence(pos, goal);
        if (goals_.interrupted() || move.is_none()) return std::nullopt;
        pos.play(move);
        goal = goal.after_move();
        puzzle.moves += own;
    }
    if (puzzle.moves < kFewestMoves || puzzle.moves > kMostMoves) return std::nullopt;
    puzzle.rating = rating(puzzle);
    return puzzle;
}

// The deeper the engine has to search until it stays with the solution, the harder the puzzle; long
// solutions and many choices make it harder, a first move that wins a small board is soon found.
template <const Variant& V>
int PuzzleFinder<V>::rating(const Puzzle<V>& puzzle) {
    constexpr int kLeast = 600, kMost = 2400;
    constexpr int kEasiest = 700, kPerDepth = 70, kPerMove = 80, kPerChoice = 6, kObvious = 150;
    constexpr int kMostDepth = 14, kMostChoices = 50;
    int found_at = 0, depth = 0;
    searcher_->new_game();
    searcher_->search(puzzle.position, {.nodes = kRatingNodes}, [&](const SearchReport& report) {
        depth = report.depth;
        if (report.best_move() != puzzle.solution) found_at = depth;
    });
    const int rating = kEasiest + kPerDepth * std::min(found_at, kMostDepth) +
                       kPerMove * (puzzle.moves - 1) +
                       kPerChoice * std::min(puzzle.position.legal_count(), kMostChoices) -
                       (wins_board(puzzle.position, puzzle.solution) ? kObvious : 0);
    return std::clamp(rating / 10 * 10, kLeast, kMost);
}

template <const Variant& V>
std::vector<Puzzle<V>> PuzzleFinder<V>::find(std::span<const Position<V>> game,
                                             std::uint64_t seed) {
    goals_ = GoalSearch<V>(kHashMb);  // node counts must not depend on earlier games
    // Puzzles of one game resemble each other, so one of each kind is enough; which one is random.
    std::vector<Position<V>> order(game.begin(), game.end());
    Random random(mix64(seed));
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);

    std::vector<Puzzle<V>> found;
    const auto missing = [&](std::initializer_list<PuzzleKind> kinds) {
        return std::ranges::any_of(kinds, [&](PuzzleKind kind) {
            return std::ranges::find(found, kind, &Puzzle<V>::kind) == found.end();
        });
    };
    const auto keep = [&](std::optional<Puzzle<V>> puzzle) {
        if (puzzle && missing({puzzle->kind})) found.push_back(std::move(*puzzle));
    };
    for (const Position<V>& pos : order) {
        if (pos.over() || pos.legal_count() < kFewestChoices) continue;
        if (missing({PuzzleKind::Line, PuzzleKind::Bonus})) keep(line_puzzle(pos));
        if (missing({PuzzleKind::Board})) keep(board_puzzle(pos));
        if (pos.playable().size() <= kCellsLeft && missing({PuzzleKind::Save, PuzzleKind::Count}))
            keep(points_puzzle(pos));
    }
    return found;
}

#define XTTT_INSTANTIATE(V) template class PuzzleFinder<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
