#pragma once

#include <chrono>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "base/result.h"

namespace xttt {

struct ServeOptions {
    std::string address = "127.0.0.1";
    std::optional<int> port;  // empty: 8080, or a free one if it is taken
    std::string data;         // empty: the user's data folder
    std::vector<std::string> public_urls;
    std::vector<std::string> tournaments;
    bool behind_proxy = false;
    bool public_metrics = false;
    std::optional<int> metrics_port;
    int connections = 10'000;
    int connections_per_address = 64;
    double requests_per_second = 20;
    double games_per_minute = 10;
    int open_games = 20'000;
    std::chrono::minutes open_grace{10};
    int keep_days = 365;
    std::chrono::duration<double> request_timeout{15};
    std::chrono::duration<double> idle_timeout{40};
    std::string log_level = "info";
};

// Runs until SIGINT or SIGTERM; writes the URL to `out`.
Result<void> run_serve(const ServeOptions& options, std::ostream& out);

}  // namespace xttt
