#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace xttt {

// The content of an input file: a regular file, a pipe or a device. Fails if it cannot be read, is
// a folder, or has more than `limit` bytes, such as an endless device.
inline constexpr std::size_t kInputFileLimit = std::size_t{256} << 20;
Result<std::string> read_input_file(const std::string& path, std::size_t limit = kInputFileLimit);

// Replaces or creates a file, so that readers see the old or the new content as a whole: writes
// `part`, a file in the same folder, and renames it. Not durable.
Result<void> replace_file(const std::string& path, const std::string& part,
                          std::string_view content, bool executable = false);

}  // namespace xttt
