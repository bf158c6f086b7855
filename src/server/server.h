#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "base/result.h"
#include "server/arena/arena_service.h"
#include "server/game/game_registry.h"
#include "server/net/listener.h"

namespace xttt {

struct ServerOptions {
    std::filesystem::path data;  // the only folder it writes to
    ListenerOptions listener;
    RegistryLimits games;
    std::vector<std::string> public_urls;
    std::vector<std::string> tournaments;  // stores to publish
    std::string testing;                   // folder of engine tests to publish; empty: none
    BotOptions bots;
    ArenaOptions arena;
    double requests_per_second = 20;
    bool public_metrics = false;
    std::optional<std::uint16_t> metrics_port;  // of 127.0.0.1; serves only /metrics
    std::string log_level = "info";             // "debug", "info", "warn", "error" or "off"
};

// Runs until SIGINT or SIGTERM. Writes only its URL to `out`, once it accepts connections; logs to
// standard error.
Result<void> run_server(const ServerOptions& options, std::ostream& out);

}  // namespace xttt
