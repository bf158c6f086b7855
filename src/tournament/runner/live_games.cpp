#include "tournament/runner/live_games.h"

#include <filesystem>
#include <utility>
#include <vector>

#include "rules/notation.h"
#include "tournament/runner/game_executor.h"

namespace xttt {
namespace {

constexpr std::chrono::milliseconds kBetweenWrites{200};
// Playing time after which a changed position is published again.
constexpr std::chrono::milliseconds kWorthShowing{100};

}  // namespace

LiveGames::LiveGames(std::string store)
    : store_(std::move(store)), thread_([this](const std::stop_token& stop) { write(stop); }) {}

LiveGames::~LiveGames() {
    thread_.request_stop();
    thread_.join();
    std::error_code ignored;
    std::filesystem::remove(live_file(store_), ignored);
}

void LiveGames::show(const LiveGame& game) {
    {
        const std::lock_guard lock(mutex_);
        games_[game.id] = game;
        dirty_ = true;
    }
    changed_.notify_one();
}

void LiveGames::remove(std::uint64_t id) {
    {
        const std::lock_guard lock(mutex_);
        if (games_.erase(id) == 0) return;
        dirty_ = true;
    }
    changed_.notify_one();
}

void LiveGames::write(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return dirty_; }) && !stop.stop_requested()) {
        dirty_ = false;
        std::vector<LiveGame> games;
        for (const auto& [id, game] : games_) games.push_back(game);
        lock.unlock();
        // Errors are ignored: without the file there is no live view, but the tournament continues.
        (void)write_live_games(store_, games);
        lock.lock();
        changed_.wait_for(lock, stop, kBetweenWrites, [] { return false; });
    }
}

void LiveReporter::begin(const GameTask& task) {
    game_ = {.id = task.id,
             .entrants = {task.players[0]->id, task.players[1]->id},
             .start_fen = task.setup.start_fen,
             .moves = {}};
    unseen_ = {};
    shown_ = false;
}

void LiveReporter::on_move(const MovedEvent& event) {
    if (!game_.moves.empty()) game_.moves += ' ';
    game_.moves += move_text(event.after.variant(), event.move);
    unseen_ += event.used;
    if (unseen_ < kWorthShowing) return;
    unseen_ = {};
    shown_ = true;
    live_->show(game_);
}

void LiveReporter::end() {
    if (shown_) live_->remove(game_.id);
}

}  // namespace xttt
