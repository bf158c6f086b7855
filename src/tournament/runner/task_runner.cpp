#include "tournament/runner/task_runner.h"

#include <algorithm>

#include "referee/referee.h"

namespace xttt {
namespace {

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

// The game of a player that could not be started.
Result<PlayedGame> forfeited(const GameTask& task, const PlayerPool::StartFailure& failure) {
    PlayedGame game;
    game.record.variant = task.setup.variant;
    game.record.seed = task.setup.seed;
    game.record.start_fen = task.setup.start_fen;
    game.record.moves = task.setup.opening;
    game.record.forfeit = Forfeit{failure.side, ForfeitReason::Crash, failure.why};
    TRY(auto ending, ending_of(game.record));
    game.ending = ending;
    return game;
}

}  // namespace

Result<PlayedGame> TaskRunner::play(const GameTask& task) {
    const auto players = players_.players(task);
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
