#pragma once

#include <array>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/review_move.h"
#include "record/game_record.h"
#include "search/make_searcher.h"

namespace xttt {

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
