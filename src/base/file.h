#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace xttt {

// The content of a file that people name: a regular file, a pipe or a device. Fails if it cannot be
// read, is a folder, or has more than `limit` bytes, as a device without end has.
inline constexpr std::size_t kInputFileLimit = std::size_t{256} << 20;
Result<std::string> read_input_file(const std::string& path, std::size_t limit = kInputFileLimit);

}  // namespace xttt
