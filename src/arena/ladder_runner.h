#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "arena/arena_store.h"
#include "arena/ladder.h"
#include "arena/unrated_games.h"
#include "tournament/runner/game_executor.h"
#include "tournament/store/live_file.h"
#include "tournament/store/store.h"

namespace xttt {

struct LadderOptions {
    int jobs = 1;                                         // games at a time
    std::uint64_t memory_limit = std::uint64_t{1} << 30;  // bytes of a bot
    int opening_plies = 4;                                // random moves at the start of each game
    std::chrono::seconds rating_interval{300};  // between two points of the rating history
};

// Totals of one version over all its games that count.
struct VersionTally {
    std::map<int, Trinomial> opponents;        // by version, from its view
    std::map<std::string, long> wins, losses;  // by reason of the ending
    long forfeits = 0;                         // games lost by a fault of its own
};

// Plays ladder games without end: takes pairings from the ladder, plays them on an executor, stores
// the finished games and only then counts them. Between them it plays unrated games.
// All state is in the stores: after a crash a new runner continues.
class LadderRunner {
public:
    // `make_executor` gets the listener that every game needs for the live view.
    using MakeExecutor = std::function<Result<std::unique_ptr<GameExecutor>>(MakeListener)>;

    // Opens the store of the games and starts to play. The arena must outlive it.
    static Result<std::unique_ptr<LadderRunner>> start(ArenaStore& arena,
                                                       const LadderOptions& options,
                                                       const MakeExecutor& make_executor);
    // Abandons running games.
    ~LadderRunner();

    // The standings, best first; never older than a second.
    std::vector<Ladder::Standing> standings() const;
    VersionTally tally(int version) const;
    long forfeits(int version) const;  // VersionTally::forfeits
    std::vector<LiveGame> live() const;
    long games() const { return games_.load(); }
    // Excludes a game from all totals. Fails with Errc::Usage if there is no such game.
    Result<void> discount(std::int64_t game, const std::string& who);
    // Excludes a game too, and plays it again with the same versions, sides and opening. Errors
    // that a person can correct are Errc::Usage.
    Result<void> replay(std::int64_t game, const std::string& who);
    // Ends a hold; only forfeits in later games lead to another one.
    Result<void> release(int version, const std::string& who);
    // No game starts while it is suspended; running games end.
    void suspend(bool suspended) {
        is_idle_ = false;
        suspended_ = suspended;
    }
    // Whether it is suspended and no game is running.
    bool is_idle() const { return is_idle_; }
    UnratedGames& unrated_games() { return *unrated_games_; }
    // The last problem of the runner; empty if all is well.
    std::string problem() const;

private:
    class LiveListener;
    struct Running {
        Ladder::Pairing pairing;
        std::array<std::shared_ptr<std::string>, 2> logs;
        std::optional<std::int64_t> replayed;  // the game that this one replaces
    };

    LadderRunner(ArenaStore& arena, const LadderOptions& options, Store store);
    Result<void> load();
    Result<void> refresh_members();
    void run();
    Result<void> step();
    Result<void> submit_games();
    bool submit_ladder_game();
    Result<bool> submit_replay();
    void submit(Running running, GameSetup setup);
    bool submit_unrated_game();
    void submit(GameTask task);
    Result<void> finish_game();
    Result<void> finish_unrated_game();
    Result<StoredGame> store_game(std::uint64_t id, const Running& running,
                                  const PlayedGame& played);
    Result<void> add_logs(const StoredGame& game, const Running& running);
    void pause_games(const std::string& why);
    void end_pauses();
    void count(const StoredGame& game);
    static double add_game(const StoredGame& game, std::map<int, VersionTally>& tallies,
                           std::map<int, int>& faults);
    Result<void> hold_if_failing(const StoredGame& game);
    Result<void> save_ratings();
    void publish();

    ArenaStore& arena_;
    LadderOptions options_;
    // Used by the runner's thread, and under store_mutex_ by discount() and release(), which also
    // changes faults_.
    std::mutex store_mutex_;
    Store store_;
    std::unique_ptr<UnratedGames> unrated_games_;
    Ladder ladder_;
    ArenaSettings settings_;
    std::map<int, std::shared_ptr<const Entrant>> players_;  // of active versions
    std::map<int, int> teams_;                               // team of a version
    std::map<int, int> faults_;                              // in a row, by version
    std::map<std::uint64_t, Running> running_;
    std::vector<FinishedGame> finished_;  // not stored yet, the oldest first
    int unplayable_ = 0;                  // games in a row that this machine could not play
    std::string play_problem_;
    Clock::time_point next_game_{};
    std::int64_t revision_ = -1;
    std::uint64_t next_id_ = 1;
    long submitted_ = 0;
    Clock::time_point next_publish_{}, next_ratings_{};
    bool changed_ = true;

    mutable std::mutex mutex_;  // for the members below
    std::vector<Ladder::Standing> standings_;
    std::map<int, VersionTally> tallies_;
    std::map<std::uint64_t, LiveGame> live_;
    std::deque<std::int64_t> replays_;  // games to be played again that are not running
    std::string problem_;

    std::atomic<long> games_ = 0;
    std::atomic<bool> stopping_ = false;
    std::atomic<bool> suspended_ = false, is_idle_ = false;
    std::atomic<bool> recount_ = false;  // a game was discounted
    std::unique_ptr<GameExecutor> executor_;
    std::thread thread_;
};

}  // namespace xttt
