#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/result.h"
#include "tournament/store/database.h"
#include "tournament/store/store_lock.h"
#include "tournament/store/store_reader.h"
#include "tournament/store/stored_game.h"

namespace xttt {

// The stored state of a tournament, opened for writing by one process at a time. Data written by a
// call that has returned survives a crash, a kill and a power failure.
class Store {
public:
    // Opens or creates a store. Fails without changing anything if another process uses it, the
    // folder is not writable, the file is of a newer version, or it is not a store.
    static Result<Store> open(const std::string& path);

    // Whether a process has the store open for writing.
    static bool in_use(const std::string& path) { return StoreLock::is_taken(path); }

    const StoreReader& read() const { return reader_; }
    bool is_new() const { return variant_ == nullptr; }  // no tournament has been stored yet

    // Stores the tournament of a new store.
    Result<void> begin(const TournamentFacts& facts, std::span<const Entrant> entrants);
    // Replaces the stored configuration by one with at least the same games.
    Result<void> set_config(const std::string& config);
    Result<void> set_checksums(const std::string& checksums);
    Result<void> add_entrant(const Entrant& entrant);
    Result<void> add_stage(const StoredStage& stage);

    // Adds games and their records (the same number) in one transaction: all are durable when it
    // returns, none if it fails. Sets the id and the time of each game.
    Result<void> add(std::span<StoredGame> games, std::span<const GameRecord> records);
    // Adds one game, and excludes an earlier one in the same transaction.
    Result<void> replace(std::int64_t earlier, StoredGame& game, const GameRecord& record);
    // Excludes a game from the standings, because it will be replayed.
    Result<void> discount(std::int64_t game);
    Result<void> add_event(const std::string& kind, const std::string& text,
                           std::optional<std::int64_t> game = std::nullopt);

private:
    Store(StoreLock lock, const std::shared_ptr<Database>& database, Statement add_game,
          Statement add_moves)
        : lock_(std::move(lock)),
          database_(database),
          reader_(database),
          add_game_(std::move(add_game)),
          add_moves_(std::move(add_moves)) {}
    Result<void> insert(StoredGame& game, const GameRecord& record);

    StoreLock lock_;
    std::shared_ptr<Database> database_;  // closed before the lock is released
    StoreReader reader_;
    Statement add_game_, add_moves_;
    const Variant* variant_ = nullptr;  // variant of the tournament; null until one is stored
};

// The unique id of the store at `path`: 12 random hexadecimal digits, created by the first call and
// kept in the store. Requires that this process has the store open for writing.
Result<std::string> run_id_of(const std::string& path);

}  // namespace xttt
