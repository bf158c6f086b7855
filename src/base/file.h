#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace xttt {

// The content of an input file: a regular file, a pipe or a device. Fails if it cannot be read, is
// a folder, or has more than `limit` bytes, such as an endless device.
inline constexpr std::size_t kInputFileLimit = std::size_t{256} << 20;
Result<std::string> read_input_file(const std::string& path, std::size_t limit = kInputFileLimit);

}  // namespace xttt
