#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"

namespace xttt {

inline constexpr std::size_t kMostBotFiles = 1024;

// The names, within the bot's folder, of everything the bot needs there: first its own file, then
// the modules that it imports, directly or not, and every file and whole folder whose name one of
// these has in quotes, in code or in a comment. Fails, naming it, where such a file cannot travel:
// a symbolic link, which leads to what is not the bot's, or a path that holds on this machine only.
Result<std::vector<std::string>> files_of_bot(const std::string& bot_file);

// The content of a plain file; links are not followed.
Result<std::string> read_plain_file(const std::string& path);

}  // namespace xttt
