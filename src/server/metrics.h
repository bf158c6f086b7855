#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string>

namespace xttt {

// A Prometheus histogram of durations.
class Histogram {
public:
    void add(std::chrono::nanoseconds time);
    // The exposition text, in seconds.
    std::string text(const std::string& name, const std::string& help) const;

private:
    static constexpr std::array kBoundsMs{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
    std::array<std::uint64_t, kBoundsMs.size() + 1> counts_{};
    std::chrono::nanoseconds sum_{};
};

// Used only in the network thread.
struct Metrics {
    std::uint64_t games_created = 0;
    std::uint64_t games_evicted = 0;
    std::uint64_t moves_confirmed = 0;
    std::uint64_t writes_failed = 0;
    std::uint64_t messages_refused = 0;
    std::uint64_t requests = 0;
    std::uint64_t requests_limited = 0;
    std::uint64_t connections_refused = 0;
    Histogram confirmation;  // from receiving a move to confirming it

    // Current values.
    struct Gauges {
        std::size_t connections = 0;
        std::size_t web_sockets = 0;
        std::size_t sessions = 0;
        std::int64_t open_games = 0;
        std::uint64_t commits = 0;
    };
    // The text of /metrics.
    std::string text(const Gauges& gauges) const;
};

}  // namespace xttt
