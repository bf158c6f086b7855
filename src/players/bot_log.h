#pragma once

#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>

namespace xttt {

// Where a bot's standard output and error of one game go.
struct BotLogFile {
    std::string path = {};                     // empty: nowhere
    std::size_t limit = std::size_t{1} << 20;  // bytes of the file, about
};

// Writes such a file. It is made when the bot first writes something. Of a text that is too long
// the beginning and the end are kept.
class BotLog {
public:
    explicit BotLog(BotLogFile file) : file_(std::move(file)) {}
    BotLog(const BotLog&) = delete;
    BotLog& operator=(const BotLog&) = delete;
    ~BotLog();

    void add(std::string_view text);

private:
    BotLogFile file_;
    std::ofstream out_;
    std::size_t written_ = 0;
    std::size_t left_out_ = 0;
    std::string end_;  // the last bytes of what did not fit
};

// A name of a player or entrant as part of a file's name.
std::string file_name_part(std::string_view name);

}  // namespace xttt
