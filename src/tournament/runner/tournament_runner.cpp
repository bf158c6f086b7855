#include "tournament/runner/tournament_runner.h"

#include <thread>

#include <fmt/format.h>

#include "base/count_text.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

// Games that finish within this time share a commit; each commit waits for the disk.
constexpr auto kBetweenCommits = 10ms;
// How often pause and interrupts are polled and outputs may redraw.
constexpr auto kTick = 100ms;
constexpr auto kBetweenWarnings = 60s;
// Attempts at a game that cannot be played before the run fails.
constexpr int kMaxFailures = 3;
// Different reasons that are remembered, to report each of them once a minute.
constexpr std::size_t kMaxReasons = 1000;

}  // namespace

TournamentRunner::TournamentRunner(TournamentPlan plan, Store& store, GameExecutor& executor,
                                   TournamentListener& listener, RunControl control)
    : plan_(std::move(plan)),
      store_(store),
      executor_(executor),
      listener_(listener),
      control_(std::move(control)),
      progress_(plan_.stages, static_cast<int>(plan_.entrants.size()), plan_.seed) {}

Result<void> TournamentRunner::resume() {
    TRY(const auto noted, store_.read().stages());
    stages_stored_ = noted.size();
    TRY_VOID(replay_stored_games(progress_, store_.read()));
    if (control_.decided) {
        TRY(const auto games, store_.read().games({.counted_only = false}));
        update_decision(games);
    }
    return advance();
}

// Stores the stages that have started since the last call.
Result<void> TournamentRunner::store_stages() {
    while (stages_stored_ < progress_.stages().size()) {
        const StagePlan& plan = progress_.plans()[stages_stored_];
        StoredStage stage{.id = static_cast<int>(stages_stored_),
                          .name = plan.name,
                          .format = std::string(name(plan.format))};
        for (const Seat& seat : progress_.stages()[stages_stored_].seats)
            stage.seats.push_back({seat.entrant, seat.pool, seat.seed});
        TRY_VOID(store_.add_stage(stage));
        ++stages_stored_;
        listener_.on_stage(progress_);
    }
    return {};
}

Result<void> TournamentRunner::advance() {
    while (progress_.round_complete() && !progress_.finished()) progress_.advance();
    return store_stages();
}

void TournamentRunner::submit_games() {
    if (paused_ || decided_ || interrupts() > 0) return;
    for (std::size_t slots = executor_.free_slots(); slots > 0; --slots) {
        Submitted next;
        if (!retries_.empty()) {
            next = retries_.back();
            retries_.pop_back();
        } else if (const auto game = progress_.next_game()) {
            next.game = *game;
        } else {
            return;
        }
        const std::uint64_t id = next_id_++;
        executor_.submit(plan_.task(next.game, id));
        submitted_.emplace(id, next);
    }
}

// Whether the host, not the player, used at least half of the time by which a player exceeded its
// limit, for example because this process was frozen. Such a game is replayed in every tournament.
bool TournamentRunner::lost_to_host(const StoredGame& game) const {
    if (game.forfeit() != ForfeitReason::TimeLimit) return false;
    const auto winner = game.rated_winner();
    if (!winner) return false;
    const PlayLimits& limits =
        plan_.limits_of(game.entrants[static_cast<std::size_t>(index(opponent(*winner)))]);
    const auto limit = limits.move_time ? *limits.move_time
                       : limits.clock   ? limits.clock->remaining
                                        : Milliseconds::max();
    return game.host.longest_wait >= limit / 2;
}

// Stores the finished games in one transaction, and only then counts and reports them.
Result<void> TournamentRunner::store_games(std::vector<FinishedGame>& finished) {
    std::vector<StoredGame> games;
    std::vector<GameRecord> records;
    std::vector<std::uint64_t> ids;
    int busy = 0;
    for (FinishedGame& done : finished) {
        const auto found = submitted_.find(done.id);
        if (found == submitted_.end()) continue;  // cancelled before
        Submitted task = found->second;
        submitted_.erase(found);
        if (!done.game) {
            const std::string& why = done.game.error().message;
            if (++task.failures >= kMaxFailures)
                return fail(Errc::Process, "a game cannot be played: " + why);
            retries_.push_back(task);
            warn_about_failure(why);
            continue;
        }
        StoredGame game = summary_of(*done.game);
        game.place = task.game.place;
        game.pool = task.game.pool;
        game.entrants = task.game.entrants;
        const bool disturbed = game.host.too_busy && (plan_.replay_busy || lost_to_host(game));
        game.counts = !disturbed || task.game.place.attempt >= kMaxReplays;
        busy += game.host.too_busy;
        games.push_back(std::move(game));
        records.push_back(std::move(done.game->record));
        ids.push_back(done.id);
    }
    finished.clear();
    if (games.empty()) return {};
    TRY_VOID(store_.add(games, records));
    executor_.stored(ids);
    last_commit_ = Clock::now();

    for (const StoredGame& game : games) {
        GamePlace place = *game.place;
        if (game.counts) {
            progress_.record(place, game.points);
        } else {
            ++place.attempt;
            progress_.requeue(place);
        }
    }
    update_decision(games);
    listener_.on_games(games, progress_);
    warn_about_busy_host(busy);
    return {};
}

