#pragma once

#include <span>
#include <string>

#include "tournament/runner/progress.h"
#include "tournament/store/stored_game.h"

namespace xttt {

// Observes a run. Games are reported when they are stored, never before. Called by the thread of
// the runner; the progress is valid during the call.
class TournamentListener {
public:
    virtual ~TournamentListener() = default;
    // The run starts; games stored by earlier runs are part of the progress.
    virtual void on_begin(const Progress&) {}
    virtual void on_stage(const Progress&) {}  // a stage starts
    virtual void on_games(std::span<const StoredGame>, const Progress&) {}
    virtual void on_pause(bool /*paused*/) {}
    virtual void on_warning(const std::string&) {}
    // No further game starts; running games finish.
    virtual void on_stopping(std::size_t /*running games*/) {}
    virtual void on_end(const Progress&) {}
    // Several times a second, whether something happened or not.
    virtual void on_tick(const Progress&) {}
};

}  // namespace xttt
