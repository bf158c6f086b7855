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

// The single truth about a tournament, kept by one process at a time. What a call has written when
// it returns survives a crash, a kill and a power cut.
class Store {
public:
    // Opens a store or begins a new one. Fails, leaving everything as it was, where another process
    // uses it, the folder cannot be written to, or the file is of a newer version or no store.
    static Result<Store> open(const std::string& path);

    // Whether a process has the store open for writing.
    static bool in_use(const std::string& path) { return StoreLock::is_taken(path); }

    const StoreReader& read() const { return reader_; }
    bool is_new() const { return variant_ == nullptr; }  // no tournament has been written to it yet

    // Begins the tournament of a new store.
    Result<void> begin(const TournamentFacts& facts, std::span<const Entrant> entrants);
    // Replaces the stored configuration by one that allows the same games and more.
    Result<void> set_config(const std::string& config);
    Result<void> add_entrant(const Entrant& entrant);
    Result<void> add_stage(const StoredStage& stage);

    // Adds games and their records (as many) in one transaction: all are durable when it returns,
    // none is when it fails. Sets the id and the time of each game.
    Result<void> add(std::span<StoredGame> games, std::span<const GameRecord> records);
    // Takes a game out of the tables, because it is to be played again.
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
    std::shared_ptr<Database> database_;  // closed before the lock is given back
    StoreReader reader_;
    Statement add_game_, add_moves_;
    const Variant* variant_ = nullptr;  // the tournament's; null while there is none
};

// A random name that tells the store at `path` from every other: of 12 hexadecimal digits, made by
// the first call and kept in the store. Requires a store that this process has opened for writing.
Result<std::string> run_id_of(const std::string& path);

}  // namespace xttt
