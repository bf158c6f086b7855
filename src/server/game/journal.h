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

// Stores online games in one SQLite file of the data folder. Writes keep their order; `done` is
// called after the commit or its failure.
class Journal {
public:
    using Done = GroupCommit::Done;
    using Found = std::function<void(Result<std::optional<SavedGame>>)>;

    // Creates the folder and the file if needed. One process at a time may open the folder.
    static Result<std::unique_ptr<Journal>> open(const std::filesystem::path& folder,
                                                 GroupCommit::Post post);

    void add_game(const SavedGame& game, Done done);
    // The n-th event of a game, from 1. `variant` must be one of kVariants.
    void add_event(const Token& game, const Variant& variant, int n, const GameEvent& event,
                   Done done);
    void set_seat(const Token& game, Side side, const Token& seat, std::string name, Done done);
    void load(const Token& game, Found found);
    // Up to `count` games that were joined, in the order of their ids, beginning after the id
    // `after` (zeros: with the first). A game that cannot be read has no events.
    void load_after(const Token& after, int count,
                    std::function<void(Result<std::vector<SavedGame>>)> found);

    // Which games to remove, in seconds since 1970; 0: none.
    struct Expiry {
        std::int64_t open_before = 0;   // created before, never joined
        std::int64_t other_before = 0;  // created before, joined
    };
    // Removes a batch of expired games; reports how many were open, and whether more may be left.
    void expire(const Expiry& expiry, std::function<void(std::int64_t open, bool more)> done);

    // Removes up to `count` of the oldest open games created before a time (seconds since 1970),
    // except those in `keep`; reports which.
    void remove_open(int count, std::int64_t before, std::vector<Token> keep,
                     std::function<void(std::vector<Token>)> done);

    void remove(const Token& game, Done done);
    // Correspondence games whose time has run out, a batch of them.
    void find_overdue(std::function<void(std::vector<Token>)> done);

    // The number of open games when open() was called, and those of them to list in the lobby.
    std::int64_t open_games() const { return open_games_; }
    const std::vector<SavedGame>& challenges() const { return challenges_; }
    bool is_healthy() const { return writer_.is_healthy(); }
    std::uint64_t commits() const { return writer_.batches(); }
    std::int64_t used_bytes() const { return writer_.used_bytes(); }

private:
    Journal(StoreLock lock, std::unique_ptr<Database> database, std::int64_t open_games,
            std::vector<SavedGame> challenges, GroupCommit::Post post)
        : lock_(std::move(lock)),
          open_games_(open_games),
          challenges_(std::move(challenges)),
          writer_(std::move(database), std::move(post)) {}

    StoreLock lock_;
    std::int64_t open_games_;
    std::vector<SavedGame> challenges_;
    GroupCommit writer_;
};

}  // namespace xttt
