#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <unordered_map>
#include <vector>

#include "tournament/runner/game_executor.h"
#include "tournament/runner/progress.h"
#include "tournament/runner/tournament_plan.h"
#include "tournament/store/store.h"

namespace xttt {

// Controls of a run.
struct RunControl {
    // 1: finish the running games, start no more. 2: return now.
    const std::atomic<int>* interrupts = nullptr;
    std::function<bool()> paused = {};  // polled a few times a second
    // Called with the games of earlier runs and then with each stored batch; true ends the run, for
    // example when an SPRT is decided.
    std::function<bool(std::span<const StoredGame>)> decided = {};
};

enum class RunEnd {
    Finished,     // every game has been played
    Decided,      // RunControl::decided returned true
    Interrupted,  // can be resumed; no game is running
    Stopped,      // can be resumed; running games were abandoned
};

// Runs a tournament: takes games from the schedule, submits them to the executor, stores the
// finished ones and notifies the listener. All state is in the store: a new runner on the same
// store resumes the tournament, even after a crash.
class TournamentRunner {
public:
    TournamentRunner(TournamentPlan plan, Store& store, GameExecutor& executor,
                     TournamentListener& listener, RunControl control);

    // Fails when games cannot be stored or played any more, or the store contains games of another
    // tournament.
    Result<RunEnd> run();
    const Progress& progress() const { return progress_; }

private:
    Result<void> resume();
    Result<void> store_stages();
    Result<void> advance();
    void submit_games();
    Result<void> store_games(std::vector<FinishedGame>& finished);
    void cancel_pending();
    void handle_pause();
    bool lost_to_host(const StoredGame& game) const;
    void update_decision(std::span<const StoredGame> games);
    void warn_about_failure(const std::string& why);
    void warn_about_busy_host(int games);
    int interrupts() const { return control_.interrupts ? control_.interrupts->load() : 0; }

    TournamentPlan plan_;
    Store& store_;
    GameExecutor& executor_;
    TournamentListener& listener_;
    RunControl control_;
    Progress progress_;
    std::size_t stages_stored_ = 0;
    // Tasks the executor has, by id.
    struct Submitted {
        ScheduledGame game;
        int failures = 0;  // failed attempts
    };
    std::unordered_map<std::uint64_t, Submitted> submitted_;
    std::vector<Submitted> retries_;  // to be submitted again after a failure
    std::uint64_t next_id_ = 1;
    bool paused_ = false;
    bool decided_ = false;
    Clock::time_point last_commit_{}, last_look_{}, last_warning_{};
    int busy_since_warning_ = 0;
    struct FailureReason {
        int games = 0;  // since the last warning
        Clock::time_point last_warning{};
    };
    std::map<std::string, FailureReason> failures_;  // why games could not be played
};

}  // namespace xttt
