#include "server/game/saved_game.h"

#include <cstring>

#include <fmt/format.h>

#include "base/text.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

constexpr int kSchema = 1;
// FULL: a confirmed move survives a power failure.
constexpr const char* kSettings = R"(
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA wal_autocheckpoint = 2000;
)";

constexpr const char* kTables = R"(
CREATE TABLE games(
    key INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    variant TEXT NOT NULL,
    initial_ms INTEGER, increment_ms INTEGER,
    seat_x BLOB NOT NULL, seat_o BLOB NOT NULL,
    invitation BLOB NOT NULL, invited TEXT NOT NULL,
    name_x TEXT NOT NULL, name_o TEXT NOT NULL,
    created INTEGER NOT NULL,
    joined INTEGER NOT NULL DEFAULT 0);
CREATE INDEX games_by_age ON games(joined, created);
CREATE TABLE events(
    game INTEGER NOT NULL REFERENCES games(key) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    kind TEXT NOT NULL,
    side TEXT, move TEXT,
    ply INTEGER NOT NULL,
    clock_x INTEGER NOT NULL, clock_o INTEGER NOT NULL,
    next TEXT,
    PRIMARY KEY(game, n)) WITHOUT ROWID;
)";

std::string_view bytes_of(const Token& token) {
    return {reinterpret_cast<const char*>(token.bytes().data()), token.bytes().size()};
}

Result<Token> token_of(std::string_view bytes) {
    Token::Bytes value;
    if (bytes.size() != value.size())
        return fail(Errc::BadInput, "online.db: a token has the wrong length");
    std::memcpy(value.data(), bytes.data(), value.size());
    return Token(value);
}

std::optional<Side> side_of(std::string_view name) {
    if (name == "x") return Side::X;
    if (name == "o") return Side::O;
    return std::nullopt;
}

Result<std::optional<SavedGame>> read_game(Database& database, const Token& id, std::int64_t& key) {
    TRY(auto query,
        database.prepare(
            "SELECT key, variant, initial_ms, increment_ms, seat_x, seat_o, invitation, invited,"
            " name_x, name_o, created FROM games WHERE id = ?"));
    TRY(const auto row, query.bind(Statement::blob(bytes_of(id))).step());
    if (!row) return std::nullopt;

    SavedGame game{.id = id};
    key = query.integer(0);
    TRY(game.settings.variant, find_variant(query.text(1)));
    if (!query.is_null(2))
        game.settings.time = TimeControl{std::chrono::milliseconds(query.integer(2)),
                                         std::chrono::milliseconds(query.integer(3))};
    for (const auto& [column, token] : {std::pair(4, &game.seats[0]), std::pair(5, &game.seats[1]),
                                        std::pair(6, &game.invitation)}) {
        TRY(*token, token_of(query.text(column)));
    }
    game.invited = side_of(query.text(7)).value_or(Side::O);
    game.settings.names = {std::string(query.text(8)), std::string(query.text(9))};
    game.created = query.integer(10);
    return game;
}

Result<void> read_events(Database& database, std::int64_t key, SavedGame& game) {
    TRY(auto query,
        database.prepare(
            "SELECT kind, side, move, ply, clock_x, clock_o, next FROM events WHERE game = ?"
            " ORDER BY n"));
    query.bind(key);
    for (;;) {
        TRY(const auto row, query.step());
        if (!row) return {};
        GameEvent event;
        const auto kind = find_event_kind(query.text(0));
        if (!kind)
            return fail(Errc::BadInput,
                        fmt::format("online.db: unknown event kind {}", quote(query.text(0))));
        event.kind = *kind;
        event.side = side_of(query.text(1));
        event.move = read_move(*game.settings.variant, query.text(2)).value_or(kNoMove);
        event.ply = static_cast<int>(query.integer(3));
        event.clocks = {std::chrono::milliseconds(query.integer(4)),
                        std::chrono::milliseconds(query.integer(5))};
        if (!query.is_null(6)) {
            event.next = Token::parse(query.text(6));
        }
        game.events.push_back(event);
    }
}

}  // namespace

