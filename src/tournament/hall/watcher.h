#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "store/stored_game.h"
#include "tournament/hall/progress.h"

namespace xttt {

// A game that has just been stored.
struct StoredNews {
    std::int64_t id;
    const GameToStore& game;
};

// Follows a tournament as it runs. Hears of games when they are stored, never before. Called by the
// thread that runs the hall; the progress is good during the call.
class Watcher {
public:
    virtual ~Watcher() = default;
    // The hall opens; games stored by earlier runs are part of the progress.
    virtual void on_begin(const Progress&) {}
    virtual void on_stage(const Progress&) {}  // a stage begins
    virtual void on_games(std::span<const StoredNews>, const Progress&) {}
    virtual void on_pause(bool /*paused*/) {}
    virtual void on_warning(const std::string&) {}
    // No new game begins any more; those being played may end.
    virtual void on_closing(std::size_t /*games being played*/) {}
    virtual void on_end(const Progress&) {}
    // Several times a second, whether something happened or not.
    virtual void on_tick(const Progress&) {}
};

}  // namespace xttt
