#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace xttt {

inline constexpr std::size_t kMostBotFiles = 1024;

// The names, within the bot's folder, of everything the bot needs there: first its own file, then
// the modules that it imports, directly or not, and every file and whole folder whose name one of
// these has in quotes, in code or in a comment. Fails, naming it, where such a file cannot travel:
// a symbolic link, which leads to what is not the bot's, or a path that holds on this machine only.
Result<std::vector<std::string>> files_of_bot(const std::string& bot_file);

// A path of one or more names with '/' between, that stays inside the folder it is used in.
bool is_travelling_name(std::string_view name);

// What a bot may see in the sandbox: its folder, if no other entrant is in it, else its own file
// and those files_of_bot names, without any that is another entrant's. Others are entrants whose
// files are known; a Python file that defines move(self, board, old_move, flag) counts as one too,
// unless its name begins as the bot's own does (team10.py, team10_search.py).
std::vector<std::string> visible_files(const std::string& file,
                                       std::span<const std::string> others);

// The content of a plain file; links are not followed.
Result<std::string> read_plain_file(const std::string& path);

}  // namespace xttt
