#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "players/bot_log.h"
#include "rules/position.h"

namespace xttt {

// What a game's programs were sent and what they answered, line by line with time stamps. Of a long
// game the beginning and the end are kept. Any thread may use it.
class GameProtocol {
public:
    static constexpr std::size_t kLimit = std::size_t{4} << 20;  // bytes, about

    GameProtocol();

    // Text to a program, which contains its line ends; a text line of its output or standard error.
    void sent(Side side, std::string_view text);
    void received(Side side, std::string_view text_line, Clock::time_point at);
    void error(Side side, std::string_view text);

    // Everything so far. Nothing is added after this.
    std::string take();

private:
    void add(Side side, std::string_view mark, std::string_view text_line, Clock::time_point at);

    std::mutex mutex_;
    // The wall clock minus the monotonic one.
    const std::chrono::system_clock::duration to_wall_;
    std::shared_ptr<std::string> text_;
    std::optional<BotLog> log_;  // into text_
};

}  // namespace xttt
