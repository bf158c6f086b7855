#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace xttt {

// Creates the folder of an arena, readable by its owner only, with those of uploads and bots. Fails
// with Errc::Usage if it exists.
Result<void> create_arena_folder(const std::filesystem::path& folder);

// Makes the files of a folder and of the folders below it durable, with their names.
Result<void> sync_folder(const std::string& folder);

// Gives a folder its final name, in place of an older folder of that name. The content is durable
// before it has the name, and the name when the call returns. Both are in the same folder.
Result<void> install_folder(const std::string& from, const std::string& to);

// Replaces a file. The file is complete and durable when the call returns; after a failure or a
// crash it is the old one or the new one.
Result<void> write_durable_file(const std::string& path, std::string_view content);

}  // namespace xttt
