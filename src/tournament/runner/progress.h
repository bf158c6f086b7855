#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tournament/schedule/standings.h"
#include "tournament/store/stored_game.h"

namespace xttt {

// The state of a tournament: its stages and rounds with their results, and the games of the current
// round that are still to be played. Independent of players and store; the same results in any
// order lead to the same state.
class Progress {
public:
    struct Stage {
        std::vector<Seat> seats;
        std::vector<PlayedRound> rounds;  // the last round of the last stage may be incomplete
    };

    Progress(std::vector<StagePlan> plans, int entrants, std::uint64_t seed);

    const std::vector<StagePlan>& plans() const { return plans_; }
    const std::vector<Stage>& stages() const { return stages_; }  // stages that have started
    int stage() const { return static_cast<int>(stages_.size()) - 1; }
    int round() const { return static_cast<int>(stages_.back().rounds.size()) - 1; }
    bool finished() const { return finished_; }

    // Takes the next game of the current round that has not been assigned; empty if there is none.
    std::optional<ScheduledGame> next_game();
    // Puts a game back: it could not be played, or must be replayed with the given `attempt`.
    void requeue(GamePlace place);
    // Records a game. Returns false if it is not of the current round, or was recorded before.
    bool record(const GamePlace& place, std::array<int, 2> points_of_x_and_o);
    // The players of a game of the current round; empty if there is no such game.
    std::optional<ScheduledGame> scheduled(const GamePlace& place) const;

    bool round_complete() const { return left_in_round_ == 0; }
    // Starts the next round or stage. Requires round_complete() and !finished().
    void advance();

    long games_recorded() const { return recorded_; }
    // Games left in all stages, without tie-breaks of knockouts.
    long games_left() const;

    // The standings of the pools of a stage.
    std::vector<std::vector<TableRow>> tables(int stage) const;

private:
    void begin_stage(const std::vector<int>& best_first);
    bool begin_round();
    std::uint64_t stage_seed(int stage) const;
    std::size_t index_of(const GamePlace& place) const;

    std::vector<StagePlan> plans_;
    std::uint64_t seed_;
    std::vector<Stage> stages_;
    std::vector<bool> done_;      // of the current round, by pairing and game
    std::vector<bool> assigned_;  // the same
    std::size_t cursor_ = 0;
    std::vector<GamePlace> returned_;
    long left_in_round_ = 0;
    long recorded_ = 0;
    long recorded_in_stage_ = 0;
    bool finished_ = false;
};

// Observes a run. Games are reported when they are stored, never before. Called by the thread of
// the runner; the progress is valid during the call.
class TournamentListener {
public:
    virtual ~TournamentListener() = default;
    // The run starts; games stored by earlier runs are part of the progress.
    virtual void on_begin(const Progress&) {}
    virtual void on_stage(const Progress&) {}  // a stage starts
    virtual void on_games(std::span<const StoredGame>, const Progress&) {}
    virtual void on_pause(bool /*paused*/) {}
    virtual void on_warning(const std::string&) {}
    // No further game starts; running games finish.
    virtual void on_stopping(std::size_t /*running games*/) {}
    virtual void on_end(const Progress&) {}
    // Several times a second, whether something happened or not.
    virtual void on_tick(const Progress&) {}
};

}  // namespace xttt
