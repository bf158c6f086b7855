#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "base/result.h"

namespace xttt {

struct SpawnRequest {
    std::vector<std::string> argv;         // argv[0] is looked up in PATH when it has no slash
    std::vector<std::string> environment;  // NAME=value, complete
    std::string cwd;                       // empty: the caller's
    // Which of our descriptors become which of the child's. Everything else is closed.
    std::vector<std::pair<int, int>> descriptors;
};

// Starts a program as the leader of its own process group, with default signal handling, to be
// killed when the calling thread ends. Fails when the program cannot be executed.
Result<pid_t> spawn(const SpawnRequest& request);

// The absolute path of a program as a shell would find it.
Result<std::string> find_program(const std::string& name);

// The environment of this process, as NAME=value.
std::vector<std::string> current_environment();

}  // namespace xttt
