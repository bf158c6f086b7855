#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "referee/referee.h"
#include "tournament/store/live_file.h"

namespace xttt {

struct GameTask;

// Publishes the running games to other processes, move by move, through the file of
// tournament/store/live_file.h. Any thread may update its game; a separate thread writes the file,
// a few times a second at most. The destructor removes the file.
class LiveGames {
public:
    explicit LiveGames(std::string store);
    ~LiveGames();

    void show(const LiveGame& game);
    void remove(std::uint64_t id);

private:
    void write(const std::stop_token& stop);

    std::string store_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::map<std::uint64_t, LiveGame> games_;
    bool dirty_ = false;
    std::jthread thread_;
};

// Follows the games of one thread, and publishes those that take long enough to be watched. Very
// short games are skipped, because publishing would cost more than playing.
class LiveReporter final : public GameListener {
public:
    explicit LiveReporter(LiveGames* live) : live_(live) {}  // null: publishes nothing

    bool is_on() const { return live_ != nullptr; }
    void begin(const GameTask& task);
    void on_move(const MovedEvent& event) override;
    void end();

private:
    LiveGames* live_;
    LiveGame game_;
    Clock::duration unseen_{};  // playing time since the last update
    bool shown_ = false;
};

}  // namespace xttt
