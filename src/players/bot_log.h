#pragma once

#include <cstddef>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

namespace xttt {

// The log file for the standard output and error of a bot in one game.
struct BotLogFile {
    std::string path = {};                     // empty: no file
    std::size_t limit = std::size_t{1} << 20;  // approximate maximum size in bytes
    std::shared_ptr<std::string> memory = {};  // instead of a file; complete after the game

    bool wanted() const { return memory != nullptr || !path.empty(); }
};

// Writes a log. Creates the file when the bot first writes something. Keeps the beginning and the
// end of a text that is too long.
class BotLog {
public:
    explicit BotLog(BotLogFile file) : file_(std::move(file)) {}
    BotLog(const BotLog&) = delete;
    BotLog& operator=(const BotLog&) = delete;
    ~BotLog();

    void add(std::string_view text);

private:
    void write(std::string_view text);

    BotLogFile file_;
    std::ofstream out_;
    std::size_t written_ = 0;
    std::size_t left_out_ = 0;
    std::string end_;  // the last bytes that did not fit
};

// A player name in a form that is safe in file names.
std::string file_name_part(std::string_view name);

}  // namespace xttt
