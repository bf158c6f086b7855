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

// Follows the running games of a match, in whichever threads they are played: for the line that
// says who thinks, and to keep their moves when the match is stopped.
class MatchMonitor {
public:
    // Called with a line for each forfeit; may be empty.
    explicit MatchMonitor(std::function<void(const std::string&)> on_forfeit = {})
        : on_forfeit_(std::move(on_forfeit)) {}

    std::unique_ptr<GameListener> listen(const GameTask& task);

    // "game 3, move 17: o (team33) thinks for 4.2 s", of the game that has waited longest; empty
    // while none runs.
    std::string text() const;
    // What has been played of the games that are not over, the first first.
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
