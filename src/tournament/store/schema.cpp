#include "tournament/store/schema.h"

#include <array>

#include <fmt/format.h>

namespace xttt {
namespace {

constexpr int kApplicationId = 0x78747474;  // "xttt", in the file's header

// Step n upgrades from version n to n + 1. A released step is never changed.
constexpr std::array<const char*, kSchemaVersion> kSteps{R"sql(
CREATE TABLE facts(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entrants(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, player TEXT NOT NULL);
CREATE TABLE stages(id INTEGER PRIMARY KEY, name TEXT NOT NULL, format TEXT NOT NULL);
CREATE TABLE seats(
    stage INTEGER NOT NULL REFERENCES stages(id),
    entrant INTEGER NOT NULL REFERENCES entrants(id),
    pool INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    PRIMARY KEY(stage, entrant)) WITHOUT ROWID;
CREATE TABLE games(
    id INTEGER PRIMARY KEY,
    stage INTEGER, round INTEGER, pairing INTEGER, game INTEGER, attempt INTEGER,
    pool INTEGER,
    x INTEGER NOT NULL REFERENCES entrants(id),
    o INTEGER NOT NULL REFERENCES entrants(id),
    variant TEXT,
    result INTEGER NOT NULL,
    reason TEXT NOT NULL,
    points_x INTEGER NOT NULL, points_o INTEGER NOT NULL,
    detail TEXT,
    counts INTEGER NOT NULL,
    plies INTEGER NOT NULL, opening INTEGER NOT NULL,
    moves_x INTEGER NOT NULL, moves_o INTEGER NOT NULL,
    time_x INTEGER NOT NULL, time_o INTEGER NOT NULL,
    longest_x INTEGER NOT NULL, longest_o INTEGER NOT NULL,
    cpu_x INTEGER NOT NULL, cpu_o INTEGER NOT NULL,
    waited INTEGER NOT NULL, longest_wait INTEGER NOT NULL, too_busy INTEGER NOT NULL,
    worker TEXT,
    ended INTEGER NOT NULL);
CREATE UNIQUE INDEX games_by_place ON games(stage, round, pairing, game, attempt);
CREATE TABLE moves(
    game INTEGER PRIMARY KEY REFERENCES games(id),
    seed INTEGER,
    start TEXT,
    tags TEXT,
    moves BLOB NOT NULL);
CREATE TABLE events(
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    game INTEGER REFERENCES games(id));
)sql"};

}  // namespace

Result<void> check_schema(Database& database) {
    TRY(const auto application, database.number("PRAGMA application_id"));
    TRY(const auto version, database.number("PRAGMA user_version"));
    TRY(const auto tables, database.number("SELECT count(*) FROM sqlite_master"));
    if (application == 0 && version == 0 && tables == 0) return {};  // a new file
    if (application != kApplicationId)
        return fail(
            Errc::BadInput,
            fmt::format("{} is a database of another program, not an xttt store", database.path()));
    TRY(const auto code,
        database.number("SELECT count(*) FROM sqlite_master WHERE type NOT IN ('table', 'index')"
                        " OR sql LIKE 'CREATE VIRTUAL%'"));
    if (code > 0)
        return fail(
            Errc::BadInput,
            fmt::format(
                "store {}: it contains views, triggers or virtual tables, which xttt never creates",
                database.path()));
    if (version > kSchemaVersion)
        return fail(Errc::BadInput,
                    fmt::format("store {}: written by a newer xttt (schema version {}, this "
                                "program supports {}); use the newer program",
                                database.path(), version, kSchemaVersion));
    return {};
}

Result<void> migrate(Database& database) {
    TRY(auto version, database.number("PRAGMA user_version"));
    for (auto step = version; step < kSchemaVersion; ++step) {
        TRY(auto transaction, Transaction::begin(database));
        const auto stamp = fmt::format("PRAGMA application_id={}; PRAGMA user_version={};",
                                       kApplicationId, step + 1);
        const std::string commands = kSteps[static_cast<std::size_t>(step)] + stamp;
        TRY_VOID(database.execute(commands));
        TRY_VOID(transaction.commit());
    }
    return {};
}

}  // namespace xttt
