#include "players/game_protocol.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/text.h"

namespace xttt {

using std::chrono::system_clock;

GameProtocol::GameProtocol()
    : to_wall_(system_clock::now().time_since_epoch() -
               std::chrono::duration_cast<system_clock::duration>(Clock::now().time_since_epoch())),
      text_(std::make_shared<std::string>()) {
    log_.emplace(BotLogFile{.limit = kLimit, .memory = text_});
}

void GameProtocol::add(Side side, std::string_view mark, std::string_view text_line,
                       Clock::time_point at) {
    const auto wall = system_clock::time_point(
        std::chrono::duration_cast<system_clock::duration>(at.time_since_epoch()) + to_wall_);
    const auto micros =
        std::chrono::duration_cast<std::chrono::microseconds>(wall.time_since_epoch()) %
        std::chrono::seconds(1);
    const std::lock_guard lock(mutex_);
    if (log_)
        log_->add(fmt::format("{:%H:%M:%S}.{:06} {} {} {}\n",
                              fmt::localtime(system_clock::to_time_t(wall)), micros.count(),
                              letter(side), mark, text_line));
}

void GameProtocol::sent(Side side, std::string_view text) {
    const auto now = Clock::now();
    if (text.ends_with('\n')) text.remove_suffix(1);
    for (const auto text_line : split(text, '\n')) add(side, "<--", text_line, now);
}

void GameProtocol::received(Side side, std::string_view text_line, Clock::time_point at) {
    add(side, "-->", text_line, at);
}

void GameProtocol::error(Side side, std::string_view text) {
    const auto now = Clock::now();
    if (text.ends_with('\n')) text.remove_suffix(1);
    for (const auto text_line : split(text, '\n')) add(side, "!!!", text_line, now);
}

std::string GameProtocol::take() {
    const std::lock_guard lock(mutex_);
    log_.reset();
    return *text_;
}

}  // namespace xttt
