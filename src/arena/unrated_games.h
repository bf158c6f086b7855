#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "arena/arena_store.h"
#include "stats/sprt.h"
#include "tournament/runner/game_executor.h"
#include "tournament/store/store.h"

namespace xttt {

// Unrated matches, on the executor of the ladder: test games of a team against a bot of the ladder,
// and sequential tests between two versions of a team. Their games are in a store of their own, so
// they never count for ratings and totals. All state is in the stores. Thread-safe.
class UnratedGames {
public:
    static constexpr int kMaxTestGames = 20;  // of a match without a sequential test
    static constexpr int kMaxCompareGames = UnratedMatch::kMostGames;  // of a sequential test

    enum class State { Waiting, Running, Finished, Cancelled };
    struct Match {
        UnratedMatch match;
        State state = State::Waiting;
        std::vector<std::int64_t> games;  // their ids in the store, in the order of ending
        Trinomial results;                // of match.version
        SequentialTest test{{}};          // of match.test
        bool is_open() const { return state == State::Waiting || state == State::Running; }
    };

    // The arena must outlive it.
    static Result<std::unique_ptr<UnratedGames>> open(ArenaStore& arena, const std::string& path);
    // The store of the games.
    static std::string path(const ArenaStore& arena) {
        return (arena.folder() / "test-games.db").string();
    }

    // The versions must exist and be able to play. Durable when it returns.
    Result<int> add(const UnratedMatch& match, const std::string& who);
    // Running games end, and are stored. Fails with Errc::Usage unless the match is open.
    Result<void> cancel(int match, const std::string& who);
    std::vector<Match> matches(int team) const;  // newest first
    std::optional<Match> match(int id) const;

    // No game of these versions starts: they are on hold, or their teams are disabled. Their
    // matches wait.
    void set_stopped(std::set<int> versions);

    // Task ids of these games; the ladder's are smaller.
    static constexpr std::uint64_t kFirstTask = std::uint64_t{1} << 62;
    // The next game, of the team that has waited longest; empty if there is none. Its players,
    // opening, seed and logs are set.
    std::optional<GameTask> next(const Variant& variant, int opening_plies);
    // Stores a game and counts it in its match. A game that could not be stored is still running,
    // so finish() can be called again.
    Result<void> finish(const FinishedGame& done);
    bool is_running(std::uint64_t task) const;
    std::size_t running() const;

private:
    struct Known : Match {
        enum class Game : char { Open, Running, Done };
        std::vector<Game> by_number;
        std::vector<int> attempts;                              // by number
        std::array<std::shared_ptr<const Entrant>, 2> players;  // of match.version, its opponent
        std::array<std::string, 2> folders;                     // of both; empty for a level
        int failures = 0;
        long last_turn = 0;
    };
    struct Running {
        int match = 0;
        int number = 0;
        std::array<std::shared_ptr<std::string>, 2> logs;  // of x and o
    };

    UnratedGames(ArenaStore& arena, Store store) : arena_(arena), store_(std::move(store)) {}
    Known& remember(const UnratedMatch& match);
    Result<void> find_players(Known& known);
    bool can_play(const Known& known) const;
    void count(Known& known, const StoredGame& game);
    static int first_open(const Known& known);
    static int side_of_version(int number) { return number % 2; }

    ArenaStore& arena_;
    mutable std::mutex mutex_;
    Store store_;
    std::map<int, Known> matches_;
    std::map<std::uint64_t, Running> running_;
    std::set<int> stopped_;  // versions
    std::uint64_t next_task_ = kFirstTask;
    long turn_ = 0;
};

}  // namespace xttt
