#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "base/result.h"
#include "server/game/hub.h"
#include "server/net/listener.h"

namespace xttt {

struct ServerOptions {
    std::filesystem::path data;  // the only folder that is written to
    ListenerOptions listener;
    HubLimits games;
    std::vector<std::string> public_urls;
    std::vector<std::string> tournaments;  // stores to show
    double requests_per_second = 20;
    double games_per_minute = 10;
    bool public_metrics = false;
    std::string log_level = "info";  // "debug", "info", "warn", "error" or "off"
};

// Serves until SIGINT or SIGTERM. Writes its address to `out` once it can be reached, and nothing
// else; the log goes to standard error.
Result<void> run_server(const ServerOptions& options, std::ostream& out);

}  // namespace xttt
