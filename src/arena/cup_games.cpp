#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "arena/cup.h"
#include "arena/game_store.h"
#include "base/file.h"
#include "base/text.h"

// The games of the cup that have been played: reading them, and playing them again.
namespace xttt {
namespace {

constexpr std::chrono::milliseconds kReplayInterval{200};
constexpr int kMaxBusyTries = 3;  // of a game on a busy machine, before its result counts
constexpr std::uint64_t kFirstReplayTask = std::uint64_t{1} << 62;  // the runner's are smaller

// Whether results of earlier rounds decide who meets whom.
bool pairs_by_results(std::string_view format) {
    return format != name(Format::RoundRobin) && format != name(Format::Gauntlet);
}

Result<int> attempts_at(const StoreReader& store, GamePlace place) {
    int attempts = 0;
    TRY_VOID(store.for_each_game({.stage = place.stage, .counted_only = false},
                                 [&](const StoredGame& game) {
                                     if (!game.place) return;
                                     place.attempt = game.place->attempt;
                                     attempts += *game.place == place;
                                 }));
    return attempts;
}

}  // namespace

Result<std::optional<CupGames>> CupGames::open(ArenaStore& arena) {
    const CupFiles files(arena);
    std::error_code failed;
    TRY(const auto state, arena.cup_state());
    if (state == CupState::None || !std::filesystem::exists(files.store, failed))
        return std::nullopt;
    TRY(auto store, StoreReader::open(files.store));
    TRY(auto entrants, arena.cup_entrants());
    return CupGames(std::move(store), std::move(entrants), files.logs);
}

Result<void> CupGames::name_versions(StoredGame& game) const {
    for (int& entrant : game.entrants) {
        if (entrant < 0 || static_cast<std::size_t>(entrant) >= entrants_.size())
            return fail(Errc::BadInput,
                        fmt::format("'{}' is not the store of this cup", store_.path()));
        entrant = entrants_[static_cast<std::size_t>(entrant)].version;
    }
    return {};
}

Result<std::vector<StoredGame>> CupGames::games(std::optional<int> team, int limit) const {
    GameFilter filter{.counted_only = false, .limit = limit, .newest_first = true};
    if (team) {
        const auto entrant = std::ranges::find(entrants_, *team, &CupEntrant::team);
        if (entrant == entrants_.end()) return std::vector<StoredGame>();
        filter.entrant = static_cast<int>(entrant - entrants_.begin());
    }
    TRY(auto games, store_.games(filter));
    for (StoredGame& game : games) TRY_VOID(name_versions(game));
    return games;
}

Result<std::optional<StoredGame>> CupGames::game(std::int64_t id) const {
    TRY(auto game, store_.game(id));
    if (game) TRY_VOID(name_versions(*game));
    return game;
}

Result<std::string> CupGames::log(std::int64_t id, int side) const {
    TRY(const auto game, store_.game(id));
    if (!game || !game->place) return std::string();
    const auto path =
        bot_log_path(logs_, *game->place, static_cast<std::size_t>(side),
                     {std::to_string(game->entrants[0]), std::to_string(game->entrants[1])});
    std::error_code failed;
    // A bot that wrote nothing has none. A link, in an imported arena, could lead anywhere.
    if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(path, failed)))
        return std::string();
    TRY(const auto text, read_input_file(path, 4 * kGameLogBytes));
    return to_utf8(text);
}

Result<void> check_cup_replay(const StoreReader& store, const StoredGame& game) {
    const auto refuse = [](const char* why) { return fail(Errc::Usage, why); };
    if (!game.counts || !game.place)
        return refuse("this game does not count; only games that count are played again");
    TRY(const auto stages, store.stages());
    if (stages.empty() || stages.back().id != game.place->stage)
        return refuse("the next stage has begun, and its entrants depend on this game");
    if (!pairs_by_results(stages.back().format)) return {};
    bool is_last = true;
    TRY_VOID(store.for_each_game(
        {.stage = game.place->stage, .counted_only = false}, [&](const StoredGame& other) {
            is_last = is_last && (!other.place || other.place->round <= game.place->round);
        }));
    return is_last ? Result<void>()
                   : refuse("the next round has begun, and its pairings depend on this game");
}

Result<void> CupRunner::replay(std::int64_t game, const std::string& who) {
    const std::lock_guard start_lock(start_mutex_);
    TRY(const auto cup, CupGames::open(arena_));
    if (!cup) return fail(Errc::Usage, "the cup has not begun");
    TRY(const auto found, cup->store().game(game));
    if (!found) return fail(Errc::Usage, fmt::format("no such game: {}", game));
    TRY_VOID(check_cup_replay(cup->store(), *found));
    TRY_VOID(arena_.add_replay(ArenaStore::ReplayIn::Cup, game, who));
    int running = 0;
    interrupts_.compare_exchange_strong(running, 1);  // the running games end first
    {
        const std::lock_guard lock(mutex_);
        has_work_ = true;
    }
    woken_.notify_all();
    return {};
}

Result<void> CupRunner::play_replays(const TournamentPlan& plan, Store& store,
                                     GameExecutor& executor) {
    TRY(const auto games, arena_.replays(ArenaStore::ReplayIn::Cup));
    for (const std::int64_t id : games) {
        TRY(const auto game, store.read().game(id));
        const auto can_play = game ? check_cup_replay(store.read(), *game)
                                   : fail(Errc::Usage, "there is no such game");
        if (!can_play && can_play.error().code != Errc::Usage) return can_play;
        if (can_play) TRY_VOID(play_again(*game, plan, store, executor));
        if (interrupts_ > 1) return {};
        TRY_VOID(arena_.end_replay(ArenaStore::ReplayIn::Cup, id,
                                   can_play ? "" : can_play.error().message));
    }
    return {};
}

// Stores nothing if it is interrupted.
Result<void> CupRunner::play_again(const StoredGame& game, const TournamentPlan& plan, Store& store,
                                   GameExecutor& executor) {
    ScheduledGame scheduled{*game.place, game.pool, game.entrants};
    TRY(scheduled.place.attempt, attempts_at(store.read(), *game.place));
    for (int tries = 1; interrupts_ <= 1; ++tries) {
        const std::uint64_t task = kFirstReplayTask +
                                   static_cast<std::uint64_t>(game.id) * (kMaxBusyTries + 1) +
                                   static_cast<std::uint64_t>(tries);
        executor.submit(plan.task(scheduled, task));
        std::vector<FinishedGame> finished;
        while (finished.empty() && interrupts_ <= 1)
            TRY_VOID(executor.collect(finished, after(kReplayInterval)));
        if (finished.empty()) return {};
        TRY(const auto played, std::move(finished.front().game));
        if (played.host.too_busy && tries < kMaxBusyTries) {
            executor.stored(std::span(&task, 1));
            continue;
        }
        StoredGame again = summary_of(played);
        again.place = scheduled.place;
        again.pool = game.pool;
        again.entrants = game.entrants;
        TRY_VOID(store.replace(game.id, again, played.record));
        executor.stored(std::span(&task, 1));
        return {};
    }
    return {};
}

}  // namespace xttt
