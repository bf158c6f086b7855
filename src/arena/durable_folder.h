#pragma once

#include <string>

#include "base/result.h"

namespace xttt {

// Makes the files of a folder and of the folders below it durable, with their names.
Result<void> sync_folder(const std::string& folder);

// Gives a folder its final name, in place of an older folder of that name. The content is durable
// before it has the name, and the name when the call returns. Both are in the same folder.
Result<void> install_folder(const std::string& from, const std::string& to);

}  // namespace xttt
