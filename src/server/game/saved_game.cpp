#include "server/game/saved_game.h"

#include <cstring>

#include <fmt/format.h>

#include "base/text.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

constexpr int kSchema = 2;
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

// From schema 1 to 2: correspondence games, the lobby, bots and phrases.
constexpr const char* kUpgradeTo2 = R"(
ALTER TABLE games ADD COLUMN days INTEGER;
ALTER TABLE games ADD COLUMN public INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN bot TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN turn_began INTEGER;
ALTER TABLE events ADD COLUMN phrase TEXT;
CREATE INDEX games_in_correspondence ON games(turn_began) WHERE turn_began IS NOT NULL;
)";
constexpr std::int64_t kSecondsPerDay = 24 * 60 * 60;

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
            " name_x, name_o, created, days, public, bot, turn_began FROM games WHERE id = ?"));
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
    if (!query.is_null(11))
        game.settings.time = TimeControl::correspondence(static_cast<int>(query.integer(11)));
    game.is_public = query.integer(12) != 0;
    game.bot = query.text(13);
    if (!query.is_null(14)) game.turn_began = query.integer(14);
    return game;
}

Result<void> read_events(Database& database, std::int64_t key, SavedGame& game) {
    TRY(auto query,
        database.prepare("SELECT kind, side, move, ply, clock_x, clock_o, next, phrase FROM events"
                         " WHERE game = ? ORDER BY n"));
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
        event.phrase = find_phrase(query.text(7));
        game.events.push_back(event);
    }
}

// The tokens in the first column of a query.
Result<std::vector<Token>> tokens_of(Statement& query) {
    std::vector<Token> tokens;
    for (;;) {
        TRY(const auto row, query.step());
        if (!row) return tokens;
        TRY(const auto token, token_of(query.text(0)));
        tokens.push_back(token);
    }
}

// The turn of a correspondence game begins with some events and is over with others.
Result<void> update_turn(Database& database, const Token& game, const GameEvent& event) {
    const bool begins = event.kind == EventKind::Start || event.kind == EventKind::Move ||
                        event.kind == EventKind::Takeback;
    if (!begins && !event.ends_game) return {};
    std::optional<std::int64_t> began;
    if (!event.ends_game) began = unix_seconds();
    return database.run("UPDATE games SET turn_began = ? WHERE id = ? AND days IS NOT NULL", began,
                        Statement::blob(bytes_of(game)));
}

}  // namespace

std::int64_t unix_seconds() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

Challenge challenge_of(const SavedGame& game) {
    return {.game = game.id,
            .invitation = game.invitation,
            .variant = game.settings.variant,
            .time = game.settings.time,
            .name = game.settings.names[index(opponent(game.invited))],
            .side = game.invited,
            .created = game.created};
}

Result<void> prepare_schema(Database& database) {
    TRY_VOID(database.execute(kSettings));
    TRY(const auto version, database.number("PRAGMA user_version"));
    if (version == kSchema) return {};
    if (version < 0 || version > kSchema)
        return fail(Errc::BadInput,
                    fmt::format("{}: written by another version of xttt (schema {}, expected {})",
                                database.path(), version, kSchema));
    TRY(auto transaction, Transaction::begin(database));
    if (version == 0) TRY_VOID(database.execute(kTables));
    TRY_VOID(database.execute(fmt::format("{} PRAGMA user_version = {};", kUpgradeTo2, kSchema)));
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
    std::optional<std::int64_t> initial, increment, days;
    if (game.settings.is_correspondence()) days = game.settings.time->days;
    if (game.settings.time) {
        initial = game.settings.time->initial.count();
        increment = game.settings.time->increment.count();
    }
    return database.run(
        "INSERT INTO games(id, variant, initial_ms, increment_ms, seat_x, seat_o, invitation,"
        " invited, name_x, name_o, created, days, public, bot)"
        " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        Statement::blob(bytes_of(game.id)), game.settings.variant->name, initial, increment,
        Statement::blob(bytes_of(game.seats[0])), Statement::blob(bytes_of(game.seats[1])),
        Statement::blob(bytes_of(game.invitation)), side_name(game.invited), game.settings.names[0],
        game.settings.names[1], game.created, days, int{game.is_public}, game.bot);
}

Result<bool> insert_event(Database& database, const Token& game, const Variant& variant, int n,
                          const GameEvent& event) {
    TRY(auto command,
        database.prepare(
            "INSERT INTO events(game, n, kind, side, move, ply, clock_x, clock_o, next, phrase)"
            " SELECT key,?,?,?,?,?,?,?,?,? FROM games WHERE id = ?"
            " AND coalesce((SELECT max(n) FROM events WHERE game = key), 0) = ? RETURNING n"));
    std::optional<std::string_view> side;
    if (event.side) side = side_name(*event.side);
    std::optional<std::string> move, next;
    if (!event.move.is_none()) move = move_text(variant, event.move);
    if (event.next) next = event.next->text();
    std::optional<std::string_view> phrase;
    if (event.phrase) phrase = name(*event.phrase);
    const auto stored =
        command
            .bind(n, name(event.kind), side, move, event.ply, event.clocks[0].count(),
                  event.clocks[1].count(), next, phrase, Statement::blob(bytes_of(game)), n - 1)
            .step();
    if (!stored || !*stored) return stored;
    TRY_VOID(update_turn(database, game, event));
    if (event.kind != EventKind::Join) return true;
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
    return tokens_of(query.bind(before, most));
}

Result<std::vector<SavedGame>> open_challenges(Database& database, int most) {
    TRY(auto query, database.prepare("SELECT id FROM games WHERE joined = 0 AND public = 1 AND"
                                     " days IS NOT NULL ORDER BY created DESC LIMIT ?"));
    TRY(const auto ids, tokens_of(query.bind(most)));
    std::vector<SavedGame> games;
    for (const Token& id : ids) {
        TRY(auto game, load_game(database, id));
        if (game) games.push_back(std::move(*game));
    }
    return games;
}

Result<std::vector<SavedGame>> games_after(Database& database, const Token& after, int most) {
    TRY(auto query, database.prepare("SELECT id FROM games WHERE id > ? AND joined = 1"
                                     " ORDER BY id LIMIT ?"));
    TRY(const auto ids, tokens_of(query.bind(Statement::blob(bytes_of(after)), most)));
    std::vector<SavedGame> games;
    for (const Token& id : ids) {
        auto game = load_game(database, id);
        games.push_back(game && *game ? std::move(**game) : SavedGame{.id = id});
    }
    return games;
}

Result<std::vector<Token>> overdue_games(Database& database, std::int64_t before, int most) {
    TRY(auto query, database.prepare("SELECT id FROM games WHERE turn_began IS NOT NULL AND"
                                     " turn_began + days * ? <= ? ORDER BY turn_began LIMIT ?"));
    return tokens_of(query.bind(kSecondsPerDay, before, most));
}

Result<void> delete_game(Database& database, const Token& game) {
    return database.run("DELETE FROM games WHERE id = ?", Statement::blob(bytes_of(game)));
}

}  // namespace xttt
