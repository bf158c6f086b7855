#include "tournament/hall/hall.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "tournament/hall/stored_tournament.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

// Games that end within this time share a commit; each commit waits for the disk.
constexpr auto kBetweenCommits = 10ms;
// How often pause and interrupts are looked for, and watchers may draw.
constexpr auto kTick = 100ms;
constexpr auto kBetweenWarnings = 60s;
// A game that cannot be played is tried so often, then the run ends.
constexpr int kMostTroubles = 3;
// A game on a busy host is replayed so often, then it counts as it is.
constexpr int kMostReplays = 3;

}  // namespace

Hall::Hall(HallPlan plan, Store& store, Workforce& workforce, Watcher& watcher, HallControl control)
    : plan_(std::move(plan)),
      store_(store),
      workforce_(workforce),
      watcher_(watcher),
      control_(std::move(control)),
      progress_(plan_.stages, static_cast<int>(plan_.contestants.size()), plan_.seed) {}

Result<void> Hall::catch_up() {
    const auto noted = store_.read().stages();
    if (!noted) return std::unexpected(noted.error());
    stages_noted_ = noted->size();
    if (auto caught = take_stored_games(progress_, store_.read()); !caught) return caught;
    return advance();
}

// Remembers the stages that have begun since the last time.
Result<void> Hall::note_stages() {
    while (stages_noted_ < progress_.stages().size()) {
        const StagePlan& plan = progress_.plans()[stages_noted_];
        StoredStage stage{.id = static_cast<int>(stages_noted_),
                          .name = plan.name,
                          .format = std::string(name(plan.format))};
        for (const Seat& seat : progress_.stages()[stages_noted_].seats)
            stage.seats.push_back({seat.entrant, seat.pool, seat.seed});
        if (auto added = store_.add_stage(stage); !added) return added;
        ++stages_noted_;
        watcher_.on_stage(progress_);
    }
    return {};
}

Result<void> Hall::advance() {
    while (progress_.round_complete() && !progress_.finished()) progress_.advance();
    return note_stages();
}

void Hall::fill() {
    if (paused_ || enough_ || interrupts() > 0) return;
    for (std::size_t room = workforce_.room(); room > 0; --room) {
        Given next;
        if (!again_.empty()) {
            next = again_.back();
            again_.pop_back();
        } else if (const auto game = progress_.take_next()) {
            next.game = *game;
        } else {
            return;
        }
        const std::uint64_t id = next_id_++;
        workforce_.submit(plan_.task(next.game, id));
        given_.emplace(id, next);
    }
}

// Stores what has come back, all in one transaction, and only then counts and tells it.
Result<void> Hall::take(std::vector<FinishedGame>& finished) {
    std::vector<GameToStore> games;
    int busy = 0;
    for (FinishedGame& done : finished) {
        const auto found = given_.find(done.id);
        if (found == given_.end()) continue;  // taken back before, or delivered twice
        Given given = found->second;
        given_.erase(found);
        if (!done.game) {
            if (++given.troubles >= kMostTroubles)
                return fail(Errc::Process, "a game cannot be played: " + done.trouble);
            watcher_.on_warning("a game is tried again: " + done.trouble);
            again_.push_back(given);
            continue;
        }
        busy += done.host.too_busy;
        const bool replay =
            plan_.replay_busy && done.host.too_busy && given.game.place.attempt < kMostReplays;
        GameToStore game{.place = given.game.place,
                         .pool = given.game.pool,
                         .entrants = given.game.entrants,
                         .game = std::move(*done.game),
                         .host = done.host,
                         .worker = std::move(done.worker),
                         .counts = !replay};
        const int asked = game.game.used[0].moves + game.game.used[1].moves;
        game.opening_plies = std::max(0, static_cast<int>(game.game.record.moves.size()) - asked);
        games.push_back(std::move(game));
    }
    finished.clear();
    if (games.empty()) return {};
    const auto first = store_.add(games);
    if (!first) return std::unexpected(first.error());
    last_commit_ = Clock::now();

    std::vector<StoredNews> news;
    for (const GameToStore& game : games) {
        news.push_back({*first + static_cast<std::int64_t>(news.size()), game});
        GamePlace place = *game.place;
        if (game.counts) {
            progress_.record(place, game.game.ending.points.value_or(std::array{0, 0}));
        } else {
            ++place.attempt;
            progress_.give_back(place);
        }
    }
    watcher_.on_games(news, progress_);
    warn_of_busy_host(busy);
    enough_ = enough_ || (control_.enough && control_.enough(progress_));
    return {};
}

void Hall::warn_of_busy_host(int games) {
    busy_since_warning_ += games;
    const auto now = Clock::now();
    if (busy_since_warning_ == 0 ||
        (last_warning_ != Clock::time_point{} && now < last_warning_ + kBetweenWarnings))
        return;
    last_warning_ = now;
    const auto text =
        fmt::format("the host was too busy for a fair clock in {} game{}; {}", busy_since_warning_,
                    busy_since_warning_ == 1 ? "" : "s",
                    plan_.replay_busy ? "played again" : "marked, and counted as they are");
    busy_since_warning_ = 0;
    watcher_.on_warning(text);
    (void)store_.add_event("warning", text);  // the next game says if nothing can be stored
}

// Tasks that nobody has begun return to the schedule.
void Hall::take_back() {
    for (const std::uint64_t id : workforce_.recall()) {
        const auto found = given_.find(id);
        if (found == given_.end()) continue;
        progress_.give_back(found->second.game.place);
        given_.erase(found);
    }
}

void Hall::handle_pause() {
    const auto now = Clock::now();
    if (!control_.paused || now < last_look_ + kTick) return;
    last_look_ = now;
    const bool wanted = control_.paused();
    if (wanted == paused_) return;
    paused_ = wanted;
    if (paused_) take_back();
    (void)store_.add_event(paused_ ? "paused" : "resumed", "");
    watcher_.on_pause(paused_);
}

Result<HallEnd> Hall::run() {
    if (auto caught = catch_up(); !caught) return std::unexpected(caught.error());
    enough_ = control_.enough && control_.enough(progress_);
    watcher_.on_begin(progress_);
    bool closing = false;
    std::vector<FinishedGame> finished;
    for (;;) {
        if (interrupts() > 1) {
            workforce_.stop();
            (void)store_.add_event("stopped", "");
            return HallEnd::Stopped;
        }
        handle_pause();
        const bool done = progress_.finished() || enough_;
        if ((interrupts() > 0 || done) && !closing) {
            closing = true;
            take_back();
            if (!done) watcher_.on_closing(workforce_.unfinished());
        }
        fill();
        if (closing && workforce_.unfinished() == 0) break;
        if (auto got = workforce_.collect(finished, Clock::now() + kTick); !got)
            return std::unexpected(got.error());
        if (!finished.empty() && workforce_.unfinished() > 0) {
            std::this_thread::sleep_until(last_commit_ + kBetweenCommits);
            if (auto got = workforce_.collect(finished, Clock::now()); !got)
                return std::unexpected(got.error());
        }
        if (auto taken = take(finished); !taken) return std::unexpected(taken.error());
        if (auto moved = advance(); !moved) return std::unexpected(moved.error());
        watcher_.on_tick(progress_);
    }
    const HallEnd end = progress_.finished() ? HallEnd::Finished
                        : enough_            ? HallEnd::Enough
                                             : HallEnd::Interrupted;
    (void)store_.add_event(end == HallEnd::Interrupted ? "interrupted" : "finished", "");
    watcher_.on_end(progress_);
    return end;
}

}  // namespace xttt
