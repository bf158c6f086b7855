#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "server/game/group_commit.h"
#include "server/game/saved_game.h"
#include "tournament/store/store_lock.h"

namespace xttt {

// Where online games are kept: one SQLite file in the server's data folder. Everything is written
// in the order it was asked for, and `done` is called after it is on the disk (or could not be put
// there).
class Journal {
public:
    using Done = GroupCommit::Done;
    using Found = std::function<void(Result<std::optional<SavedGame>>)>;

    // Makes the folder and the file where they do not exist. The folder is this process's alone.
    static Result<std::unique_ptr<Journal>> open(const std::filesystem::path& folder,
                                                 GroupCommit::Post post);

    void add_game(const SavedGame& game, Done done);
    // The n-th event of a game, from 1.
    // Variants are constants: it is referred to, not copied.
    void add_event(const Token& game, const Variant& variant, int n, const GameEvent& event,
                   Done done);
    void set_seat(const Token& game, Side side, const Token& seat, std::string name, Done done);
    void load(const Token& game, Found found);

    // Which games are worth keeping no longer, in seconds since 1970; 0: all are.
    struct Expiry {
        std::int64_t open_before = 0;   // created before, and never joined
        std::int64_t other_before = 0;  // created before, whatever became of them
    };
    // Removes some of the expired games, and tells how many were open, and whether there may be
    // more.
    void expire(const Expiry& expiry, std::function<void(std::int64_t open, bool more)> done);

    // Removes up to `count` of the oldest games nobody has joined, created before a moment (in
    // seconds since 1970), except those to be kept; and tells which.
    void remove_open(int count, std::int64_t before, std::vector<Token> keep,
                     std::function<void(std::vector<Token>)> done);

    // Games nobody has joined, when the journal was opened.
    std::int64_t open_games() const { return open_games_; }
    bool is_healthy() const { return writer_.is_healthy(); }
    std::uint64_t batches() const { return writer_.batches(); }

private:
    Journal(StoreLock lock, std::unique_ptr<Database> database, std::int64_t open_games,
            GroupCommit::Post post)
        : lock_(std::move(lock)),
          open_games_(open_games),
          writer_(std::move(database), std::move(post)) {}

    StoreLock lock_;
    std::int64_t open_games_;
    GroupCommit writer_;
};

}  // namespace xttt
