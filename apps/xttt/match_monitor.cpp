#include "match_monitor.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace xttt {

class MatchMonitor::Listener final : public GameListener {
public:
    Listener(MatchMonitor& monitor, const GameTask& task) : monitor_(monitor), id_(task.id) {
        const std::lock_guard lock(monitor_.mutex_);
        Running& game = monitor_.running_[id_];
        for (const std::size_t side : {0u, 1u})
            game.names[side] = terminal_safe(short_player_name(task.players[side]->name));
        game.record.variant = task.setup.variant;
        game.record.seed = task.setup.seed;
        game.record.tags = task.setup.tags;
        game.record.start_fen = task.setup.start_fen;
        game.since = Clock::now();
    }
    ~Listener() override {
        const std::lock_guard lock(monitor_.mutex_);
        monitor_.running_.erase(id_);
    }
    void on_start(const GameSetup&, const AnyPosition& position) override { show(position); }
    void on_move(const MovedEvent& event) override {
        {
            const std::lock_guard lock(monitor_.mutex_);
            monitor_.running_[id_].record.moves.push_back({event.move, event.note});
        }
        show(event.after);
    }
    void on_forfeit(const Forfeit& forfeit) override {
        if (!monitor_.on_forfeit_ || forfeit.reason == ForfeitReason::Resignation) return;
        std::string name;
        {
            const std::lock_guard lock(monitor_.mutex_);
            name = monitor_.running_[id_].names[static_cast<std::size_t>(index(forfeit.offender))];
        }
        monitor_.on_forfeit_(fmt::format("game {}: {} ({}) forfeits by {}: {}\n", id_ + 1,
                                         letter(forfeit.offender), name, xttt::name(forfeit.reason),
                                         terminal_safe(forfeit.detail)));
    }

private:
    void show(const AnyPosition& position) {
        const std::lock_guard lock(monitor_.mutex_);
        Running& game = monitor_.running_[id_];
        game.side = position.visit([](const auto& pos) { return pos.side_to_move(); });
        game.since = Clock::now();
    }

    MatchMonitor& monitor_;
    std::uint64_t id_;
};

std::unique_ptr<GameListener> MatchMonitor::listen(const GameTask& task) {
    return std::make_unique<Listener>(*this, task);
}

std::string MatchMonitor::text() const {
    const std::lock_guard lock(mutex_);
    if (running_.empty()) return {};
    const auto longest = std::ranges::min_element(
        running_, {}, [](const auto& entry) { return entry.second.since; });
    const auto& [id, game] = *longest;
    const double seconds = std::chrono::duration<double>(Clock::now() - game.since).count();
    std::string text = fmt::format("game {}, move {}: {} ({}) thinks for {:.1f} s", id + 1,
                                   game.record.moves.size() + 1, letter(game.side),
                                   game.names[static_cast<std::size_t>(index(game.side))], seconds);
    if (running_.size() > 1) text += fmt::format(" ({} games running)", running_.size());
    return text;
}

std::vector<GameRecord> MatchMonitor::unfinished() const {
    const std::lock_guard lock(mutex_);
    std::vector<GameRecord> records;
    for (const auto& [id, game] : running_)
        if (!game.record.moves.empty()) records.push_back(game.record);
    return records;
}

std::string short_player_name(const std::string& player) {
    const auto colon = player.find(':'), slash = player.rfind('/');
    if (colon == std::string::npos || slash == std::string::npos || slash < colon) return player;
    return player.substr(0, colon + 1) + player.substr(slash + 1);
}

}  // namespace xttt
