#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "rules/board_kind.h"
#include "selfplay/opening_statistics.h"
#include "selfplay/recipe.h"
#include "selfplay/training_record.h"

namespace xttt {

// Results of games in the view of one side.
struct ResultTally {
    std::uint64_t games = 0;
    std::uint64_t won = 0;
    std::uint64_t lost = 0;
    std::int64_t margin = 0;         // sum, in points
    std::int64_t margin_square = 0;  // sum of squares

    void add(int result, int points);
    ResultTally& operator+=(const ResultTally& other);
};

// Statistics of games: results by first move and by the winner of the first small board of each
// kind, the value of a bonus move, and lengths. All are counts, so those of several runs add up.
// docs/reference/training.md describes the text.
template <const Variant& V>
class GameStatistics {
public:
    // Adds the records of one game, which starts with at most one random move.
    void add(std::span<const TrainingRecord<V>> game);
    // Adds the value of having the bonus move of a position rather than the opponent's turn.
    void add_bonus(const Position<V>& pos, Score value);
    GameStatistics& operator+=(const GameStatistics& other);

    std::uint64_t games() const { return result_.games; }
    // The members of a JSON object, without braces.
    std::string json_members() const;

private:
    // Won small boards of x minus those of o, by kind, and the side to move (1: x, -1: o).
    using Balance = std::array<int, 4>;
    struct BonusTally {
        std::uint64_t positions = 0;
        std::int64_t value = 0;         // sum, in hundredths of a point
        std::int64_t value_square = 0;  // sum of squares
    };

    // Small boards that are won when Balance is taken: about the middle of a game.
    static constexpr int kBalanceBoards = V.small_boards() / 3;

    ResultTally result_;  // from x's view, like all tallies below unless noted
    std::uint64_t by_line_ = 0;
    std::array<std::uint32_t, V.cells() + 1> lengths_{};  // in plies
    std::map<int, ResultTally> first_moves_;              // by move_id, up to symmetry
    // By kind and by the side that won the first small board of it, in this side's view.
    std::array<std::array<ResultTally, 2>, 3> first_boards_{};
    std::map<Balance, ResultTally> balances_;
    std::array<BonusTally, V.small_boards() + 1> bonus_{};  // by closed small boards
};

struct StatisticsOptions : SelfPlayRecipe {
    std::uint32_t games = 1000;
    int threads = 1;
    std::optional<Clock::duration> time;  // no game starts after this time
    std::uint64_t bonus_nodes = 0;  // per search for the value of a bonus move; 0: not measured
    int opening_plies = 0;          // to count for the opening file
};

// The statistics of some games so far.
template <const Variant& V>
struct StatisticsSoFar {
    GameStatistics<V> games;
    OpeningStatistics<V> openings;
};

// Plays games without storing them. Calls `progress` every few seconds from one of the threads.
// Without a time limit the result does not depend on the number of threads.
template <const Variant& V>
Result<StatisticsSoFar<V>> play_statistics(
    const StatisticsOptions& options,
    const std::function<void(const StatisticsSoFar<V>&)>& progress);

}  // namespace xttt
