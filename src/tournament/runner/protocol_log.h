#pragma once

#include <cstdint>
#include <deque>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/result.h"
#include "tournament/runner/game_executor.h"

namespace xttt {

// A file with the protocol of the last games, one section for each, and beside it a file for each
// forfeited game: games.log, games-forfeit-0012.log. Thread-safe: games run in several threads.
class ProtocolLog {
public:
    // Replaces the file. Keeps the last `games` games.
    static Result<std::unique_ptr<ProtocolLog>> open(std::string path, int games);
    // Cuts the file to the last games.
    ~ProtocolLog();

    // Follows a game whose setup has a protocol; null if it has none.
    std::unique_ptr<GameListener> listen(const GameTask& task);
    // Adds the games that are still being played, for a run that ends without them.
    void add_unfinished();
    // The first failure to write. Games continue without their log.
    Result<void> written();

private:
    ProtocolLog(std::string path, int games) : path_(std::move(path)), games_(games) {}

    class Listener;
    struct Running {
        std::string title;
        std::shared_ptr<GameProtocol> protocol;
    };
    void end(std::uint64_t id, std::string_view last_line, bool forfeit);
    void append(const std::string& section);
    void rewrite();
    void write(std::ofstream& out, const std::string& path, std::string_view text);

    const std::string path_;
    const int games_;
    std::mutex mutex_;
    std::ofstream out_;
    Result<void> written_;
    std::map<std::uint64_t, Running> running_;
    std::deque<std::size_t> sections_;  // bytes of each game in the file, the oldest first
};

}  // namespace xttt
