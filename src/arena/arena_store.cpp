#include "arena/arena_store.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/arena_rows.h"
#include "arena/durable_folder.h"
#include "base/names.h"
#include "base/sha256.h"
#include "base/text.h"
#include "players/bot_files.h"
#include "process/unique_fd.h"
#include "rules/with_variant.h"
#include "tournament/store/stored_game.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr int kApplicationId = 0x78747461;  // "xtta", in the file's header
constexpr int kVersion = 2;
constexpr std::size_t kLongestName = 60;
constexpr std::size_t kLongestAnnouncement = 2000;
constexpr std::int64_t kLeastUpload = 1024;

constexpr const char* kArenaTables = R"sql(
CREATE TABLE settings(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE teams(
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, alias TEXT NOT NULL UNIQUE,
    token TEXT NOT NULL UNIQUE, disabled INTEGER NOT NULL DEFAULT 0, active INTEGER);
CREATE TABLE versions(
    id INTEGER PRIMARY KEY, team INTEGER REFERENCES teams(id), number INTEGER NOT NULL,
    file_name TEXT NOT NULL, digest TEXT NOT NULL, size INTEGER NOT NULL,
    uploaded INTEGER NOT NULL, notes TEXT NOT NULL, state INTEGER NOT NULL,
    player TEXT NOT NULL, reason TEXT NOT NULL, checks TEXT NOT NULL, UNIQUE(team, number));
CREATE TABLE ratings(
    team INTEGER NOT NULL, at INTEGER NOT NULL, version INTEGER NOT NULL,
    elo INTEGER NOT NULL, low INTEGER NOT NULL, high INTEGER NOT NULL,
    PRIMARY KEY(team, at)) WITHOUT ROWID;
CREATE TABLE audit(
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, who TEXT NOT NULL, action TEXT NOT NULL,
    text TEXT NOT NULL);
INSERT INTO settings(name, value) VALUES('revision', '1');
)sql";

