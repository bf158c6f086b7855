#pragma once

#include <array>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/game_record.h"
#include "search/make_searcher.h"

namespace xttt {

enum class Judgement { Good, Inaccuracy, Mistake, Blunder };
std::string_view judgement_name(Judgement judgement);
// By what a move cost in points, seen against the worth of a line.
Judgement judge(double cost, const Variant& variant);

// What the engine thinks of one move of a game. Scores are in the mover's view.
struct MoveReview {
    int number = 0;  // from 1; a bonus move counts as one
    Side side = Side::X;
    std::string played;
    Score played_score = 0;
    std::string best;
    Score best_score = 0;
    std::string best_line;  // moves separated by blanks, the best one first
    double cost = 0;        // in points, never negative
    Judgement judgement = Judgement::Good;
};

struct SideReview {
    int moves = 0;
    double cost = 0;              // of all moves together
    std::array<int, 4> counts{};  // by Judgement
};
struct GameReview {
    std::vector<MoveReview> moves;
    std::array<SideReview, 2> sides;  // of x and of o
};

// Looks at every move of a game: at the position with `limits`, and, where another move was
// played, at that one with the same limits. `progress` hears of each move; forced moves, which
// cannot be wrong, cost no time.
Result<GameReview> review_game(const GameRecord& record, const SearchOptions& options,
                               const SearchLimits& limits,
                               const std::function<void(const MoveReview&)>& progress = {});

// A review for a person: which game, each move as it is looked at, and both players at the end.
std::string review_header(int game_number, const GameRecord& record);
std::string review_text(const MoveReview& move, const Variant& variant);
std::string review_summary(const GameReview& review);
// One move of a review for a program.
std::string review_json(int game_number, const MoveReview& move, const Variant& variant);

}  // namespace xttt
