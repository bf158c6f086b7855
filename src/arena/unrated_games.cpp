#include "arena/unrated_games.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "arena/game_store.h"
#include "arena/submission.h"
#include "base/random.h"
#include "base/text.h"
#include "referee/opening.h"

namespace xttt {
namespace {

// Failed attempts at the games of a match before it is cancelled.
constexpr int kMaxFailures = 3;
// Attempts at a game on a busy machine before its result counts.
constexpr int kMaxAttempts = 3;

double score_of(const StoredGame& game, int side) {
    const auto winner = game.rated_winner();
    if (!winner) return 0.5;
    return index(*winner) == side ? 1 : 0;
}

}  // namespace

Result<std::unique_ptr<UnratedGames>> UnratedGames::open(ArenaStore& arena,
                                                         const std::string& path) {
    TRY(const auto settings, arena.settings());
    TRY(auto store, open_game_store(path, settings));
    // A copy of an arena may have logs of later games than it has games; their ids are used again.
    TRY(const auto last, last_game(store));
    TRY_VOID(arena.delete_test_logs_after(last));
    std::unique_ptr<UnratedGames> unrated(new UnratedGames(arena, std::move(store)));
    TRY(const auto matches, arena.matches());
    for (const UnratedMatch& match : matches) unrated->remember(match);
    // In the order of ending; games of a sequential test count in the order of their numbers.
    TRY_VOID(
        unrated->store_.read().for_each_game({.counted_only = false}, [&](const StoredGame& game) {
            const auto known =
                game.place ? unrated->matches_.find(game.place->round) : unrated->matches_.end();
            if (known != unrated->matches_.end()) unrated->count(known->second, game);
        }));
    for (auto& [id, known] : unrated->matches_) {
        if (!known.is_open()) continue;
        if (const auto found = unrated->find_players(known); !found) known.state = State::Cancelled;
    }
    return unrated;
}

UnratedGames::Known& UnratedGames::remember(const UnratedMatch& match) {
    Known& known = matches_[match.id];
    known.match = match;
    if (match.test)
        known.test = SequentialTest({.elo0 = static_cast<double>(match.test->elo0),
                                     .elo1 = static_cast<double>(match.test->elo1)});
    known.by_number.assign(static_cast<std::size_t>(match.games), Known::Game::Open);
    known.attempts.assign(known.by_number.size(), 0);
    if (match.cancelled) known.state = State::Cancelled;
    return known;
}

Result<void> UnratedGames::find_players(Known& known) {
    for (const std::size_t i : {0u, 1u}) {
        const int id = i == 0 ? known.match.version : known.match.opponent;
        TRY(const auto version, arena_.version(id));
        if (!version) return fail(Errc::Usage, fmt::format("there is no version {}", id));
        TRY(const auto spec, player_of(arena_, *version));
        known.folders[i] = version->team ? arena_.bot_folder(id) : std::string();
        known.players[i] =
            std::make_shared<const Entrant>(Entrant{id, fmt::format("#{}", id), spec.text});
    }
    return {};
}

Result<int> UnratedGames::add(const UnratedMatch& match, const std::string& who) {
    const std::lock_guard lock(mutex_);
    TRY(const auto versions, arena_.versions());
    TRY(const auto teams, arena_.teams());
    TRY_VOID(add_entrants(store_, versions, teams));
    Known probe;
    probe.match = match;
    TRY_VOID(find_players(probe));
    TRY(const UnratedMatch stored, arena_.add_match(match, who));
    Known& known = remember(stored);
    known.players = std::move(probe.players);
    known.folders = std::move(probe.folders);
    known.last_turn = turn_;
    return stored.id;
}

Result<void> UnratedGames::cancel(int match, const std::string& who) {
    const std::lock_guard lock(mutex_);
    const auto known = matches_.find(match);
    if (known == matches_.end() || !known->second.is_open())
        return fail(Errc::Usage, "this test has ended");
    TRY_VOID(arena_.cancel_match(match, who));
    known->second.state = State::Cancelled;
    return {};
}

std::vector<UnratedGames::Match> UnratedGames::matches(int team) const {
    const std::lock_guard lock(mutex_);
    std::vector<Match> found;
    for (auto known = matches_.rbegin(); known != matches_.rend(); ++known)
        if (known->second.match.team == team) found.push_back(known->second);
    return found;
}

std::optional<UnratedGames::Match> UnratedGames::match(int id) const {
    const std::lock_guard lock(mutex_);
    const auto known = matches_.find(id);
    return known == matches_.end() ? std::nullopt : std::optional<Match>(known->second);
}

bool UnratedGames::is_running(std::uint64_t task) const {
    const std::lock_guard lock(mutex_);
    return running_.contains(task);
}

std::size_t UnratedGames::running() const {
    const std::lock_guard lock(mutex_);
    return running_.size();
}

void UnratedGames::set_stopped(std::set<int> versions) {
    const std::lock_guard lock(mutex_);
    stopped_ = std::move(versions);
}

// Whether a game is open, both versions may play, and the folders of both bots exist: missing ones
// are being restored.
bool UnratedGames::can_play(const Known& known) const {
    if (!known.is_open() || first_open(known) >= known.match.games ||
        stopped_.contains(known.match.version) || stopped_.contains(known.match.opponent))
        return false;
    std::error_code failed;
    return std::ranges::all_of(known.folders, [&](const std::string& folder) {
        return folder.empty() || std::filesystem::exists(folder, failed);
    });
}

int UnratedGames::first_open(const Known& known) {
    return static_cast<int>(std::ranges::find(known.by_number, Known::Game::Open) -
                            known.by_number.begin());
}

std::optional<GameTask> UnratedGames::next(const Variant& variant, int opening_plies) {
    const std::lock_guard lock(mutex_);
    std::map<int, long> last_of_team;
    for (const auto& [id, known] : matches_) {
        long& last = last_of_team[known.match.team];
        last = std::max(last, known.last_turn);
    }
    Known* chosen = nullptr;
    for (auto& [id, known] : matches_) {
        if (!can_play(known)) continue;
        const auto waited = [&](const Known& one) {
            return std::pair(last_of_team.at(one.match.team), one.last_turn);
        };
        if (chosen == nullptr || waited(known) < waited(*chosen)) chosen = &known;
    }
    if (chosen == nullptr) return std::nullopt;
    const int number = first_open(*chosen);
    chosen->by_number[static_cast<std::size_t>(number)] = Known::Game::Running;
    chosen->state = State::Running;
    chosen->last_turn = ++turn_;
    // Games 2k and 2k + 1 have the same opening.
    const std::uint64_t pair = mix64(mix64(static_cast<std::uint64_t>(chosen->match.id)) +
                                     static_cast<std::uint64_t>(number / 2));
    GameTask task{.id = next_task_++, .players = chosen->players, .setup = {.variant = &variant}};
    if (side_of_version(number) == 1) std::swap(task.players[0], task.players[1]);
    task.setup.opening = random_opening(variant, opening_plies, pair).moves;
    task.setup.seed = mix64(pair + static_cast<std::uint64_t>(number % 2)) >> 1;
    Running running{chosen->match.id, number, {}};
    for (const std::size_t side : {0u, 1u}) {
        running.logs[side] = std::make_shared<std::string>();
        task.setup.bot_logs[side] = {.limit = kGameLogBytes, .memory = running.logs[side]};
    }
    running_.emplace(task.id, std::move(running));
    return task;
}

void UnratedGames::count(Known& known, const StoredGame& game) {
    const auto number = static_cast<std::size_t>(game.place->game);
    if (number >= known.by_number.size()) return;
    known.games.push_back(game.id);
    known.attempts[number] = game.place->attempt + 1;
    if (!game.counts) return;
    known.by_number[number] = Known::Game::Done;
    const double score = score_of(game, side_of_version(game.place->game));
    known.results.add(score);
    if (known.match.test) known.test.add(game.place->game, score);
    if (known.state == State::Cancelled) return;
    const bool all = std::ranges::count(known.by_number, Known::Game::Done) == known.match.games;
    const bool decided = known.match.test && known.test.decided();
    known.state = all || decided ? State::Finished : State::Running;
}

Result<void> UnratedGames::finish(const FinishedGame& done) {
    const std::lock_guard lock(mutex_);
    const auto found = running_.find(done.id);
    if (found == running_.end()) return {};
    const Running running = found->second;
    Known& known = matches_.at(running.match);
    const auto number = static_cast<std::size_t>(running.number);
    if (!done.game) {
        const bool cancels = known.is_open() && known.failures + 1 >= kMaxFailures;
        if (cancels) TRY_VOID(arena_.cancel_match(running.match, "system"));
        if (cancels) known.state = State::Cancelled;
        ++known.failures;
        known.by_number[number] = Known::Game::Open;
        running_.erase(found);
        return {};
    }
    StoredGame game = summary_of(*done.game);
    game.place = {.stage = 0,
                  .round = running.match,
                  .pairing = 0,
                  .game = running.number,
                  .attempt = known.attempts[number]};
    const auto side = static_cast<std::size_t>(side_of_version(running.number));
    game.entrants[side] = known.match.version;
    game.entrants[1 - side] = known.match.opponent;
    // A busy machine is not the fault of a player.
    game.counts = !(game.host.too_busy && game.forfeit() == ForfeitReason::TimeLimit) ||
                  known.attempts[number] + 1 >= kMaxAttempts;
    TRY_VOID(store_.add(std::span(&game, 1), std::span(&done.game->record, 1)));
    running_.erase(found);
    known.by_number[number] = Known::Game::Open;
    count(known, game);
    for (const std::size_t log : {0u, 1u})
        if (!running.logs[log]->empty())
            TRY_VOID(arena_.add_test_log(game.id, static_cast<int>(log), game.entrants[log],
                                         to_utf8(*running.logs[log])));
    return {};
}

}  // namespace xttt