// Tables of later versions of the program, which older ones ignore.
constexpr const char* kAddedTables = R"sql(
CREATE TABLE IF NOT EXISTS matches(
    id INTEGER PRIMARY KEY, team INTEGER NOT NULL, version INTEGER NOT NULL,
    opponent INTEGER NOT NULL, games INTEGER NOT NULL, elo0 INTEGER, elo1 INTEGER,
    created INTEGER NOT NULL, cancelled INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS releases(version INTEGER PRIMARY KEY, game INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS cup_entrants(
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, team INTEGER NOT NULL, version INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS replays(
    id INTEGER PRIMARY KEY, place TEXT NOT NULL, game INTEGER NOT NULL, UNIQUE(place, game));
)sql";

// Logs of ladder games and of unrated games. The size stands before the text, so that
// sums do not read the texts.
constexpr const char* kLogTables = R"sql(
CREATE TABLE logs(
    game INTEGER NOT NULL, side INTEGER NOT NULL, version INTEGER NOT NULL, size INTEGER NOT NULL,
    text TEXT NOT NULL, PRIMARY KEY(game, side)) WITHOUT ROWID;
CREATE TABLE test_logs(
    game INTEGER NOT NULL, side INTEGER NOT NULL, version INTEGER NOT NULL, size INTEGER NOT NULL,
    text TEXT NOT NULL, PRIMARY KEY(game, side)) WITHOUT ROWID;
)sql";

constexpr std::string_view kVersionColumns =
    "SELECT id, team, number, file_name, digest, size, uploaded, notes, state, player, reason,"
    " checks FROM versions ";
constexpr std::string_view kTeamColumns = "SELECT id, name, alias, disabled, active FROM teams ";

constexpr Names<VersionState, 4> kStates{{"checking", "ready", "rejected", "held"}};

std::string checks_text(const std::vector<CheckedItem>& checks) {
    Json list = Json::array();
    for (const CheckedItem& check : checks)
        list.push_back({check.name, static_cast<int>(check.verdict), check.text});
    return list.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<CheckedItem> parse_checks(std::string_view text) {
    std::vector<CheckedItem> checks;
    const Json list = Json::parse(text, nullptr, false);
    for (const Json& item : list) {
        if (!item.is_array() || item.size() != 3 || !item[0].is_string() ||
            !item[1].is_number_integer() || !item[2].is_string())
            continue;
        const auto verdict = static_cast<CheckedItem::Verdict>(
            std::clamp<std::int64_t>(item[1].get<std::int64_t>(), 0, 2));
        checks.push_back({item[0].get<std::string>(), verdict, item[2].get<std::string>()});
    }
    return checks;
}

Result<void> check_name(std::string_view what, std::string_view text) {
    const auto wrong = [&](std::string_view why) {
        return fail(Errc::Usage, fmt::format("{} {}: {}", what, quote(text), why));
    };
    if (text.empty() || text.size() > kLongestName)
        return wrong(fmt::format("it must have 1 to {} bytes", kLongestName));
    if (!is_terminal_safe(text))
        return wrong("it contains control characters or invisible characters");
    // Spreadsheets take such a text in a CSV file for a formula.
    if (std::string_view("=+-@ ").contains(text.front()) || text.back() == ' ')
        return wrong("it must not start with =, +, - or @, nor start or end with a space");
    return {};
}

std::optional<std::string_view> setting(const std::map<std::string, std::string>& all,
                                        const char* name) {
    const auto found = all.find(name);
    if (found == all.end()) return std::nullopt;
    return found->second;
}

Error io_error(const std::string& path, const char* what) {
    return {Errc::Io, fmt::format("cannot {} '{}': {}", what, path, std::strerror(errno))};
}

Team read_team(const Statement& row) {
    Team team{.id = static_cast<int>(row.integer(0)),
              .name = std::string(row.text(1)),
              .alias = std::string(row.text(2)),
              .disabled = row.integer(3) != 0,
              .active = std::nullopt};
    if (!row.is_null(4)) team.active = static_cast<int>(row.integer(4));
    return team;
}

Version read_version(const Statement& row) {
    Version version{
        .id = static_cast<int>(row.integer(0)),
        .team = std::nullopt,
        .number = static_cast<int>(row.integer(2)),
        .file_name = std::string(row.text(3)),
        .digest = std::string(row.text(4)),
        .size = row.integer(5),
        .uploaded = from_stored(row.integer(6)),
        .notes = std::string(row.text(7)),
        .state = static_cast<VersionState>(std::clamp<std::int64_t>(row.integer(8), 0, 3)),
        .player = std::string(row.text(9)),
        .reason = std::string(row.text(10)),
        .checks = parse_checks(row.text(11))};
    if (!row.is_null(1)) version.team = static_cast<int>(row.integer(1));
    return version;
}

// An arena may come from someone else. Its rows must not name files outside its folder, nor
// programs that would play without the sandbox.
Result<void> check_version(const Version& version) {
    const auto wrong = [&](std::string_view what, std::string_view text) {
        return fail(Errc::BadInput, fmt::format("version id {} of the arena has the {} {}",
                                                version.id, what, quote(text)));
    };
    std::string_view player = version.player;
    if (!version.team)
        return player.starts_with("engine:skill=") ? Result<void>() : wrong("player", player);
    if (!is_sha256_hex(version.digest)) return wrong("SHA-256", version.digest);
    if (!is_portable_path(version.file_name) || version.file_name.find('/') != std::string::npos)
        return wrong("file name", version.file_name);
    if (player.empty()) return {};
    player.remove_prefix(player.find(':') + 1);
    const bool is_sandboxed =
        version.player.starts_with("python:") || version.player.starts_with("sandbox:");
    if (!is_sandboxed || !is_portable_path(player)) return wrong("player", version.player);
    return {};
}

}  // namespace

std::string token_hash(const Token& token) {
    return sha256_hex({reinterpret_cast<const char*>(token.bytes().data()), token.bytes().size()});
}

SystemTime system_now() {
    return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

std::string_view name(VersionState state) {
    return kStates.of(state);
}

Result<Token> ArenaStore::create(const fs::path& folder, const ArenaSettings& settings) {
    TRY_VOID(check_name("arena name", settings.name));
    TRY_VOID(create_arena_folder(folder));
    TRY(const auto database,
        Database::open((folder / "arena.db").string(), Database::Access::Create));
    TRY_VOID(database->execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"));
    TRY(auto transaction, Transaction::begin(*database));
    TRY_VOID(database->execute(fmt::format("{}{}PRAGMA application_id={};PRAGMA user_version={};",
                                           kArenaTables, kLogTables, kApplicationId, kVersion)));
    const Token staff = Token::random();
    for (const auto& [key, value] :
         {std::pair<std::string_view, std::string>{"name", settings.name},
          {"variant", std::string(settings.variant->name)},
          {"move-time", std::to_string(settings.move_time.count())},
          {"staff-token", token_hash(staff)}})
        TRY_VOID(database->run("INSERT INTO settings(name, value) VALUES(?,?)", key, value));
    TRY_VOID(transaction.commit());
    TRY(const auto store, open(folder));
    TRY_VOID(store->set_settings(settings, "system"));
    return staff;
}

Result<std::unique_ptr<ArenaStore>> ArenaStore::open(const fs::path& folder,
                                                     std::int64_t max_log_bytes) {
    const std::string path = (folder / "arena.db").string();
    std::error_code failed;
    if (!fs::exists(path, failed))
        return fail(Errc::Usage,
                    fmt::format("'{}' is not an arena: it has no file arena.db; create one with "
                                "'xttt arena new'",
                                folder.string()));
    const fs::path absolute = fs::canonical(folder, failed);
    TRY(auto database, Database::open(path, Database::Access::ReadWrite));
    TRY(const auto application, database->number("PRAGMA application_id"));
    TRY(const auto version, database->number("PRAGMA user_version"));
    if (application != kApplicationId)
        return fail(Errc::BadInput, fmt::format("{} is not the database of an arena", path));
    if (version > kVersion)
        return fail(Errc::BadInput,
                    fmt::format("{} was written by a newer xttt; use the newer program", path));
    TRY_VOID(
        database->execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                          "PRAGMA foreign_keys=ON; PRAGMA journal_size_limit=67108864;"));
    TRY_VOID(database->execute(kAddedTables));
    // The logs of version 1 did not say to which bot they belong.
    if (version < kVersion)
        TRY_VOID(database->execute(
            fmt::format("BEGIN IMMEDIATE; DROP TABLE logs; DROP TABLE IF EXISTS test_logs; {}"
                        "PRAGMA user_version={}; COMMIT;",
                        kLogTables, kVersion)));
    std::unique_ptr<ArenaStore> store(new ArenaStore(absolute, std::move(database), max_log_bytes));
    for (Logs* logs : {&store->logs_, &store->test_logs_}) TRY_VOID(store->measure(*logs));
    return store;
}

Result<void> ArenaStore::bump() {
    return database_->execute(
        "UPDATE settings SET value = CAST(value AS INTEGER) + 1 WHERE name = 'revision'");
}

Result<std::int64_t> ArenaStore::revision() {
    const std::lock_guard lock(mutex_);
    return database_->number("SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'revision'");
}

Result<void> ArenaStore::touch() {
    const std::lock_guard lock(mutex_);
    return bump();
}

Result<ArenaSettings> ArenaStore::settings() {
    const std::lock_guard lock(mutex_);
    std::map<std::string, std::string> all;
    TRY(auto rows, database_->prepare("SELECT name, value FROM settings"));
    TRY_VOID(rows.each([&] { all.emplace(rows.text(0), rows.text(1)); }));
    const auto number = [&](const char* name) -> std::optional<std::int64_t> {
        const auto text = setting(all, name);
        return text ? to_number<std::int64_t>(*text) : std::nullopt;
    };
    ArenaSettings settings;
    settings.name = setting(all, "name").value_or("");
    TRY_VOID(check_name("arena name", settings.name));
    TRY(settings.variant, find_variant(setting(all, "variant").value_or("")));
    settings.move_time = std::chrono::milliseconds(number("move-time").value_or(1000));
    if (const auto deadline = number("deadline")) settings.deadline = from_stored(*deadline);
    settings.accepts_late = number("late").value_or(0) != 0;
    settings.shows_aliases = number("aliases").value_or(0) != 0;
    settings.is_paused = number("paused").value_or(0) != 0;
    settings.plays_cup = number("cup-at-deadline").value_or(0) != 0;
    settings.announcement = setting(all, "announcement").value_or("");
    settings.max_upload = std::clamp<std::int64_t>(
        number("max-upload").value_or(settings.max_upload), kLeastUpload, kLargestUpload);
    if (settings.move_time < std::chrono::milliseconds(1) ||
        settings.move_time > std::chrono::hours(24))
        return fail(Errc::BadInput, fmt::format("the arena's time per move, {} ms, is not between "
                                                "1 ms and 24 h",
                                                settings.move_time.count()));
    if (!is_utf8(settings.announcement))
        return fail(Errc::BadInput, "the announcement of the arena is not UTF-8 text");
    return settings;
}

Result<void> ArenaStore::set_settings(const ArenaSettings& settings, const std::string& who) {
    if (settings.announcement.size() > kLongestAnnouncement || !is_utf8(settings.announcement))
        return fail(Errc::Usage, fmt::format("the announcement must be text of at most {} bytes",
                                             kLongestAnnouncement));
    if (settings.max_upload < kLeastUpload || settings.max_upload > kLargestUpload)
        return fail(Errc::Usage, fmt::format("the largest upload must be from {} to {} bytes",
                                             kLeastUpload, kLargestUpload));
    const std::lock_guard lock(mutex_);
    TRY(auto transaction, Transaction::begin(*database_));
    TRY_VOID(database_->run("DELETE FROM settings WHERE name = 'deadline'"));
    const auto put = [&](std::string_view key, std::string_view value) {
        return database_->run("INSERT OR REPLACE INTO settings(name, value) VALUES(?,?)", key,
                              value);
    };
    const auto number = [](std::int64_t value) { return std::to_string(value); };
    std::string deadline = "none";
    if (settings.deadline) {
        TRY_VOID(put("deadline", number(to_stored(*settings.deadline))));
        // A clock that counts nanoseconds ends in 2262.
        const auto seconds = std::chrono::floor<std::chrono::seconds>(*settings.deadline);
        deadline =
            fmt::format("{:%Y-%m-%d %H:%M} UTC",
                        fmt::gmtime(static_cast<std::time_t>(seconds.time_since_epoch().count())));
    }
    TRY_VOID(put("late", number(settings.accepts_late)));
    TRY_VOID(put("aliases", number(settings.shows_aliases)));
    TRY_VOID(put("paused", number(settings.is_paused)));
    TRY_VOID(put("cup-at-deadline", number(settings.plays_cup)));
    TRY_VOID(put("announcement", settings.announcement));
    TRY_VOID(put("max-upload", number(settings.max_upload)));
    TRY_VOID(bump());
    TRY_VOID(add_audit_row(
        who, "settings",
        fmt::format("deadline {}, late uploads {}, ladder {}, aliases {}, cup {}, uploads up to {} "
                    "bytes, announcement {}",
                    deadline, settings.accepts_late ? "accepted" : "refused",
                    settings.is_paused ? "paused" : "on", settings.shows_aliases ? "on" : "off",
                    settings.plays_cup ? "at the deadline" : "by hand", settings.max_upload,
                    quote(settings.announcement))));
    return transaction.commit();
}

Result<std::pair<Team, Token>> ArenaStore::add_team(const std::string& name,
                                                    const std::string& alias,
                                                    const std::string& who) {
    TRY_VOID(check_name("team name", name));
    if (!alias.empty()) TRY_VOID(check_name("alias", alias));
    const std::lock_guard lock(mutex_);
    TRY(auto transaction, Transaction::begin(*database_));
    TRY(auto same, database_->prepare("SELECT 1 FROM teams WHERE name = ?1 OR alias = ?2"));
    TRY(const auto id, database_->number("SELECT coalesce(max(id), 0) + 1 FROM teams"));
    Team team{.id = static_cast<int>(id),
              .name = name,
              .alias = alias.empty() ? fmt::format("Team {}", id) : alias,
              .disabled = false,
              .active = std::nullopt};
    TRY(const bool exists, same.bind(team.name, team.alias).step());
    if (exists)
        return fail(Errc::Usage, fmt::format("there is already a team with the name {} or the "
                                             "alias {}",
                                             quote(team.name), quote(team.alias)));
    const Token token = Token::random();
    TRY_VOID(database_->run("INSERT INTO teams(id, name, alias, token) VALUES(?,?,?,?)", team.id,
                            team.name, team.alias, token_hash(token)));
    TRY_VOID(bump());
    TRY_VOID(add_audit_row(who, "add-team", fmt::format("team {}: {}", team.id, team.name)));
    same.reset();
    TRY_VOID(transaction.commit());
    return std::pair(team, token);
}

Result<void> ArenaStore::change_team(const Team& team, const std::string& who) {
    TRY_VOID(check_name("team name", team.name));
    TRY_VOID(check_name("alias", team.alias));
    const std::lock_guard lock(mutex_);
    TRY(auto transaction, Transaction::begin(*database_));
    {
        TRY(auto same,
            database_->prepare("SELECT 1 FROM teams WHERE (name = ?1 OR alias = ?2) AND id <> ?3"));
        TRY(const bool exists, same.bind(team.name, team.alias, team.id).step());
        if (exists)
            return fail(Errc::Usage, fmt::format("there is already a team with the name {} or the "
                                                 "alias {}",
                                                 quote(team.name), quote(team.alias)));
    }
    TRY_VOID(database_->run("UPDATE teams SET name = ?, alias = ?, disabled = ? WHERE id = ?",
                            team.name, team.alias, int{team.disabled}, team.id));
    TRY_VOID(bump());
    TRY_VOID(add_audit_row(who, "change-team",
                           fmt::format("team {}: {}, alias {}{}", team.id, team.name, team.alias,
                                       team.disabled ? ", disabled" : "")));
    return transaction.commit();
}

Result<Token> ArenaStore::new_token(int team, const std::string& who) {
    const std::lock_guard lock(mutex_);
    TRY(const auto known, find_team(team));
    if (!known) return fail(Errc::Usage, fmt::format("there is no team {}", team));
    const Token token = Token::random();
    TRY(auto transaction, Transaction::begin(*database_));
    TRY_VOID(database_->run("UPDATE teams SET token = ? WHERE id = ?", token_hash(token), team));
    TRY_VOID(bump());
    TRY_VOID(add_audit_row(who, "new-token", fmt::format("team {}: {}", team, known->name)));
    TRY_VOID(transaction.commit());
    return token;
}

Result<Token> ArenaStore::new_staff_token(const std::string& who) {
    const std::lock_guard lock(mutex_);
    const Token token = Token::random();
    TRY(auto transaction, Transaction::begin(*database_));
    TRY_VOID(database_->run("UPDATE settings SET value = ? WHERE name = 'staff-token'",
                            token_hash(token)));
    TRY_VOID(bump());
    TRY_VOID(add_audit_row(who, "new-token", "staff"));
    TRY_VOID(transaction.commit());
    return token;
}

Result<std::vector<Team>> ArenaStore::teams() {
    const std::lock_guard lock(mutex_);
    std::vector<Team> all;
    TRY(auto rows, database_->prepare(std::string(kTeamColumns) + "ORDER BY id"));
    TRY_VOID(rows.each([&] { all.push_back(read_team(rows)); }));
    for (const Team& team : all) {
        TRY_VOID(check_name("team name", team.name));
        TRY_VOID(check_name("alias", team.alias));
    }
    return all;
}

Result<std::optional<Team>> ArenaStore::team(int id) {
    const std::lock_guard lock(mutex_);
    return find_team(id);
}

Result<std::optional<Team>> ArenaStore::find_team(int id) {
    TRY(auto row, database_->prepare(std::string(kTeamColumns) + "WHERE id = ?"));
    TRY(const bool found, row.bind(id).step());
    return found ? std::optional(read_team(row)) : std::nullopt;
}

Result<Identity> ArenaStore::identify(const Token& token) {
    const std::string hash = token_hash(token);
    const std::lock_guard lock(mutex_);
    TRY(auto staff,
        database_->prepare("SELECT 1 FROM settings WHERE name = 'staff-token' AND value = ?"));
    TRY(const bool is_staff, staff.bind(hash).step());
    if (is_staff) return Identity{.role = Identity::Role::Staff};
    TRY(auto row, database_->prepare("SELECT id FROM teams WHERE token = ? AND disabled = 0"));
    TRY(const bool is_team, row.bind(hash).step());
    if (!is_team) return Identity{};
    return Identity{.role = Identity::Role::Team, .team = static_cast<int>(row.integer(0))};
}

Result<void> ArenaStore::remove_unconfirmed_uploads() {
    TRY(const auto all, versions());
    std::set<std::string> confirmed;
    for (const Version& version : all) confirmed.insert(version.digest);
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder_ / "uploads", failed)) {
        const std::string name = entry.path().filename().string();
        // SHA256, or SHA256.XXXXXX while it is written.
        if (is_sha256_hex(name.substr(0, name.find('.'))) && !confirmed.contains(name))
            fs::remove(entry.path(), failed);
    }
    if (failed)
        return fail(Errc::Io, fmt::format("cannot clean up '{}': {}",
                                          (folder_ / "uploads").string(), failed.message()));
    return {};
}

