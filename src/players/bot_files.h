#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace xttt {

inline constexpr std::size_t kMostBotFiles = 1024;
inline constexpr std::size_t kMostFileBytes = std::size_t{64} << 20;

// The files in the bot's folder that the bot needs: its own file, the modules that it imports,
// directly or not, and all files and folders that one of these names in quotes, in code or in a
// comment. Fails, with the name, for a file that cannot be sent to workers: a symbolic link, or an
// absolute path.
Result<std::vector<std::string>> files_of_bot(const std::string& bot_file);

// Whether a path stays inside the folder it is relative to: one or more names separated by '/'.
bool is_portable_path(std::string_view name);

// The files that a bot can read in the sandbox: its folder, if no other entrant is in it; else its
// own file, the modules it imports and the data files of files_of_bot, without those of other
// entrants or in their folders. `others` are known files of other entrants; a Python file that
// defines move(self, board, old_move, flag) counts as one too, unless its name starts like the
// bot's (team10.py, team10_search.py). Errc::BadInput if its sources are larger than
// kMostSourceBytes.
Result<std::vector<std::string>> visible_files(const std::string& file,
                                               std::span<const std::string> others);

// Whether a Python file contains a bot: a class with move(self, board, old_move, flag) other than
// the players of the course simulators, or a class named Team... or Player.... Not one larger than
// kMostSourceBytes.
bool holds_bot(const std::string& file);

// A hash of the content of the files of a bot (files_of_bot), to detect changes; not for security.
Result<std::uint64_t> bot_checksum(const std::string& bot_file);
// The same of a program and of the files among its arguments. Fails if this machine does not have
// the program.
Result<std::uint64_t> program_checksum(const std::vector<std::string>& argv);

// The content of a regular file of at most kMostFileBytes; does not follow links.
Result<std::string> read_plain_file(const std::string& path);

}  // namespace xttt
