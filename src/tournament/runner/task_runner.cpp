#include "tournament/runner/task_runner.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "referee/referee.h"

namespace xttt {

namespace {

constexpr std::size_t kMaxPlayers = 64;
constexpr std::size_t kMaxHeavy = 4;
// A host may be temporarily out of processes.
constexpr int kTries = 3;
constexpr std::chrono::milliseconds kBetweenTries{100};

bool is_sandboxed(const PlayerSpec& spec) {
    const auto* program = std::get_if<UgiSpec>(&spec.kind);
    return std::holds_alternative<CourseBot>(spec.kind) ||
           (program != nullptr && program->sandboxed);
}

// Sandboxed players end with each game; others are kept.
bool is_heavy(const PlayerSpec& spec) {
    return !std::holds_alternative<RandomSpec>(spec.kind) && !is_sandboxed(spec);
}

}  // namespace

std::expected<std::array<Player*, 2>, PlayerPool::StartFailure> PlayerPool::players(
    const GameTask& task) {
    std::array<Player*, 2> pair{};
    for (const std::size_t side : {0u, 1u}) {
        auto found = find(task, side, pair[0]);
        if (!found) return std::unexpected(StartFailure{static_cast<Side>(side), found.error()});
        pair[side] = *found;
    }
    return pair;
}

Result<Player*> PlayerPool::find(const GameTask& task, std::size_t side, const Player* taken) {
    const std::string& player = task.players[side]->player;
    const std::string& opponent = task.players[1 - side]->player;
    for (auto it = kept_.begin(); it != kept_.end(); ++it) {
        if (it->player != player || it->instance.get() == taken ||
            it->variant != task.setup.variant || it->conditions != task.conditions ||
            (!it->opponent.empty() && it->opponent != opponent))
            continue;
        kept_.splice(kept_.begin(), kept_, it);
        return kept_.front().instance.get();
    }
    if (make_) {
        TRY(auto made, make_(task, side));
        evict();
        kept_.push_front({player, "", task.setup.variant, task.conditions, true, std::move(made)});
        return kept_.front().instance.get();
    }
    TRY(const auto spec, parse_player(player));
    PlayerEnvironment around{.trust_all = task.conditions.trust_all,
                             .memory_limit = task.conditions.memory_limit,
                             .handshake_timeout = task.setup.start_limit};
    if (const auto other = parse_player(opponent)) around.hidden = files_of(*other);
    if (task.entrant_files) around.hide(*task.entrant_files, spec);
    auto made = make_player(spec, *task.setup.variant, around);
    for (int tries = 1; !made && tries < kTries; ++tries) {
        std::this_thread::sleep_for(kBetweenTries);
        made = make_player(spec, *task.setup.variant, around);
    }
    if (!made) return std::unexpected(made.error());
    evict();
    kept_.push_front({player, is_sandboxed(spec) ? opponent : "", task.setup.variant,
                      task.conditions, is_heavy(spec), std::move(*made)});
    return kept_.front().instance.get();
}

// Keeps the most recently used one, which may be the other player of the same game.
void PlayerPool::evict() {
    while (kept_.size() >= kMaxPlayers) kept_.pop_back();
    const auto heavy = static_cast<std::size_t>(std::ranges::count_if(kept_, &Kept::heavy));
    if (heavy < kMaxHeavy) return;
    const auto last =
        std::find_if(kept_.rbegin(), kept_.rend(), [](const Kept& k) { return k.heavy; });
    kept_.erase(std::next(last).base());
}

namespace {

// A player that stops on request, so that a game can be cancelled between two moves.
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
    static Failure given_up() { return {ForfeitReason::Resignation, "the game was cancelled"}; }
    Player& player_;
    const std::atomic<bool>& stopped_;
};

// Random players are not monitored: their games are shorter than the monitoring.
bool is_timed(const GameTask& task) {
    const auto thinks = [](const auto& contestant) {
        return !contestant->player.starts_with("random");
    };
    const auto limited = [](const PlayLimits& limits) { return limits.move_time || limits.clock; };
    return std::ranges::any_of(task.players, thinks) &&
           std::ranges::any_of(task.setup.limits, limited);
}

// The result of a game whose player failed to start.
Result<PlayedGame> forfeited(const GameTask& task, const PlayerPool::StartFailure& failure) {
    PlayedGame game;
    game.record.variant = task.setup.variant;
    game.record.seed = task.setup.seed;
    game.record.start_fen = task.setup.start_fen;
    game.record.moves = task.setup.opening;
    game.record.forfeit =
        Forfeit{failure.side, ForfeitReason::Crash, bounded_evidence(failure.why.message)};
    TRY(auto ending, ending_of(game.record));
    game.ending = ending;
    return game;
}

}  // namespace

Result<PlayedGame> TaskRunner::play(const GameTask& task) {
    const auto players = players_.players(task);
    // A failure of this machine is not the fault of the player.
    if (!players && players.error().why.code == Errc::Unsupported)
        return std::unexpected(players.error().why);
    if (!players) return forfeited(task, players.error());
    Interruptible x(*(*players)[0], stopped_), o(*(*players)[1], stopped_);
    const bool timed = is_timed(task);
    if (timed) monitor_.watch(*players);
    const bool shown = timed && reporter_.is_on();
    if (shown) reporter_.begin(task);
    const auto own = listen_ ? listen_(task) : nullptr;
    std::array<GameListener*, 3> listeners{};
    std::size_t count = 0;
    if (own) listeners[count++] = own.get();
    if (timed) listeners[count++] = &monitor_;
    if (shown) listeners[count++] = &reporter_;
    auto game = play_game(task.setup, {&x, &o}, std::span(listeners).first(count));
    if (shown) reporter_.end();
    if (game && timed) game->host = monitor_.evidence();
    return game;
}

}  // namespace xttt
