#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "tournament/store/stored_game.h"

namespace xttt {

class Database;

// Selects games.
struct GameFilter {
    std::optional<int> stage = std::nullopt;
    std::optional<int> entrant = std::nullopt;  // as x or as o
    bool counted_only = true;  // leaves out games that were replayed because of a busy host
    bool forfeits_only = false;
    std::int64_t after = 0;  // only games stored after the one with this id
    std::optional<int> limit = std::nullopt;
    bool newest_first = false;
};

// Reads a store, also while another process writes to it: each call sees the games that were stored
// when it started. Not thread-safe.
class StoreReader {
public:
    // Fails if the file is missing, is not a store or was written by a newer version.
    static Result<StoreReader> open(const std::string& path);

    const std::string& path() const;
    Result<TournamentFacts> facts() const;
    Result<std::vector<Entrant>> entrants() const;
    Result<std::vector<StoredStage>> stages() const;  // stages that have started

    // Calls visit for each game, in the order of ending. The reference is valid during the call.
    Result<void> for_each_game(const GameFilter& filter,
                               const std::function<void(const StoredGame&)>& visit) const;
    Result<std::vector<StoredGame>> games(const GameFilter& filter = {}) const;
    Result<std::optional<StoredGame>> game(std::int64_t id) const;
    Result<std::int64_t> count(const GameFilter& filter = {}) const;
    // The whole game, with the tags Event, Date, Round, X, O and TimeControl.
    Result<GameRecord> record(std::int64_t id) const;
    Result<void> for_each_record(
        const GameFilter& filter,
        const std::function<Result<void>(const StoredGame&, const GameRecord&)>& visit) const;

    Result<std::vector<StoredEvent>> events(std::int64_t after = 0) const;

private:
    friend class Store;
    explicit StoreReader(std::shared_ptr<Database> database) : database_(std::move(database)) {}
    Result<void> read_games(
        const GameFilter& filter, bool with_moves,
        const std::function<Result<void>(const StoredGame&, GameRecord*)>& visit) const;
    std::shared_ptr<Database> database_;
};

}  // namespace xttt
