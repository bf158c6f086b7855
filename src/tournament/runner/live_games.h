#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "referee/referee.h"
#include "tournament/store/live_file.h"

namespace xttt {

struct GameTask;

// Shows the games being played to other processes, move by move, through the file of
// tournament/store/live_file.h. Any thread may tell of its game; a thread of its own writes, a few
// times a second at most. The file goes when this does.
class LiveGames {
public:
    explicit LiveGames(std::string store);
    ~LiveGames();
    LiveGames(const LiveGames&) = delete;
    LiveGames& operator=(const LiveGames&) = delete;

    void show(const LiveGame& game);
    void remove(std::uint64_t id);

private:
    void write();

    std::string store_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::uint64_t, LiveGame> games_;
    bool dirty_ = false;
    bool closing_ = false;
    std::thread thread_;
};

// Follows one game after the other of a thread, and shows those that take long enough to be
// followed: of games that are over in a moment nobody would see anything, and telling would cost
// more than playing.
class LiveReporter final : public GameListener {
public:
    explicit LiveReporter(LiveGames* live) : live_(live) {}  // null: shows nothing

    bool is_on() const { return live_ != nullptr; }
    void begin(const GameTask& task);
    void on_move(const MovedEvent& event) override;
    void end();

private:
    LiveGames* live_;
    LiveGame game_;
    Clock::duration unseen_{};  // playing time since it was shown
    bool shown_ = false;
};

}  // namespace xttt
