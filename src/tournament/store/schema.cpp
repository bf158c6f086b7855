#include "tournament/store/schema.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "rules/with_variant.h"
#include "tournament/store/move_blob.h"

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
)sql",
                                                         ""};  // see kOldestReadable

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
                "store {} contains views, triggers or virtual tables, which xttt never creates",
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

namespace {

using std::chrono::microseconds;

constexpr int kFirstOfMoves = 31;  // index of the first column after those of the game

}  // namespace

std::chrono::sys_time<std::chrono::milliseconds> stored_time(std::int64_t since_epoch) {
    return std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(since_epoch));
}

StoredGame summary_of(const PlayedGame& game) {
    const GameRecord& record = game.record;
    const int plies = static_cast<int>(record.moves.size());
    StoredGame row{.variant = record.variant,
                   .result = game.ending.result,
                   .reason = std::string(game.ending.reason),
                   .points = game.ending.points.value_or(std::array{0, 0}),
                   .detail = record.forfeit ? record.forfeit->detail : record.drawn.value_or(""),
                   .plies = plies,
                   .used = game.used,
                   .host = game.host,
                   .worker = game.worker};
    row.opening_plies = std::max(0, plies - game.used[0].moves - game.used[1].moves);
    return row;
}

// Stores are untrusted input: every value of a row is checked before use.
class RowReader {
public:
    explicit RowReader(const Statement& row) : row_(row) {}

    std::int64_t number(std::string_view name, std::int64_t low, std::int64_t high) {
        const bool is_integer = row_.is_integer(column_);
        const std::int64_t value = row_.integer(column_++);
        if (is_integer && value >= low && value <= high) return value;
        complain(is_integer ? fmt::format("{} is {}, expected {} to {}", name, value, low, high)
                            : fmt::format("{} is not a whole number", name));
        return low;
    }
    int small(std::string_view name, int high) { return static_cast<int>(number(name, 0, high)); }
    bool flag(std::string_view name) { return number(name, 0, 1) != 0; }
    microseconds time(std::string_view name) { return microseconds(number(name, 0, kYear)); }
    std::string_view text(std::string_view name, std::size_t longest) {
        const auto value = row_.text(column_++);
        if (value.size() <= longest) return value;
        complain(fmt::format("{} has {} bytes; the maximum is {}", name, value.size(), longest));
        return {};
    }
    bool skip_null(int columns) {
        if (!row_.is_null(column_)) return false;
        column_ += columns;
        return true;
    }
    void complain(std::string what) {
        if (!problem_) problem_ = std::move(what);
    }
    const std::optional<std::string>& problem() const { return problem_; }

private:
    static constexpr std::int64_t kYear = 366LL * 24 * 3600 * 1'000'000;
    const Statement& row_;
    int column_ = 0;
    std::optional<std::string> problem_;
};

Result<void> read_row(const Statement& row, const Variant& usual, StoredGame& game) {
    constexpr int kMaxPlies = 4096, kMaxPoints = 1'000'000;
    RowReader in(row);
    game.id = in.number("id", 1, INT64_MAX);
    game.place.reset();
    if (!in.skip_null(5))
        game.place = GamePlace{.stage = in.small("stage", kMaxStages - 1),
                               .round = in.small("round", kMaxPlace),
                               .pairing = in.small("pairing", kMaxPlace),
                               .game = in.small("game", kMaxPlace),
                               .attempt = in.small("attempt", kMaxPlace)};
    game.pool = in.small("pool", kMaxPools - 1);
    game.entrants = {in.small("x", kMaxEntrants - 1), in.small("o", kMaxEntrants - 1)};
    if (game.entrants[0] == game.entrants[1]) in.complain("x and o are the same entrant");
    const auto variant = in.text("variant", 64);
    game.variant = &usual;
    if (!variant.empty()) {
        if (const auto found = find_variant(variant))
            game.variant = *found;
        else
            in.complain(found.error().message);
    }
    game.result = static_cast<GameResult>(in.small("result", 3));
    game.reason = in.text("reason", 64);
    if (game.reason != "line" && game.reason != "full" && game.reason != "unfinished" &&
        game.reason != kAdjudicatedDraw && !game.forfeit())
        in.complain(fmt::format("unknown reason {}", quote(game.reason)));
    game.points = {in.small("points_x", kMaxPoints), in.small("points_o", kMaxPoints)};
    game.detail = bounded_evidence(in.text("detail", 1 << 20));
    game.counts = in.flag("counts");
    game.plies = in.small("plies", kMaxPlies);
    game.opening_plies = in.small("opening", kMaxPlies);
    for (TimeUsed& used : game.used) used.moves = in.small("moves", kMaxPlies);
    for (TimeUsed& used : game.used) used.total = in.time("time");
    for (TimeUsed& used : game.used) used.longest = in.time("longest");
    for (TimeUsed& used : game.used) used.cpu = in.time("cpu");
    game.host.waited = in.time("waited");
    game.host.longest_wait = in.time("longest_wait");
    game.host.too_busy = in.flag("too_busy");
    game.worker = in.text("worker", 1024);
    game.ended = stored_time(in.number("ended", 0, kMaxTime));
    if (in.problem())
        return fail(Errc::BadInput, fmt::format("game {}: {}", game.id, *in.problem()));
    return {};
}

// The columns of the moves table; tags that follow from the tournament are added later.
Result<GameRecord> read_record(const Statement& row, const StoredGame& game) {
    GameRecord record;
    record.variant = game.variant;
    if (!row.is_null(kFirstOfMoves))
        record.seed = static_cast<std::uint64_t>(row.integer(kFirstOfMoves));
    record.start_fen = row.text(kFirstOfMoves + 1);
    if (!row.is_null(kFirstOfMoves + 2)) {
        const auto tags = nlohmann::json::parse(row.text(kFirstOfMoves + 2), nullptr, false);
        if (!tags.is_object()) return fail(Errc::BadRecord, "its tags are damaged");
        for (const auto& [name, value] : tags.items())
            if (is_tag_name(name) && value.is_string())
                record.tags[name] = value.get<std::string>();
    }
    TRY(record.moves, decode_moves(*game.variant, record.start_fen, row.text(kFirstOfMoves + 3)));
    if (const auto reason = game.forfeit())
        record.forfeit =
            Forfeit{game.result == GameResult::XWins ? Side::O : Side::X, *reason, game.detail};
    if (game.reason == kAdjudicatedDraw) record.drawn = game.detail;
    return record;
}

}  // namespace xttt
