#include "tournament/hall/crew.h"

#include <algorithm>

#include <fmt/format.h>
#include <sched.h>

#include "referee/referee.h"
#include "tournament/hall/host_watch.h"
#include "tournament/hall/player_cabinet.h"

namespace xttt {
namespace {

// Beyond those being played: enough that nobody waits while games go to the disk, even when games
// take microseconds.
constexpr std::size_t kWaitingPerJob = 512;

void bind_to(const std::vector<int>& cores) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int core : cores)
        if (core < CPU_SETSIZE) CPU_SET(static_cast<std::size_t>(core), &set);
    // A host that does not let us choose decides itself; the games are the same.
    ::sched_setaffinity(0, sizeof set, &set);
}

// A player that stops playing when told to, so that a game can be given up between two moves.
class Interruptible final : public Player {
public:
    Interruptible(Player& player, const std::atomic<bool>& stopped)
        : player_(player), stopped_(stopped) {}
    std::optional<Failure> start_game(const GameInfo& game, Deadline until) override {
        if (stopped_.load(std::memory_order_relaxed)) return given_up();
        return player_.start_game(game, until);
    }
    Reply choose(const Turn& turn, Deadline until) override {
        if (stopped_.load(std::memory_order_relaxed)) return {given_up()};
        return player_.choose(turn, until);
    }
    void end_game() override { player_.end_game(); }

private:
    static Failure given_up() { return {ForfeitReason::Resignation, "the game was given up"}; }
    Player& player_;
    const std::atomic<bool>& stopped_;
};

// The clock of random players is never in doubt, and watching costs more than their games.
bool is_timed(const GameTask& task) {
    const auto thinks = [](const auto& contestant) {
        return !contestant->player.starts_with("random");
    };
    const auto limited = [](const PlayLimits& limits) { return limits.move_time || limits.clock; };
    return std::ranges::any_of(task.players, thinks) &&
           std::ranges::any_of(task.setup.limits, limited);
}

FinishedGame forfeited(const GameTask& task, const PlayerCabinet::Missing& missing) {
    FinishedGame done{.id = task.id};
    PlayedGame game;
    game.record.variant = task.setup.variant;
    game.record.seed = task.setup.seed;
    game.record.start_fen = task.setup.start_fen;
    game.record.moves = task.setup.opening;
    game.record.forfeit = Forfeit{missing.side, ForfeitReason::Crash, missing.why};
    auto ending = ending_of(game.record);
    if (!ending) {
        done.trouble = ending.error().message;
        return done;
    }
    game.ending = *ending;
    done.game = std::move(game);
    return done;
}

FinishedGame play(const GameTask& task, PlayerCabinet& cabinet, HostWatch& watch,
                  const std::atomic<bool>& stopped) {
    const auto players = cabinet.players(task);
    if (!players) return forfeited(task, players.error());
    Interruptible x(*(*players)[0], stopped), o(*(*players)[1], stopped);
    FinishedGame done{.id = task.id};
    const bool timed = is_timed(task);
    if (timed) watch.watch(*players);
    GameListener* const listener = &watch;
    auto game = play_game(task.setup, {&x, &o},
                          timed ? std::span(&listener, 1) : std::span<GameListener* const>());
    if (!game) {
        done.trouble = game.error().message;
        return done;
    }
    done.game = std::move(*game);
    if (timed) done.host = watch.evidence();
    return done;
}

}  // namespace

Crew::Crew(const CrewPlan& plan)
    : jobs_(static_cast<std::size_t>(plan.jobs)), capacity_(jobs_ * (1 + kWaitingPerJob)) {
    for (std::size_t job = 0; job < jobs_; ++job)
        threads_.emplace_back([this, cores = plan.cores[job]] { work(cores); });
}

Crew::~Crew() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
        waiting_.clear();
    }
    work_came_.notify_all();
}

void Crew::work(const std::vector<int>& cores) {
    bind_to(cores);
    PlayerCabinet cabinet;
    HostWatch watch;
    for (;;) {
        GameTask task;
        {
            std::unique_lock lock(mutex_);
            work_came_.wait(lock, [&] { return closing_ || !waiting_.empty(); });
            if (closing_) return;
            task = std::move(waiting_.front());
            waiting_.pop_front();
        }
        FinishedGame done = play(task, cabinet, watch, stopped_);
        const std::lock_guard lock(mutex_);
        if (stopped_) continue;  // it may have been given up: nobody is to see it
        finished_.push_back(std::move(done));
        game_ended_.notify_one();
    }
}

std::size_t Crew::room() const {
    const std::lock_guard lock(mutex_);
    return stopped_ ? 0 : capacity_ - std::min(capacity_, unfinished_);
}

void Crew::submit(GameTask task) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(task));
        ++unfinished_;
    }
    work_came_.notify_one();
}

Result<void> Crew::collect(std::vector<FinishedGame>& finished, Deadline until) {
    std::unique_lock lock(mutex_);
    game_ended_.wait_until(lock, until, [&] { return !finished_.empty(); });
    unfinished_ -= finished_.size();
    std::ranges::move(finished_, std::back_inserter(finished));
    finished_.clear();
    return {};
}

std::size_t Crew::unfinished() const {
    const std::lock_guard lock(mutex_);
    return unfinished_;
}

std::vector<std::uint64_t> Crew::recall() {
    const std::lock_guard lock(mutex_);
    std::vector<std::uint64_t> ids;
    for (const GameTask& task : waiting_) ids.push_back(task.id);
    unfinished_ -= waiting_.size();
    waiting_.clear();
    return ids;
}

void Crew::stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    waiting_.clear();
    finished_.clear();
    unfinished_ = 0;
}

std::string Crew::description() const {
    return fmt::format("{} game{} at a time on this machine", jobs_, jobs_ == 1 ? "" : "s");
}

}  // namespace xttt
