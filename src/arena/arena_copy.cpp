#include "arena/arena_copy.h"

#include <algorithm>

#include <fmt/format.h>

#include "arena/durable_folder.h"
#include "arena/unrated_games.h"
#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kArenaDatabase = "arena.db";
constexpr const char* kCupLogs = "cup-logs";

std::unexpected<Error> io_failure(std::string_view what, const fs::path& path,
                                  const std::error_code& failed) {
    return fail(Errc::Io, fmt::format("cannot {} '{}': {}", what, path.string(), failed.message()));
}

// The names of the databases in the folder, that of the arena last: it then has every version that
// a game names.
Result<std::vector<std::string>> databases_in(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code failed;
    if (!fs::is_regular_file(folder / kArenaDatabase, failed))
        return fail(Errc::Usage,
                    fmt::format("'{}' is not an arena: it has no file arena.db", folder.string()));
    for (const auto& entry : fs::directory_iterator(folder, failed))
        if (entry.is_regular_file() && entry.path().extension() == ".db")
            names.push_back(entry.path().filename().string());
    if (failed) return io_failure("read", folder, failed);
    std::ranges::sort(
        names, {}, [](const std::string& name) { return std::pair(name == kArenaDatabase, name); });
    return names;
}

Result<void> copy_database(Database& database, const fs::path& to) {
    return database.run("VACUUM INTO ?", to.string());
}

Result<void> verify_database(Database& database) {
    TRY(auto rows, database.prepare("PRAGMA integrity_check(1)"));
    TRY(const bool found, rows.step());
    if (found && rows.text(0) == "ok") return {};
    return fail(Errc::BadInput, fmt::format("{} is damaged: {}", database.path(),
                                            found ? rows.text(0) : "it cannot be read"));
}

Result<std::int64_t> last_game_in(const std::string& path) {
    std::error_code failed;
    if (!fs::exists(path, failed)) return 0;
    TRY(const auto games, Database::open(path, Database::Access::ReadOnly));
    return games->number("SELECT coalesce(max(id), 0) FROM games");
}

// Deletes logs of games that came after the copy of the games.
Result<void> trim_logs(ArenaStore& copied) {
    TRY(const auto last, last_game_in(copied.games_path()));
    TRY_VOID(copied.forget_games_after(last));
    TRY(const auto last_test, last_game_in(UnratedGames::path(copied)));
    return copied.delete_test_logs_after(last_test);
}

Result<void> copy_upload(const std::string& from, const std::string& to, const std::string& digest,
                         bool verify) {
    std::error_code failed;
    if (fs::exists(to, failed)) return {};
    fs::copy_file(from, to, failed);
    if (failed) return io_failure("copy", from, failed);
    if (!verify) return {};
    TRY(const auto bytes, read_input_file(to, static_cast<std::size_t>(kLargestUpload)));
    if (sha256_hex(bytes) != digest)
        return fail(
            Errc::BadInput,
            fmt::format("the upload '{}' is damaged: its SHA-256 differs from its name", from));
    return {};
}

// What the cup has beside its database.
Result<void> copy_cup_files(const fs::path& from, const fs::path& to) {
    std::error_code failed;
    for (const char* name : {"cup.toml", "cup-started.toml", "cup-grades.csv", "cup-report.html"}) {
        // A link could name any file of this machine.
        if (!fs::is_regular_file(fs::symlink_status(from / name, failed))) continue;
        fs::copy_file(from / name, to / name, failed);
        if (failed) return io_failure("copy", from / name, failed);
    }
    return {};
}

// The logs of the cup's games: a folder for each entrant. Links and other files are left out.
Result<void> copy_cup_logs(const fs::path& from, const fs::path& to) {
    std::error_code failed;
    if (!fs::is_directory(fs::symlink_status(from / kCupLogs, failed))) return {};
    for (const auto& entrant : fs::directory_iterator(from / kCupLogs, failed)) {
        if (!fs::is_directory(entrant.symlink_status())) continue;
        const fs::path folder = to / kCupLogs / entrant.path().filename();
        fs::create_directories(folder, failed);
        for (const auto& log : fs::directory_iterator(entrant, failed)) {
            if (!fs::is_regular_file(log.symlink_status())) continue;
            fs::copy_file(log.path(), folder / log.path().filename(), failed);
            if (failed) return io_failure("copy", log.path(), failed);
        }
    }
    return failed ? Result<void>(io_failure("copy", from / kCupLogs, failed)) : Result<void>();
}

