#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/game/online_game.h"
#include "tournament/store/database.h"

namespace xttt {

// A game as the database holds it.
struct SavedGame {
    Token id;
    GameTerms terms;
    std::array<Token, 2> seats;  // who can name one may play that side
    // Exchanged for the seat of that side, until its owner has come.
    Token invitation;
    Side invited = Side::O;
    std::int64_t created = 0;  // seconds since 1970
    std::vector<GameEvent> events;
};

// The tables of online games and what is done with them; each inside the caller's transaction but
// the first.
Result<void> prepare_games_file(Database& database);
Result<std::optional<SavedGame>> load_game(Database& database, const Token& id);
Result<void> insert_game(Database& database, const SavedGame& game);
// The n-th event of a game, from 1. False, and nothing stored, where the one before it is missing
// or the whole game: it was removed by its age, or an earlier write failed.
Result<bool> insert_event(Database& database, const Token& game, const Variant& variant, int n,
                          const GameEvent& event);
Result<void> update_seat(Database& database, const Token& game, Side side, const Token& seat,
                         const std::string& name);
// Games nobody has joined that were created before a moment (seconds since 1970), oldest first.
Result<std::vector<Token>> oldest_open_games(Database& database, std::int64_t before, int most);
Result<void> delete_game(Database& database, const Token& game);

}  // namespace xttt
