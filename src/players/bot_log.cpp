#include "players/bot_log.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/text.h"

namespace xttt {

void BotLog::add(std::string_view text) {
    if (!file_.wanted() || text.empty()) return;
    if (!file_.memory && !out_.is_open()) {
        std::error_code failed;
        std::filesystem::create_directories(std::filesystem::path(file_.path).parent_path(),
                                            failed);
        out_.open(file_.path, std::ios::binary | std::ios::trunc);
        if (!out_) return file_.path.clear();  // a full disk must not forfeit the game
    }
    const std::size_t fits =
        std::min(text.size(), file_.limit / 2 - std::min(written_, file_.limit / 2));
    write(text.substr(0, fits));
    written_ += fits;
    end_ += text.substr(fits);
    const std::size_t kept = file_.limit / 2;
    // Truncates only occasionally, so that appending stays cheap.
    if (end_.size() > 2 * kept) {
        left_out_ += end_.size() - kept;
        end_.erase(0, end_.size() - kept);
    }
}

void BotLog::write(std::string_view text) {
    if (file_.memory)
        *file_.memory += text;
    else
        out_ << text << std::flush;
}

BotLog::~BotLog() {
    if (end_.empty()) return;
    const std::size_t kept = std::min(end_.size(), file_.limit / 2);
    left_out_ += end_.size() - kept;
    if (left_out_ > 0) write(fmt::format("\n[xttt: {} bytes left out]\n", left_out_));
    write(std::string_view(end_).substr(end_.size() - kept));
}

std::string file_name_part(std::string_view name) {
    std::string part;
    for (const char c : name) {
        const char lower = to_lower(c);
        const bool plain = (lower >= 'a' && lower <= 'z') || is_digit(c) || c == '-' || c == '_' ||
                           (c == '.' && !part.empty());
        part += plain ? c : '_';
    }
    return part.empty() ? "_" : part.substr(0, 100);
}

}  // namespace xttt
