#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace xttt {

// What the target of an HTTP request asks for.
struct Target {
    std::vector<std::string> path;  // "/api/games" is {"api", "games"}; "/" is empty
    std::string query;              // as written, without the question mark
};

// Understands "/a/b?c". Refused are targets that are no absolute path, and paths with control
// characters, backslashes, empty or dotted parts, escaped or not: no file is ever named so.
Result<Target> parse_target(std::string_view text);

}  // namespace xttt