Result<void> ArenaStore::write_upload(const std::string& digest, std::string_view bytes) {
    const std::string path = upload_path(digest);
    const auto sync_uploads = [&]() -> Result<void> {
        const UniqueFd folder(::open((folder_ / "uploads").c_str(), O_RDONLY | O_DIRECTORY));
        if (!folder || ::fsync(folder.get()) != 0) return std::unexpected(io_error(path, "store"));
        return {};
    };
    // The same bytes again. A process that was killed may have renamed them, and no more.
    if (::access(path.c_str(), F_OK) == 0) return sync_uploads();
    std::string temporary = path + ".XXXXXX";
    UniqueFd file(::mkstemp(temporary.data()));
    if (!file) return std::unexpected(io_error(path, "store"));
    const auto give_up = [&]() -> Result<void> {
        const Error error = io_error(path, "store");
        ::unlink(temporary.c_str());
        return std::unexpected(error);
    };
    for (std::string_view left = bytes; !left.empty();) {
        const auto written = ::write(file.get(), left.data(), left.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return give_up();
        left.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fsync(file.get()) != 0 || ::rename(temporary.c_str(), path.c_str()) != 0)
        return give_up();
    return sync_uploads();
}

Result<Version> ArenaStore::add_version(int team, const std::string& file_name,
                                        const std::string& notes, std::string_view bytes) {
    Version version{.team = team,
                    .file_name = file_name,
                    .digest = sha256_hex(bytes),
                    .size = static_cast<std::int64_t>(bytes.size()),
                    .uploaded = system_now(),
                    .notes = notes};
    TRY_VOID(write_upload(version.digest, bytes));
    const std::lock_guard lock(mutex_);
    TRY(const auto known, find_team(team));
    if (!known) return fail(Errc::Usage, fmt::format("there is no team {}", team));
    TRY(auto transaction, Transaction::begin(*database_));
    // The cup may have begun while the upload was written. Every confirmed upload takes part.
    TRY(const auto playing, database_->number("SELECT count(*) FROM settings WHERE name = 'cup'"
                                              " AND value = 'playing'"));
    if (playing != 0) return fail(Errc::Usage, "the cup has begun; uploads are closed");
    TRY(const auto before,
        database_->number(
            fmt::format("SELECT coalesce(max(number), 0) FROM versions WHERE team = {}", team)));
    version.number = static_cast<int>(before) + 1;
    TRY(version.id, next_version_id());
    TRY_VOID(database_->run(
        "INSERT INTO versions(id, team, number, file_name, digest, size, uploaded, notes, state,"
        " player, reason, checks) VALUES(?,?,?,?,?,?,?,?,0,'','','[]')",
        version.id, team, version.number, version.file_name, version.digest, version.size,
        to_stored(version.uploaded), version.notes));
    TRY_VOID(bump());
    TRY_VOID(add_audit_row(known->name, "upload",
                           fmt::format("version {} ({}, {} bytes, SHA-256 {})", version.number,
                                       version.file_name, version.size, version.digest)));
    TRY_VOID(transaction.commit());
    return version;
}

// The store of the games needs ids from 0 without gaps.
Result<int> ArenaStore::next_version_id() {
    TRY(const auto id, database_->number("SELECT coalesce(max(id), -1) + 1 FROM versions"));
    if (id >= kMaxEntrants)
        return fail(Errc::Usage,
                    fmt::format("the arena is full: it has {} versions", kMaxEntrants));
    return static_cast<int>(id);
}

Result<void> ArenaStore::add_level(const std::string& name, const std::string& player) {
    const std::lock_guard lock(mutex_);
    TRY(auto transaction, Transaction::begin(*database_));
    TRY(const int id, next_version_id());
    TRY_VOID(database_->run(
        "INSERT INTO versions(id, team, number, file_name, digest, size, uploaded, notes, state,"
        " player, reason, checks) VALUES(?,NULL,1,?,'',0,?,'',1,?,'','[]')",
        id, name, to_stored(system_now()), player));
    TRY_VOID(bump());
    return transaction.commit();
}

Result<std::vector<Version>> ArenaStore::find_versions(const std::string& condition,
                                                       std::optional<std::int64_t> value) {
    std::vector<Version> all;
    TRY(auto rows, database_->prepare(std::string(kVersionColumns) + condition));
    if (value) rows.bind(*value);
    TRY_VOID(rows.each([&] { all.push_back(read_version(rows)); }));
    for (const Version& version : all) TRY_VOID(check_version(version));
    return all;
}

Result<Version> ArenaStore::known_version(int id) {
    TRY(auto found, find_versions("WHERE id = ?", id));
    if (found.empty()) return fail(Errc::Usage, fmt::format("there is no version {}", id));
    return std::move(found.front());
}

// A version as the audit log names it.
std::string ArenaStore::label_of(const Version& version) {
    if (!version.team) return version.file_name;
    const auto team = find_team(*version.team);
    const bool known = team.has_value() && team->has_value();
    return fmt::format("version {} of {}", version.number, known ? (*team)->name : "?");
}

Result<std::optional<Version>> ArenaStore::version(int id) {
    const std::lock_guard lock(mutex_);
    TRY(auto found, find_versions("WHERE id = ?", id));
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

Result<std::vector<Version>> ArenaStore::versions(std::optional<int> team) {
    const std::lock_guard lock(mutex_);
    if (team) return find_versions("WHERE team = ? ORDER BY id DESC", *team);
    return find_versions("ORDER BY id", std::nullopt);
}

Result<std::vector<Version>> ArenaStore::unchecked() {
    const std::lock_guard lock(mutex_);
    return find_versions("WHERE state = 0 ORDER BY id", std::nullopt);
}

Result<void> ArenaStore::finish_check(const Version& version) {
    const std::lock_guard lock(mutex_);
    TRY(auto transaction, Transaction::begin(*database_));
    TRY_VOID(database_->run(
        "UPDATE versions SET state = ?, player = ?, reason = ?, checks = ? WHERE id = ?",
        static_cast<int>(version.state), version.player, version.reason,
        checks_text(version.checks), version.id));
    if (version.state == VersionState::Ready && version.team)
        TRY_VOID(database_->run(
            "UPDATE teams SET active = ?1 WHERE id = ?2 AND coalesce(active, -1) <= ?1 AND NOT"
            " EXISTS(SELECT 1 FROM versions WHERE team = ?2 AND id > ?1 AND state = 1)",
            version.id, *version.team));
    TRY_VOID(bump());
    TRY_VOID(add_audit_row("system", "check",
                           fmt::format("{}: {}", label_of(version), name(version.state))));
    return transaction.commit();
}

Result<void> ArenaStore::hold(int id, const std::string& reason, const std::string& who) {
    const std::lock_guard lock(mutex_);
    TRY(const Version version, known_version(id));
    if (version.state != VersionState::Ready || !version.team)
        return fail(Errc::Usage, "only a version that is ready can be put on hold");
    TRY(auto transaction, Transaction::begin(*database_));
    TRY_VOID(database_->run("UPDATE versions SET state = 3, reason = ? WHERE id = ?", reason, id));
    TRY_VOID(bump());
    TRY_VOID(add_audit_row(who, "hold", fmt::format("{}: {}", label_of(version), reason)));
    return transaction.commit();
}

Result<void> ArenaStore::release(int id, std::int64_t last_game, const std::string& who) {
    const std::lock_guard lock(mutex_);
    TRY(const Version version, known_version(id));
    if (version.state != VersionState::Held)
        return fail(Errc::Usage, "only a version that is on hold can be released");
    TRY(auto transaction, Transaction::begin(*database_));
    TRY_VOID(database_->run("UPDATE versions SET state = 1, reason = '' WHERE id = ?", id));
    TRY_VOID(database_->run("INSERT OR REPLACE INTO releases(version, game) VALUES(?,?)", id,
                            last_game));
    TRY_VOID(bump());
    TRY_VOID(add_audit_row(who, "release", label_of(version)));
    return transaction.commit();
}

Result<std::map<int, std::int64_t>> ArenaStore::releases() {
    const std::lock_guard lock(mutex_);
    std::map<int, std::int64_t> all;
    TRY(auto rows, database_->prepare("SELECT version, game FROM releases"));
    TRY_VOID(rows.each([&] { all[static_cast<int>(rows.integer(0))] = rows.integer(1); }));
    return all;
}

Result<void> ArenaStore::activate(int id, const std::string& who) {
    const std::lock_guard lock(mutex_);
    TRY(const Version version, known_version(id));
    if (version.state != VersionState::Ready || !version.team)
        return fail(Errc::Usage, "only a version that is ready can be activated");
    TRY(auto transaction, Transaction::begin(*database_));
    TRY_VOID(database_->run("UPDATE teams SET active = ? WHERE id = ?", id, *version.team));
    TRY_VOID(bump());
    TRY_VOID(add_audit_row(who, "activate", label_of(version)));
    return transaction.commit();
}

Result<void> ArenaStore::measure(Logs& logs) {
    TRY(logs.bytes,
        database_->number(fmt::format("SELECT coalesce(sum(size), 0) FROM {}", logs.table)));
    return {};
}

Result<void> ArenaStore::put_log(Logs& logs, std::int64_t game, int side, int version,
                                 std::string_view text) {
    const auto size = static_cast<std::int64_t>(text.size());
    const std::lock_guard lock(mutex_);
    TRY(auto transaction, Transaction::begin(*database_));
    TRY_VOID(database_->run(
        fmt::format("INSERT INTO {}(game, side, version, size, text) VALUES(?,?,?,?,?)",
                    logs.table),
        game, side, version, size, text));
    const std::int64_t before = logs.bytes;
    const auto finish = [&]() -> Result<void> {
        for (logs.bytes += size; logs.bytes > max_log_bytes_;) TRY_VOID(delete_oldest(logs));
        return transaction.commit();
    };
    const auto done = finish();
    if (!done) logs.bytes = before;
    return done;
}

Result<void> ArenaStore::delete_oldest(Logs& logs) {
    TRY(auto oldest,
        database_->prepare(fmt::format(
            "SELECT game, side, size FROM {} ORDER BY game, side LIMIT 1", logs.table)));
    TRY(const bool found, oldest.step());
    if (!found) {
        logs.bytes = 0;
        return {};
    }
    const std::int64_t game = oldest.integer(0), side = oldest.integer(1);
    logs.bytes -= oldest.integer(2);
    oldest.reset();
    return database_->run(fmt::format("DELETE FROM {} WHERE game = ? AND side = ?", logs.table),
                          game, side);
}

Result<std::string> ArenaStore::find_log(const Logs& logs, std::int64_t game, int side,
                                         int version) {
    const std::lock_guard lock(mutex_);
    TRY(auto row,
        database_->prepare(fmt::format(
            "SELECT text FROM {} WHERE game = ? AND side = ? AND version = ?", logs.table)));
    TRY(const bool found, row.bind(game, side, version).step());
    return found ? std::string(row.text(0)) : std::string();
}

Result<void> ArenaStore::delete_later(Logs& logs, std::int64_t game) {
    const std::lock_guard lock(mutex_);
    TRY_VOID(database_->run(fmt::format("DELETE FROM {} WHERE game > ?", logs.table), game));
    return measure(logs);
}

Result<void> ArenaStore::add_log(std::int64_t game, int side, int version, std::string_view text) {
    return put_log(logs_, game, side, version, text);
}
Result<std::string> ArenaStore::log(std::int64_t game, int side, int version) {
    return find_log(logs_, game, side, version);
}
Result<void> ArenaStore::forget_games_after(std::int64_t game) {
    TRY_VOID(delete_later(logs_, game));
    const std::lock_guard lock(mutex_);
    TRY_VOID(database_->run("DELETE FROM replays WHERE place = 'ladder' AND game > ?", game));
    return database_->run("UPDATE releases SET game = ?1 WHERE game > ?1", game);
}
Result<void> ArenaStore::add_test_log(std::int64_t game, int side, int version,
                                      std::string_view text) {
    return put_log(test_logs_, game, side, version, text);
}
Result<std::string> ArenaStore::test_log(std::int64_t game, int side, int version) {
    return find_log(test_logs_, game, side, version);
}
Result<void> ArenaStore::delete_test_logs_after(std::int64_t game) {
    return delete_later(test_logs_, game);
}

Result<void> ArenaStore::add_rating(int team, const RatingPoint& point) {
    const auto tenths = [](double elo) { return static_cast<std::int64_t>(std::lround(elo * 10)); };
    const std::lock_guard lock(mutex_);
    return database_->run(
        "INSERT OR REPLACE INTO ratings(team, at, version, elo, low, high) VALUES(?,?,?,?,?,?)",
        team, to_stored(point.at), point.version, tenths(point.elo), tenths(point.low),
        tenths(point.high));
}

Result<std::vector<RatingPoint>> ArenaStore::ratings(int team, int limit) {
    const std::lock_guard lock(mutex_);
    const auto elo = [](std::int64_t tenths) { return static_cast<double>(tenths) / 10; };
    TRY(const auto count,
        database_->number(fmt::format("SELECT count(*) FROM ratings WHERE team = {}", team)));
    const std::int64_t step = std::max<std::int64_t>(1, (count + limit - 1) / limit);
    std::vector<RatingPoint> points;
    TRY(auto rows, database_->prepare("SELECT at, version, elo, low, high FROM ratings"
                                      " WHERE team = ? ORDER BY at"));
    rows.bind(team);
    std::int64_t left = count;
    TRY_VOID(rows.each([&] {
        if (--left % step != 0) return;
        points.push_back({from_stored(rows.integer(0)), static_cast<int>(rows.integer(1)),
                          elo(rows.integer(2)), elo(rows.integer(3)), elo(rows.integer(4))});
    }));
    return points;
}

Result<void> ArenaStore::add_audit(const std::string& who, const std::string& action,
                                   const std::string& text) {
    const std::lock_guard lock(mutex_);
    return add_audit_row(who, action, text);
}

Result<void> ArenaStore::add_audit_row(const std::string& who, const std::string& action,
                                       const std::string& text) {
    return database_->run("INSERT INTO audit(at, who, action, text) VALUES(?,?,?,?)",
                          to_stored(system_now()), who, action, text);
}

Result<std::vector<AuditEntry>> ArenaStore::audit(int limit) {
    const std::lock_guard lock(mutex_);
    std::vector<AuditEntry> entries;
    TRY(auto rows, database_->prepare("SELECT at, who, action, text FROM audit"
                                      " ORDER BY id DESC LIMIT ?"));
    rows.bind(limit);
    TRY_VOID(rows.each([&] {
        entries.push_back({from_stored(rows.integer(0)), std::string(rows.text(1)),
                           std::string(rows.text(2)), std::string(rows.text(3))});
    }));
    return entries;
}

}  // namespace xttt
