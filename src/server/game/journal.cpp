#include "server/game/journal.h"

#include <unordered_set>

#include <fmt/format.h>

namespace xttt {
namespace {

// Games removed per transaction, so that it stays short.
constexpr int kExpiryBatch = 200;

}  // namespace

Result<std::unique_ptr<Journal>> Journal::open(const std::filesystem::path& folder,
                                               GroupCommit::Post post) {
    std::error_code error;
    // The file holds seat tokens: readable by the owner only.
    if (std::filesystem::create_directories(folder, error))
        std::filesystem::permissions(folder, std::filesystem::perms::owner_all, error);
    if (error)
        return fail(Errc::Io, fmt::format("cannot create the data folder {}: {}", folder.string(),
                                          error.message()));
    const std::string file = folder / "online.db";
    auto lock = StoreLock::take(file);
    if (!lock) return std::unexpected(lock.error());
    auto database = Database::open(file, Database::Access::Create);
    if (!database) return std::unexpected(database.error());
    if (auto ready = prepare_schema(**database); !ready) return std::unexpected(ready.error());
    const auto open_games = (*database)->number("SELECT count(*) FROM games WHERE joined = 0");
    if (!open_games) return std::unexpected(open_games.error());
    return std::unique_ptr<Journal>(
        new Journal(std::move(*lock), std::move(*database), *open_games, std::move(post)));
}

void Journal::add_game(const SavedGame& game, Done done) {
    writer_.add([game](Database& database) { return insert_game(database, game); },
                std::move(done));
}

void Journal::add_event(const Token& game, const Variant& variant, int n, const GameEvent& event,
                        Done done) {
    auto stored = std::make_shared<bool>(false);
    writer_.add(
        [game, &variant, n, event, stored](Database& database) -> Result<void> {
            const auto inserted = insert_event(database, game, variant, n, event);
            if (!inserted) return std::unexpected(inserted.error());
            *stored = *inserted;
            return {};
        },
        [stored, done = std::move(done)](const Result<void>& committed) {
            if (committed && !*stored)
                done(fail(Errc::Io, "the game was removed, or an earlier event is missing"));
            else
                done(committed);
        });
}

void Journal::set_seat(const Token& game, Side side, const Token& seat, std::string name,
                       Done done) {
    writer_.add([game, side, seat, name = std::move(name)](
                    Database& database) { return update_seat(database, game, side, seat, name); },
                std::move(done));
}

void Journal::load(const Token& id, Found found) {
    auto game = std::make_shared<Result<std::optional<SavedGame>>>(std::nullopt);
    writer_.add(
        [id, game](Database& database) -> Result<void> {
            *game = load_game(database, id);
            return {};
        },
        [game, found = std::move(found)](const Result<void>& done) {
            if (!done) return found(std::unexpected(done.error()));
            found(std::move(*game));
        });
}

void Journal::remove_open(int count, std::int64_t before, std::vector<Token> keep,
                          std::function<void(std::vector<Token>)> done) {
    auto removed = std::make_shared<std::vector<Token>>();
    writer_.add(
        [count, before, keep = std::unordered_set<Token>(keep.begin(), keep.end()),
         removed](Database& database) -> Result<void> {
            // More than needed, because some may be in `keep`.
            const auto oldest =
                oldest_open_games(database, before, count + static_cast<int>(keep.size()));
            if (!oldest) return std::unexpected(oldest.error());
            for (const Token& game : *oldest) {
                if (removed->size() == static_cast<std::size_t>(count)) break;
                if (keep.contains(game)) continue;
                if (auto gone = delete_game(database, game); !gone) return gone;
                removed->push_back(game);
            }
            return {};
        },
        [removed, done = std::move(done)](const Result<void>& worked) {
            done(worked ? std::move(*removed) : std::vector<Token>{});
        });
}

void Journal::expire(const Expiry& expiry, std::function<void(std::int64_t, bool)> done) {
    auto removed = std::make_shared<std::pair<std::int64_t, std::int64_t>>();
    writer_.add(
        [expiry, removed](Database& database) -> Result<void> {
            auto command = database.prepare(
                "DELETE FROM games WHERE key IN (SELECT key FROM games WHERE"
                " (joined = 0 AND created < ?) OR (joined = 1 AND created < ?) LIMIT ?)"
                " RETURNING joined");
            if (!command) return std::unexpected(command.error());
            command->bind(expiry.open_before, expiry.other_before, kExpiryBatch);
            for (;;) {
                const auto row = command->step();
                if (!row) return std::unexpected(row.error());
                if (!*row) return {};
                ++removed->second;
                if (command->integer(0) == 0) ++removed->first;
            }
        },
        [removed, done = std::move(done)](const Result<void>& worked) {
            if (worked)
                done(removed->first, removed->second == kExpiryBatch);
            else
                done(0, false);
        });
}

}  // namespace xttt
