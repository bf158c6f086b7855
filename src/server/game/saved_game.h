#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/game/lobby.h"
#include "server/game/online_game.h"
#include "tournament/store/database.h"

namespace xttt {

// A game as the database holds it.
struct SavedGame {
    Token id;
    GameSettings settings;
    std::array<Token, 2> seats;  // each authorises its bearer to play that side
    // Can be exchanged for the seat of side `invited` until that player has connected.
    Token invitation;
    Side invited = Side::O;
    std::int64_t created = 0;  // seconds since 1970
    bool is_public = false;    // listed in the lobby until the opponent has joined
    std::string bot;           // plays the side `invited`; empty: a person does
    // Of a correspondence game in progress: when the turn began, in seconds since 1970.
    std::optional<std::int64_t> turn_began;
    std::vector<GameEvent> events;
};

std::int64_t unix_seconds();
// The lobby's view of an open game.
Challenge challenge_of(const SavedGame& game);

// Access to the tables of online games. All but the first run inside the caller's transaction.
Result<void> prepare_schema(Database& database);
Result<std::optional<SavedGame>> load_game(Database& database, const Token& id);
Result<void> insert_game(Database& database, const SavedGame& game);
// The n-th event of a game, from 1. False, and nothing stored, if the event before it or the game
// is missing: it was removed, or an earlier write failed.
Result<bool> insert_event(Database& database, const Token& game, const Variant& variant, int n,
                          const GameEvent& event);
Result<void> update_seat(Database& database, const Token& game, Side side, const Token& seat,
                         const std::string& name);
// Open games created before a time (seconds since 1970), oldest first.
Result<std::vector<Token>> oldest_open_games(Database& database, std::int64_t before, int most);
// Open public correspondence games, newest first. Others are listed when their creator connects.
Result<std::vector<SavedGame>> open_challenges(Database& database, int most);
// Games that were joined, in the order of their ids, after one (zeros: from the first). A game that
// cannot be read has no events.
Result<std::vector<SavedGame>> games_after(Database& database, const Token& after, int most);
// Correspondence games whose time ran out before a time (seconds since 1970).
Result<std::vector<Token>> overdue_games(Database& database, std::int64_t before, int most);
Result<void> delete_game(Database& database, const Token& game);

}  // namespace xttt
