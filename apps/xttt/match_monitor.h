#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "tournament/runner/game_executor.h"

namespace xttt {

// Follows the running games of a match, in any thread: for the progress text, and to record their
// moves when the match is stopped.
class MatchMonitor {
public:
    // Called with a line for each forfeit; may be empty.
    explicit MatchMonitor(std::function<void(const std::string&)> on_forfeit = {})
        : on_forfeit_(std::move(on_forfeit)) {}

    std::unique_ptr<GameListener> listen(const GameTask& task);

    // The progress text, "game 3, move 17: o (team33) thinks for 4.2 s", of the game that has
    // waited longest; empty if none is running.
    std::string text() const;
    // The records of the games that are not over, in order.
    std::vector<GameRecord> unfinished() const;

private:
    class Listener;
    struct Running {
        std::array<std::string, 2> names;  // of x and o, short
        GameRecord record;
        Side side = Side::X;  // to move
        Clock::time_point since;
    };

    mutable std::mutex mutex_;
    std::map<std::uint64_t, Running> running_;
    std::function<void(const std::string&)> on_forfeit_;
};

// A player's name without its folders: "python:team33.py".
std::string short_player_name(const std::string& player);

}  // namespace xttt
