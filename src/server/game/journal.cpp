#include "server/game/journal.h"

#include <unordered_set>

#include <fmt/format.h>

namespace xttt {
namespace {

// Games removed per transaction, so that it stays short.
constexpr int kExpiryBatch = 200;
constexpr int kMaxChallenges = 500;

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
    TRY(auto lock, StoreLock::take(file));
    TRY(auto database, Database::open(file, Database::Access::Create));
    TRY_VOID(prepare_schema(*database));
    TRY(const auto open_games, database->number("SELECT count(*) FROM games WHERE joined = 0"));
    TRY(auto challenges, open_challenges(*database, kMaxChallenges));
    return std::unique_ptr<Journal>(new Journal(std::move(lock), std::move(database), open_games,
                                                std::move(challenges), std::move(post)));
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
            TRY(*stored, insert_event(database, game, variant, n, event));
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

void Journal::load_after(const Token& after, int count,
                         std::function<void(Result<std::vector<SavedGame>>)> found) {
    auto games = std::make_shared<Result<std::vector<SavedGame>>>();
    writer_.add(
        [after, count, games](Database& database) -> Result<void> {
            *games = games_after(database, after, count);
            return {};
        },
        [games, found = std::move(found)](const Result<void>& done) {
            if (!done) return found(std::unexpected(done.error()));
            found(std::move(*games));
        });
}

void Journal::remove(const Token& game, Done done) {
    writer_.add([game](Database& database) { return delete_game(database, game); },
                std::move(done));
}

void Journal::find_overdue(std::function<void(std::vector<Token>)> done) {
    auto games = std::make_shared<std::vector<Token>>();
    writer_.add(
        [games](Database& database) -> Result<void> {
            TRY(*games, overdue_games(database, unix_seconds(), kExpiryBatch));
            return {};
        },
        [games, done = std::move(done)](const Result<void>& worked) {
            done(worked ? std::move(*games) : std::vector<Token>{});
        });
}

void Journal::remove_open(int count, std::int64_t before, std::vector<Token> keep,
                          std::function<void(std::vector<Token>)> done) {
    auto removed = std::make_shared<std::vector<Token>>();
    writer_.add(
        [count, before, keep = std::unordered_set<Token>(keep.begin(), keep.end()),
         removed](Database& database) -> Result<void> {
            // More than needed, because some may be in `keep`.
            TRY(const auto oldest,
                oldest_open_games(database, before, count + static_cast<int>(keep.size())));
            for (const Token& game : oldest) {
                if (removed->size() == static_cast<std::size_t>(count)) break;
                if (keep.contains(game)) continue;
                TRY_VOID(delete_game(database, game));
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
            TRY(auto command,
                database.prepare(
                    "DELETE FROM games WHERE key IN (SELECT key FROM games WHERE"
                    " (joined = 0 AND created < ?) OR (joined = 1 AND created < ?) LIMIT ?)"
                    " RETURNING joined"));
            command.bind(expiry.open_before, expiry.other_before, kExpiryBatch);
            for (;;) {
                TRY(const auto row, command.step());
                if (!row) return {};
                ++removed->second;
                if (command.integer(0) == 0) ++removed->first;
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
