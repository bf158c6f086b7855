#pragma once

#include <chrono>
#include <cstdint>
#include <ostream>
#include <string>

#include "base/result.h"
#include "cluster/nats/connection.h"

namespace xttt {

struct WorkerCommand {
    NatsOptions server;
    int jobs = 0;  // 0: one for each core
    std::string name;
    std::string cache;
    std::chrono::duration<double> lease{30};
    std::chrono::duration<double> grace{30};
    bool allow_programs = false;
    bool any_build = false;
    bool no_sandbox = false;
};

// Works until SIGINT or SIGTERM.
Result<void> run_worker(const WorkerCommand& command, std::ostream& log);

}  // namespace xttt