void TournamentRunner::update_decision(std::span<const StoredGame> games) {
    if (control_.decided && control_.decided(games)) decided_ = true;
}

// Reports a reason at once when it is new, then at most once a minute with the number of games.
void TournamentRunner::warn_about_failure(const std::string& why) {
    if (failures_.size() > kMaxReasons) failures_.clear();
    const auto [found, is_new] = failures_.try_emplace(why);
    FailureReason& reason = found->second;
    ++reason.games;
    const auto now = Clock::now();
    if (!is_new && now < reason.last_warning + kBetweenWarnings) return;
    reason.last_warning = now;
    listener_.on_warning(fmt::format(
        "retrying {}: {}", reason.games == 1 ? "a game" : count_text(reason.games, "game"), why));
    reason.games = 0;
}

void TournamentRunner::warn_about_busy_host(int games) {
    busy_since_warning_ += games;
    const auto now = Clock::now();
    if (busy_since_warning_ == 0 ||
        (last_warning_ != Clock::time_point{} && now < last_warning_ + kBetweenWarnings))
        return;
    last_warning_ = now;
    const auto text = fmt::format(
        "the host was too busy for a fair clock in {}; {}", count_text(busy_since_warning_, "game"),
        plan_.replay_busy ? "replaying" : "the results count, and the games are marked");
    busy_since_warning_ = 0;
    listener_.on_warning(text);
    (void)store_.add_event("warning", text);  // an error of the store shows with the next game
}

// Tasks that have not started return to the schedule.
void TournamentRunner::cancel_pending() {
    for (const std::uint64_t id : executor_.cancel_pending()) {
        const auto found = submitted_.find(id);
        if (found == submitted_.end()) continue;
        progress_.requeue(found->second.game.place);
        submitted_.erase(found);
    }
}

void TournamentRunner::handle_pause() {
    const auto now = Clock::now();
    if (!control_.paused || now < last_look_ + kTick) return;
    last_look_ = now;
    const bool wanted = control_.paused();
    if (wanted == paused_) return;
    paused_ = wanted;
    if (paused_) cancel_pending();
    (void)store_.add_event(paused_ ? "paused" : "resumed", "");
    listener_.on_pause(paused_);
}

Result<RunEnd> TournamentRunner::run() {
    TRY_VOID(resume());
    listener_.on_begin(progress_);
    bool stopping = false;
    std::vector<FinishedGame> finished;
    for (;;) {
        if (interrupts() > 1) {
            executor_.stop();
            (void)store_.add_event("stopped", "");
            return RunEnd::Stopped;
        }
        handle_pause();
        const bool done = progress_.finished() || decided_;
        if ((interrupts() > 0 || done) && !stopping) {
            stopping = true;
            cancel_pending();
            if (!done) listener_.on_stopping(executor_.unfinished());
        }
        submit_games();
        if (stopping && executor_.unfinished() == 0) break;
        TRY_VOID(executor_.collect(finished, Clock::now() + kTick));
        if (!finished.empty() && executor_.unfinished() > 0) {
            std::this_thread::sleep_until(last_commit_ + kBetweenCommits);
            TRY_VOID(executor_.collect(finished, Clock::now()));
        }
        TRY_VOID(store_games(finished));
        TRY_VOID(advance());
        listener_.on_tick(progress_);
    }
    const RunEnd end = progress_.finished() ? RunEnd::Finished
                       : decided_           ? RunEnd::Decided
                                            : RunEnd::Interrupted;
    (void)store_.add_event(end == RunEnd::Interrupted ? "interrupted" : "finished", "");
    listener_.on_end(progress_);
    return end;
}

}  // namespace xttt
