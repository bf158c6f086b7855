#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/review_move.h"
#include "record/game_record.h"
#include "search/make_searcher.h"

namespace xttt {

struct SideReview {
    int moves = 0;
    double cost = 0;              // sum over all moves, in points
    double chances_lost = 0;      // sum over all moves
    std::array<int, 4> counts{};  // by Judgement
};
struct GameReview {
    std::vector<MoveReview> moves;
    std::array<SideReview, 2> sides;  // of x and of o
};

// Reviews every move of a game with review_move() and calls `progress` after each.
Result<GameReview> review_game(const GameRecord& record, const SearchOptions& options,
                               const SearchLimits& limits,
                               const std::function<void(const MoveReview&)>& progress = {});

// A review as text: a header, one row for each move and a summary of both players.
std::string review_header(int game_number, const GameRecord& record);
std::string review_text(const MoveReview& move, const Variant& variant);
std::string review_summary(const GameReview& review);
// One move of a review as JSON.
std::string review_json(int game_number, const MoveReview& move, const Variant& variant);

}  // namespace xttt
