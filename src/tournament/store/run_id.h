#pragma once

#include <string>

#include "base/result.h"

namespace xttt {

// A random name that tells the store at `path` from every other: of 12 hexadecimal digits, made by
// the first call and kept in the store. Requires a store that this process has opened for writing.
Result<std::string> run_id_of(const std::string& path);

}  // namespace xttt