Result<void> fill_import(const fs::path& copy, const fs::path& folder) {
    TRY(const auto names, databases_in(copy));
    TRY_VOID(create_arena_folder(folder));
    for (const std::string& name : names) {
        TRY(const auto database,
            Database::open((copy / name).string(), Database::Access::ReadOnly));
        TRY_VOID(verify_database(*database));
        TRY_VOID(copy_database(*database, folder / name));
    }
    TRY_VOID(copy_cup_files(copy, folder));
    TRY_VOID(copy_cup_logs(copy, folder));
    TRY(const auto store, ArenaStore::open(folder));
    TRY_VOID(trim_logs(*store));
    TRY(const auto versions, store->versions());
    for (const Version& version : versions)
        if (version.team)
            TRY_VOID(copy_upload((copy / "uploads" / version.digest).string(),
                                 store->upload_path(version.digest), version.digest, true));
    return {};
}

Result<void> fill_export(ArenaStore& store, const fs::path& copy) {
    TRY(const auto names, databases_in(store.folder()));
    TRY(const auto cup, store.cup_state());
    TRY_VOID(create_arena_folder(copy));
    for (const std::string& name : names) {
        TRY(const auto database,
            Database::open((store.folder() / name).string(), Database::Access::ReadWrite));
        TRY_VOID(copy_database(*database, copy / name));
    }
    TRY_VOID(copy_cup_files(store.folder(), copy));
    TRY_VOID(copy_cup_logs(store.folder(), copy));
    TRY(const auto copied, ArenaStore::open(copy));
    TRY(const auto copied_cup, copied->cup_state());
    if (copied_cup != cup)
        return fail(Errc::Usage, "the cup began or ended during the export; export again");
    TRY_VOID(trim_logs(*copied));
    // Only what the copied versions name: the checker creates and removes other files meanwhile.
    TRY(const auto versions, copied->versions());
    std::error_code failed;
    for (const Version& version : versions) {
        if (!version.team) continue;
        TRY_VOID(copy_upload(store.upload_path(version.digest), copied->upload_path(version.digest),
                             version.digest, false));
        const std::string bot = store.bot_folder(version.id);
        const bool is_final =
            version.state == VersionState::Ready || version.state == VersionState::Held;
        if (!is_final || !fs::exists(bot, failed)) continue;
        fs::copy(bot, copied->bot_folder(version.id), fs::copy_options::recursive, failed);
        if (failed) return io_failure("copy", bot, failed);
    }
    return {};
}

// Calls fill() with a name next to the folder, which it creates. The folder itself appears
// complete, or not at all.
template <class F>
Result<void> create_complete(const fs::path& folder, F&& fill) {
    fs::path target = folder.lexically_normal();
    if (!target.has_filename()) target = target.parent_path();
    std::error_code failed;
    if (fs::exists(fs::symlink_status(target, failed)))
        return fail(Errc::Usage, fmt::format("cannot create the folder '{}': it already exists",
                                             target.string()));
    const fs::path part = target.string() + ".part";
    fs::remove_all(part, failed);  // of a call that was interrupted
    auto done = fill(part);
    if (done) done = install_folder(part.string(), target.string());
    if (!done) fs::remove_all(part, failed);
    return done;
}

}  // namespace

Result<void> export_arena(ArenaStore& store, const fs::path& copy) {
    return create_complete(copy, [&](const fs::path& part) { return fill_export(store, part); });
}

Result<void> import_arena(const fs::path& copy, const fs::path& folder) {
    return create_complete(folder, [&](const fs::path& part) { return fill_import(copy, part); });
}

}  // namespace xttt
