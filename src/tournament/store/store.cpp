#include "tournament/store/store.h"

#include <cassert>
#include <chrono>
#include <random>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tournament/store/move_blob.h"
#include "tournament/store/schema.h"

namespace xttt {
namespace {

std::int64_t now_in_milliseconds() {
    using namespace std::chrono;
    return floor<milliseconds>(system_clock::now()).time_since_epoch().count();
}

std::int64_t in_microseconds(std::chrono::nanoseconds time) {
    return std::chrono::round<std::chrono::microseconds>(time).count();
}

std::optional<std::string_view> unless_empty(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

constexpr std::string_view kAddGame =
    "INSERT INTO games(stage, round, pairing, game, attempt, pool, x, o, variant, result, reason,"
    " points_x, points_o, detail, counts, plies, opening, moves_x, moves_o, time_x, time_o,"
    " longest_x, longest_o, cpu_x, cpu_o, waited, longest_wait, too_busy, worker, ended)"
    " VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
constexpr std::string_view kAddMoves =
    "INSERT INTO moves(game, seed, start, tags, moves) VALUES(?,?,?,?,?)";

}  // namespace

Result<Store> Store::open(const std::string& path) {
    TRY(auto lock, StoreLock::take(path));
    TRY(auto opened, Database::open(path, Database::Access::Create));
    std::shared_ptr<Database> database = std::move(opened);
    TRY_VOID(check_schema(*database));
    // FULL: a commit has reached the disk when it returns, and survives a power failure.
    TRY_VOID(
        database->execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                          "PRAGMA foreign_keys=ON; PRAGMA journal_size_limit=67108864;"));
    TRY_VOID(migrate(*database));
    TRY(auto add_game, database->prepare(kAddGame));
    TRY(auto add_moves, database->prepare(kAddMoves));
    Store store(std::move(lock), database, std::move(add_game), std::move(add_moves));
    TRY(const auto begun, database->number("SELECT count(*) FROM facts"));
    if (begun > 0) {
        TRY(const auto facts, store.read().facts());
        store.variant_ = facts.variant;
    }
    return store;
}

Result<void> Store::begin(const TournamentFacts& facts, std::span<const Entrant> entrants) {
    TRY(auto transaction, Transaction::begin(*database_));
    TRY(auto add_fact, database_->prepare("INSERT INTO facts(name, value) VALUES(?,?)"));
    const auto add = [&](std::string_view name, std::string_view value) {
        return add_fact.bind(name, value).run();
    };
    const std::string seed = std::to_string(facts.seed);
    for (const auto& [name, value] :
         {std::pair<std::string_view, std::string_view>{"name", facts.name},
          {"variant", facts.variant->name},
          {"seed", seed},
          {"time-control", facts.time_control},
          {"config", facts.config},
          {"created", facts.created},
          {"checksums", facts.checksums}})
        TRY_VOID(add(name, value));
    for (const Entrant& entrant : entrants) TRY_VOID(add_entrant(entrant));
    TRY_VOID(transaction.commit());
    variant_ = facts.variant;
    return {};
}

Result<void> Store::set_checksums(const std::string& checksums) {
    return database_->run("INSERT OR REPLACE INTO facts(name, value) VALUES('checksums', ?)",
                          checksums);
}

Result<void> Store::set_config(const std::string& config) {
    return database_->run("UPDATE facts SET value = ? WHERE name = 'config'", config);
}

Result<void> Store::add_entrant(const Entrant& entrant) {
    return database_->run("INSERT INTO entrants(id, name, player) VALUES(?,?,?)", entrant.id,
                          entrant.name, entrant.player);
}

Result<void> Store::add_stage(const StoredStage& stage) {
    TRY(auto transaction, Transaction::begin(*database_));
    TRY_VOID(database_->run("INSERT INTO stages(id, name, format) VALUES(?,?,?)", stage.id,
                            stage.name, stage.format));
    TRY(auto seat,
        database_->prepare("INSERT INTO seats(stage, entrant, pool, seed) VALUES(?,?,?,?)"));
    for (const StoredSeat& s : stage.seats)
        TRY_VOID(seat.bind(stage.id, s.entrant, s.pool, s.seed).run());
    return transaction.commit();
}

Result<void> Store::insert(StoredGame& g, const GameRecord& record) {
    std::optional<int> at[5];
    if (g.place) {
        const GamePlace& p = *g.place;
        const int parts[]{p.stage, p.round, p.pairing, p.game, p.attempt};
        std::copy(std::begin(parts), std::end(parts), std::begin(at));
    }
    // Games of the tournament's variant do not store it.
    const auto named = g.variant == variant_ ? std::nullopt : std::optional(g.variant->name);
    add_game_.bind(at[0], at[1], at[2], at[3], at[4], g.pool, g.entrants[0], g.entrants[1], named,
                   static_cast<int>(g.result), g.reason, g.points[0], g.points[1],
                   unless_empty(g.detail), int{g.counts}, g.plies, g.opening_plies, g.used[0].moves,
                   g.used[1].moves, in_microseconds(g.used[0].total),
                   in_microseconds(g.used[1].total), in_microseconds(g.used[0].longest),
                   in_microseconds(g.used[1].longest), in_microseconds(g.used[0].cpu),
                   in_microseconds(g.used[1].cpu), std::int64_t{g.host.waited.count()},
                   std::int64_t{g.host.longest_wait.count()}, int{g.host.too_busy},
                   unless_empty(g.worker), std::int64_t{g.ended.time_since_epoch().count()});
    TRY_VOID(add_game_.run());
    g.id = database_->last_row();

    std::optional<std::string> tags;
    if (!record.tags.empty())
        tags = nlohmann::json(record.tags)
                   .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    const std::string moves = encode_moves(record);
    // SQLite's integers are signed; the bit pattern is kept.
    const auto seed =
        record.seed ? std::optional(static_cast<std::int64_t>(*record.seed)) : std::nullopt;
    return add_moves_.bind(g.id, seed, unless_empty(record.start_fen), tags, Statement::blob(moves))
        .run();
}

Result<void> Store::add(std::span<StoredGame> games, std::span<const GameRecord> records) {
    assert(games.size() == records.size());
    TRY(auto transaction, Transaction::begin(*database_));
    const auto now = stored_time(now_in_milliseconds());
    for (std::size_t i = 0; i < games.size(); ++i) {
        games[i].ended = now;
        TRY_VOID(insert(games[i], records[i]));
    }
    return transaction.commit();
}

Result<void> Store::replace(std::int64_t earlier, StoredGame& game, const GameRecord& record) {
    TRY(auto transaction, Transaction::begin(*database_));
    TRY_VOID(discount(earlier));
    game.ended = stored_time(now_in_milliseconds());
    TRY_VOID(insert(game, record));
    return transaction.commit();
}

Result<void> Store::discount(std::int64_t game) {
    return database_->run("UPDATE games SET counts = 0 WHERE id = ?", game);
}

Result<void> Store::add_event(const std::string& kind, const std::string& text,
                              std::optional<std::int64_t> game) {
    return database_->run("INSERT INTO events(at, kind, text, game) VALUES(?,?,?,?)",
                          now_in_milliseconds(), kind, text, game);
}

Result<std::string> run_id_of(const std::string& path) {
    TRY(const auto database, Database::open(path, Database::Access::ReadWrite));
    std::random_device random;
    const auto made = fmt::format("{:08x}{:04x}", random(), random() & 0xffff);
    TRY_VOID(database->run("INSERT OR IGNORE INTO facts(name, value) VALUES('run-id', ?)", made));
    TRY(auto row, database->prepare("SELECT value FROM facts WHERE name = 'run-id'"));
    TRY(const bool found, row.step());
    return found ? std::string(row.text(0)) : made;
}

}  // namespace xttt
