#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tournament/schedule/standings.h"
#include "tournament/store/stored_game.h"

namespace xttt {

// How far a tournament has come: its stages and rounds with their results, and which games of the
// present round are still to be handed out. Knows neither players nor store; the same results,
// taken in any order, lead to the same state.
class Progress {
public:
    struct Stage {
        std::vector<Seat> seats;
        std::vector<PlayedRound> rounds;  // the last one of the last stage may be incomplete
    };

    Progress(std::vector<StagePlan> plans, int entrants, std::uint64_t seed);

    const std::vector<StagePlan>& plans() const { return plans_; }
    const std::vector<Stage>& stages() const { return stages_; }  // those that have begun
    int stage() const { return static_cast<int>(stages_.size()) - 1; }
    int round() const { return static_cast<int>(stages_.back().rounds.size()) - 1; }
    bool finished() const { return finished_; }

    // The next game of the present round that nobody has been given; empty if there is none.
    std::optional<ScheduledGame> next_game();
    // It could not be played after all, or shall be played again: `attempt` says as what.
    void requeue(GamePlace place);
    // A game was played. False if it is not of the present round, or was recorded before.
    bool record(const GamePlace& place, std::array<int, 2> points_of_x_and_o);
    // Who is to play a game of the present round; empty if there is no such game.
    std::optional<ScheduledGame> scheduled(const GamePlace& place) const;

    bool round_complete() const { return left_in_round_ == 0; }
    // Goes on with the next round or stage. Requires round_complete() and !finished().
    void advance();

    long games_recorded() const { return recorded_; }
    // Still to be played in all stages, tie-breaks of knockouts apart.
    long games_left() const;

    // The tables of the pools of a stage.
    std::vector<std::vector<TableRow>> tables(int stage) const;

private:
    void begin_stage(const std::vector<int>& best_first);
    bool begin_round();
    std::uint64_t stage_seed(int stage) const;
    std::size_t index_of(const GamePlace& place) const;

    std::vector<StagePlan> plans_;
    std::uint64_t seed_;
    std::vector<Stage> stages_;
    std::vector<bool> done_;      // of the present round, by pairing and game
    std::vector<bool> assigned_;  // the same
    std::size_t cursor_ = 0;
    std::vector<GamePlace> returned_;
    long left_in_round_ = 0;
    long recorded_ = 0;
    long recorded_in_stage_ = 0;
    bool finished_ = false;
};

}  // namespace xttt
