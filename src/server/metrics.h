#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string>

namespace xttt {

// How long something took, counted in classes as Prometheus wants them.
class Histogram {
public:
    void add(std::chrono::nanoseconds time);
    // The lines of one histogram in seconds.
    std::string text(const std::string& name, const std::string& help) const;

private:
    static constexpr std::array kBoundsMs{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
    std::array<std::uint64_t, kBoundsMs.size() + 1> counts_{};
    std::chrono::nanoseconds sum_{};
};

// What the server counts; all of it in the thread of the network.
struct Metrics {
    std::uint64_t games_created = 0;
    std::uint64_t games_evicted = 0;
    std::uint64_t moves_confirmed = 0;
    std::uint64_t writes_failed = 0;
    std::uint64_t messages_refused = 0;
    std::uint64_t requests = 0;
    std::uint64_t requests_limited = 0;
    std::uint64_t connections_refused = 0;
    Histogram confirmation;  // from a move's arrival to its confirmation

    // What is so now, filled in when asked.
    struct Now {
        std::size_t connections = 0;
        std::size_t web_sockets = 0;
        std::size_t rooms = 0;
        std::int64_t open_games = 0;
        std::uint64_t batches = 0;
    };
    // The text of /metrics.
    std::string text(const Now& now) const;
};

}  // namespace xttt
