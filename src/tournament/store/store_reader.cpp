#include "tournament/store/store_reader.h"

#include <algorithm>
#include <filesystem>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/text.h"
#include "rules/with_variant.h"
#include "tournament/store/database.h"
#include "tournament/store/schema.h"

namespace xttt {
namespace {

constexpr std::size_t kMaxName = 4096, kMaxText = std::size_t{16} << 20;

std::string where(const GameFilter& filter) {
    std::string text = fmt::format(" WHERE g.id > {}", filter.after);
    if (filter.stage) text += fmt::format(" AND g.stage = {}", *filter.stage);
    if (filter.entrant) text += fmt::format(" AND (g.x = {0} OR g.o = {0})", *filter.entrant);
    if (filter.counted_only) text += " AND g.counts";
    if (filter.forfeits_only)
        text += " AND g.reason NOT IN ('line', 'full', 'adjudication', 'unfinished')";
    return text;
}

std::string order(const GameFilter& filter) {
    std::string text = filter.newest_first ? " ORDER BY g.id DESC" : " ORDER BY g.id";
    if (filter.limit) text += fmt::format(" LIMIT {}", *filter.limit);
    return text;
}

std::string round_text(const GamePlace& place) {
    return fmt::format("{}.{}.{}.{}", place.stage + 1, place.round + 1, place.pairing + 1,
                       place.game + 1);
}

}  // namespace

Result<StoreReader> StoreReader::open(const std::string& path) {
    if (!std::filesystem::exists(path))
        return fail(Errc::Usage, fmt::format("no such store: {}", path));
    TRY(auto database, Database::open(path, Database::Access::ReadOnly));
    TRY_VOID(check_schema(*database));
    TRY(const auto version, database->number("PRAGMA user_version"));
    if (version < kOldestReadable)
        return fail(Errc::BadInput, fmt::format("store {}: schema version {} is outdated; 'xttt "
                                                "tournament run' upgrades it to version {}",
                                                path, version, kSchemaVersion));
    return StoreReader(std::shared_ptr<Database>(std::move(database)));
}

const std::string& StoreReader::path() const {
    return database_->path();
}

Result<TournamentFacts> StoreReader::facts() const {
    TRY(auto rows, database_->prepare("SELECT name, value FROM facts"));
    TournamentFacts facts;
    for (;;) {
        TRY(const auto row, rows.step());
        if (!row) return facts;
        const auto name = rows.text(0), value = rows.text(1);
        if (name == "name") facts.name = value;
        if (value.size() > kMaxText)
            return fail(Errc::BadInput, fmt::format("store {}: {} in the table facts has {} bytes",
                                                    path(), quote(name), value.size()));
        if (name == "seed") {
            const auto seed = to_number<std::uint64_t>(value);
            if (!seed)
                return fail(Errc::BadInput, fmt::format("store {}: the seed {} is not a number",
                                                        path(), quote(value)));
            facts.seed = *seed;
        }
        if (name == "time-control") facts.time_control = value;
        if (name == "config") facts.config = value;
        if (name == "created") facts.created = value;
        if (name == "checksums") facts.checksums = value;
        if (name != "variant") continue;
        TRY(facts.variant, find_variant(value));
    }
}

Result<std::vector<Entrant>> StoreReader::entrants() const {
    TRY(auto rows, database_->prepare("SELECT id, name, player FROM entrants ORDER BY id"));
    std::vector<Entrant> entrants;
    bool sound = true;
    TRY_VOID(rows.each([&] {
        const auto id = static_cast<std::int64_t>(entrants.size());
        sound = sound && rows.is_integer(0) && rows.integer(0) == id && id < kMaxEntrants &&
                rows.text(1).size() <= kMaxName && rows.text(2).size() <= kMaxText;
        if (sound)
            entrants.push_back(
                {static_cast<int>(id), std::string(rows.text(1)), std::string(rows.text(2))});
    }));
    if (!sound)
        return fail(
            Errc::BadInput,
            fmt::format(
                "store {}: entrant {} is damaged or missing; ids must run from 0 to at most {}",
                path(), entrants.size(), kMaxEntrants - 1));
    return entrants;
}

Result<std::vector<StoredStage>> StoreReader::stages() const {
    TRY(auto rows,
        database_->prepare(
            "SELECT s.id, s.name, s.format, t.entrant, t.pool, t.seed FROM stages s"
            " LEFT JOIN seats t ON t.stage = s.id ORDER BY s.id, t.pool, t.seed, t.entrant"));
    TRY(const auto known, entrants());
    std::vector<StoredStage> stages;
    std::string problem;
    TRY_VOID(rows.each([&] {
        const auto is_valid = [&](int column, std::string_view name, std::size_t count) {
            const std::int64_t value = rows.integer(column);
            const bool in_range = value >= 0 && value < static_cast<std::int64_t>(count);
            if (in_range && rows.is_integer(column)) return true;
            if (problem.empty()) problem = fmt::format("{} {} is out of range", name, value);
            return false;
        };
        if (!is_valid(0, "stage", kMaxStages) || rows.text(1).size() > kMaxName) return;
        const int id = static_cast<int>(rows.integer(0));
        if (stages.empty() || stages.back().id != id)
            stages.push_back(
                {id, std::string(rows.text(1)), std::string(rows.text(2).substr(0, 64)), {}});
        if (!rows.is_null(3) && is_valid(3, "a seat's entrant", known.size()) &&
            is_valid(4, "a seat's pool", kMaxPools) && is_valid(5, "a seat's seed", known.size()))
            stages.back().seats.push_back({static_cast<int>(rows.integer(3)),
                                           static_cast<int>(rows.integer(4)),
                                           static_cast<int>(rows.integer(5))});
    }));
    if (!problem.empty()) return fail(Errc::BadInput, fmt::format("store {}: {}", path(), problem));
    return stages;
}

Result<void> StoreReader::read_games(
    const GameFilter& filter, bool with_moves,
    const std::function<Result<void>(const StoredGame&, GameRecord*)>& visit) const {
    TRY(const auto facts, this->facts());
    std::vector<Entrant> names;
    if (with_moves) {
        TRY(names, entrants());
    }
    const auto name_of = [&](int id) {
        const auto found = std::ranges::lower_bound(names, id, {}, &Entrant::id);
        return found != names.end() && found->id == id ? found->name : fmt::format("#{}", id);
    };
    TRY(auto rows,
        database_->prepare(fmt::format(
            "SELECT {}{} FROM games g{}{}{}", kGameColumns, with_moves ? kMovesColumns : "",
            with_moves ? " JOIN moves m ON m.game = g.id" : "", where(filter), order(filter))));
    StoredGame game;
    for (;;) {
        TRY(const auto row, rows.step());
        if (!row) return {};
        if (auto read = read_row(rows, *facts.variant, game); !read)
            return fail(read.error().code,
                        fmt::format("store {}: {}", path(), read.error().message));
        if (!with_moves) {
            TRY_VOID(visit(game, nullptr));
            continue;
        }
        auto record = read_record(rows, game);
        if (!record)
            return fail(record.error().code, fmt::format("store {}: game {}: {}", path(), game.id,
                                                         record.error().message));
        // Tags stored with the game take precedence.
        Tags& tags = record->tags;
        tags.emplace("X", name_of(game.entrants[0]));
        tags.emplace("O", name_of(game.entrants[1]));
        if (!facts.name.empty()) tags.emplace("Event", facts.name);
        if (!facts.time_control.empty()) tags.emplace("TimeControl", facts.time_control);
        tags.emplace("Date",
                     fmt::format("{:%Y-%m-%d}", std::chrono::floor<std::chrono::days>(game.ended)));
        if (game.place) tags.emplace("Round", round_text(*game.place));
        TRY_VOID(visit(game, &*record));
    }
}

Result<void> StoreReader::for_each_game(const GameFilter& filter,
                                        const std::function<void(const StoredGame&)>& visit) const {
    return read_games(filter, false, [&](const StoredGame& game, GameRecord*) -> Result<void> {
        visit(game);
        return {};
    });
}

Result<std::vector<StoredGame>> StoreReader::games(const GameFilter& filter) const {
    std::vector<StoredGame> games;
    TRY_VOID(for_each_game(filter, [&](const StoredGame& game) { games.push_back(game); }));
    return games;
}

Result<std::optional<StoredGame>> StoreReader::game(std::int64_t id) const {
    TRY(auto found, games({.counted_only = false, .after = id - 1, .limit = 1}));
    if (found.empty() || found.front().id != id) return std::nullopt;
    return found.front();
}

Result<std::int64_t> StoreReader::count(const GameFilter& filter) const {
    return database_->number("SELECT count(*) FROM games g" + where(filter));
}

Result<GameRecord> StoreReader::record(std::int64_t id) const {
    std::optional<GameRecord> found;
    TRY_VOID(read_games({.counted_only = false, .after = id - 1, .limit = 1}, true,
                        [&](const StoredGame& game, GameRecord* record) -> Result<void> {
                            if (game.id == id) found = std::move(*record);
                            return {};
                        }));
    if (!found) return fail(Errc::Usage, fmt::format("store {}: no such game: {}", path(), id));
    return std::move(*found);
}

Result<void> StoreReader::for_each_record(
    const GameFilter& filter,
    const std::function<Result<void>(const StoredGame&, const GameRecord&)>& visit) const {
    return read_games(filter, true, [&](const StoredGame& game, GameRecord* record) {
        return visit(game, *record);
    });
}

Result<std::vector<StoredEvent>> StoreReader::events(std::int64_t after) const {
    TRY(auto rows,
        database_->prepare("SELECT id, at, kind, text, game FROM events WHERE id > ? ORDER BY id"));
    rows.bind(after);
    std::vector<StoredEvent> events;
    TRY_VOID(rows.each([&] {
        events.push_back({rows.integer(0),
                          stored_time(std::clamp<std::int64_t>(rows.integer(1), 0, kMaxTime)),
                          std::string(rows.text(2)), std::string(rows.text(3)),
                          rows.is_null(4) ? std::nullopt : std::optional(rows.integer(4))});
    }));
    return events;
}

}  // namespace xttt