Result<void> prepare_schema(Database& database) {
    TRY_VOID(database.execute(kSettings));
    TRY(const auto version, database.number("PRAGMA user_version"));
    if (version == kSchema) return {};
    if (version != 0)
        return fail(Errc::BadInput,
                    fmt::format("{}: written by another version of xttt (schema {}, expected {})",
                                database.path(), version, kSchema));
    TRY(auto transaction, Transaction::begin(database));
    TRY_VOID(database.execute(fmt::format("{} PRAGMA user_version = {};", kTables, kSchema)));
    return transaction.commit();
}

Result<std::optional<SavedGame>> load_game(Database& database, const Token& id) {
    std::int64_t key = 0;
    auto game = read_game(database, id, key);
    if (!game || !*game) return game;
    TRY_VOID(read_events(database, key, **game));
    return game;
}

Result<void> insert_game(Database& database, const SavedGame& game) {
    std::optional<std::int64_t> initial, increment;
    if (game.settings.time) {
        initial = game.settings.time->initial.count();
        increment = game.settings.time->increment.count();
    }
    return database.run(
        "INSERT INTO games(id, variant, initial_ms, increment_ms, seat_x, seat_o, invitation,"
        " invited, name_x, name_o, created) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
        Statement::blob(bytes_of(game.id)), game.settings.variant->name, initial, increment,
        Statement::blob(bytes_of(game.seats[0])), Statement::blob(bytes_of(game.seats[1])),
        Statement::blob(bytes_of(game.invitation)), side_name(game.invited), game.settings.names[0],
        game.settings.names[1], game.created);
}

Result<bool> insert_event(Database& database, const Token& game, const Variant& variant, int n,
                          const GameEvent& event) {
    TRY(auto command,
        database.prepare(
            "INSERT INTO events(game, n, kind, side, move, ply, clock_x, clock_o, next)"
            " SELECT key,?,?,?,?,?,?,?,? FROM games WHERE id = ?"
            " AND coalesce((SELECT max(n) FROM events WHERE game = key), 0) = ? RETURNING n"));
    std::optional<std::string_view> side;
    if (event.side) side = side_name(*event.side);
    std::optional<std::string> move, next;
    if (!event.move.is_none()) move = move_text(variant, event.move);
    if (event.next) next = event.next->text();
    const auto stored =
        command
            .bind(n, name(event.kind), side, move, event.ply, event.clocks[0].count(),
                  event.clocks[1].count(), next, Statement::blob(bytes_of(game)), n - 1)
            .step();
    if (!stored || !*stored || event.kind != EventKind::Join) return stored;
    TRY_VOID(
        database.run("UPDATE games SET joined = 1 WHERE id = ?", Statement::blob(bytes_of(game))));
    return true;
}

Result<void> update_seat(Database& database, const Token& game, Side side, const Token& seat,
                         const std::string& name) {
    return database.run(side == Side::X ? "UPDATE games SET seat_x = ?, name_x = ? WHERE id = ?"
                                        : "UPDATE games SET seat_o = ?, name_o = ? WHERE id = ?",
                        Statement::blob(bytes_of(seat)), name, Statement::blob(bytes_of(game)));
}

Result<std::vector<Token>> oldest_open_games(Database& database, std::int64_t before, int most) {
    TRY(auto query,
        database.prepare(
            "SELECT id FROM games WHERE joined = 0 AND created < ? ORDER BY created LIMIT ?"));
    query.bind(before, most);
    std::vector<Token> games;
    for (;;) {
        TRY(const auto row, query.step());
        if (!row) return games;
        TRY(const auto id, token_of(query.text(0)));
        games.push_back(id);
    }
}

Result<void> delete_game(Database& database, const Token& game) {
    return database.run("DELETE FROM games WHERE id = ?", Statement::blob(bytes_of(game)));
}

}  // namespace xttt
