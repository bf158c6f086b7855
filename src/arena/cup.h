#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "arena/arena_store.h"
#include "tournament/config/tournament_config.h"
#include "tournament/runner/executor_factory.h"
#include "tournament/runner/tournament_plan.h"
#include "tournament/store/store.h"

namespace xttt {

// The cup of an arena, a tournament between the active versions of its teams. Its files are in the
// folder of the arena.
struct CupFiles {
    explicit CupFiles(const ArenaStore& arena);
    std::string config;  // cup.toml: the rules, if staff have written them
    std::string frozen;  // cup-started.toml: the cup as it is played
    std::string store;   // cup.db
    std::string grades;  // cup-grades.csv, when the cup has ended
    std::string report;  // cup-report.html, when the cup has ended
    std::string logs;    // cup-logs: standard error, in a folder for each entrant
};

// The entrants and the configuration of a cup between the versions that are active now, with the
// usual stages for so many teams. Fails with Errc::Usage if there are fewer than two.
struct PlannedCup {
    TournamentConfig config;
    std::vector<CupEntrant> entrants;
    std::vector<std::string> absent;  // teams without an active version that is ready
};
Result<PlannedCup> plan_cup(ArenaStore& arena);

// The cup that has begun, with its store. Players, paths and machine settings come from the arena,
// never from the files of the cup, which may have been imported: bots are in the arena's folder and
// run in the sandbox. Fails if the bots differ from those whose games are stored.
struct BegunCup {
    TournamentConfig config;
    Store store;
    std::uint64_t seed = 0;
};
Result<BegunCup> open_cup(ArenaStore& arena);

// The games of the cup; their entrants are the versions. Empty before its first game.
class CupGames {
public:
    static Result<std::optional<CupGames>> open(ArenaStore& arena);

    const StoreReader& store() const { return store_; }
    // Newest first. `team`: of this one only.
    Result<std::vector<StoredGame>> games(std::optional<int> team, int limit) const;
    Result<std::optional<StoredGame>> game(std::int64_t id) const;
    // The standard error of x (side 0) or o; empty if there is none.
    Result<std::string> log(std::int64_t id, int side) const;

private:
    CupGames(StoreReader store, std::vector<CupEntrant> entrants, std::string logs)
        : store_(std::move(store)), entrants_(std::move(entrants)), logs_(std::move(logs)) {}
    Result<void> name_versions(StoredGame& game) const;

    StoreReader store_;
    std::vector<CupEntrant> entrants_;
    std::string logs_;
};

// Errc::Usage with the reason if this game cannot be played again: its result has already decided
// who meets whom.
Result<void> check_cup_replay(const StoreReader& store, const StoredGame& game);

// The result of every team as CSV: its place, the stage that it reached, its games and points.
Result<std::string> grades_csv(ArenaStore& arena);

struct CupOptions {
    std::uint64_t memory_limit = std::uint64_t{1} << 30;  // bytes of a bot
    std::chrono::milliseconds clock_interval{1000};       // between two checks of the deadline
    std::chrono::milliseconds pause{10'000};              // after a failure
};

// Plays the cup of an arena in a separate thread: when it is started, or when the deadline has
// passed if the settings say so. All state is in files: a new runner resumes an interrupted cup.
class CupRunner {
public:
    // The thread that plays calls `on_playing` when games begin and end; the store exists then. The
    // first game starts when `is_idle` says that nothing else uses the executors. The arena and the
    // executors must outlive the runner.
    CupRunner(ArenaStore& arena, ExecutorFactory& executors, const CupOptions& options,
              std::function<void(bool playing)> on_playing, std::function<bool()> is_idle);
    // Abandons running games.
    ~CupRunner();

    // Freezes the active versions as the entrants. If the folder has a file cup.toml, the stages
    // and rules come from it. Errors that a person can correct are Errc::Usage: uploads are still
    // open, versions are being checked, the cup has begun already.
    Result<void> start(const std::string& who);
    // Plays a game again, now or when the running games have ended; its old result counts until
    // then. Fails with Errc::Usage if it cannot be played again.
    Result<void> replay(std::int64_t game, const std::string& who);
    // Why the cup cannot begin or continue; empty if all is well.
    std::string problem() const;

private:
    void run(const std::stop_token& stop);
    Result<void> look();
    Result<void> start_by_clock();
    Result<void> play();
    Result<void> play_replays(const TournamentPlan& plan, Store& store, GameExecutor& executor);
    Result<void> play_again(const StoredGame& game, const TournamentPlan& plan, Store& store,
                            GameExecutor& executor);
    bool wait_until_idle();
    Result<void> conclude();

    ArenaStore& arena_;
    ExecutorFactory& executors_;
    CupOptions options_;
    std::function<void(bool)> on_playing_;
    std::function<bool()> is_idle_;
    std::atomic<int> interrupts_ = 0;
    std::mutex start_mutex_;    // one start at a time
    mutable std::mutex mutex_;  // for the members below
    std::condition_variable_any woken_;
    bool has_work_ = false;
    std::string problem_;
    std::jthread thread_;
};

}  // namespace xttt
