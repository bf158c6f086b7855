#include "server/metrics.h"

#include <fmt/format.h>

#include "base/clock.h"

namespace xttt {
namespace {

template <class T>
std::string metric(const char* kind, const char* name, const char* help, T value) {
    return fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n{0} {3}\n", name, help, kind, value);
}

}  // namespace

void Histogram::add(std::chrono::nanoseconds time) {
    sum_ += time;
    std::size_t at = 0;
    while (at < kBoundsMs.size() && time > std::chrono::milliseconds(kBoundsMs[at])) ++at;
    ++counts_[at];
}

std::string Histogram::text(const std::string& name, const std::string& help) const {
    std::string text = fmt::format("# HELP {0} {1}\n# TYPE {0} histogram\n", name, help);
    std::uint64_t cumulative = 0;
    for (std::size_t i = 0; i < kBoundsMs.size(); ++i) {
        cumulative += counts_[i];
        text += fmt::format("{}_bucket{{le=\"{}\"}} {}\n", name, kBoundsMs[i] / 1000.0, cumulative);
    }
    cumulative += counts_.back();
    text += fmt::format("{0}_bucket{{le=\"+Inf\"}} {1}\n{0}_sum {2}\n{0}_count {1}\n", name,
                        cumulative, to_seconds(sum_));
    return text;
}

std::string Metrics::text(const Gauges& gauges) const {
    const auto count = [](const char* name, const char* help, std::uint64_t value) {
        return metric("counter", name, help, value);
    };
    return count("xttt_games_created_total", "Online games created.", games_created) +
           count("xttt_games_evicted_total", "Open games removed to make space for new ones.",
                 games_evicted) +
           count("xttt_moves_confirmed_total", "Moves stored and broadcast.", moves_confirmed) +
           count("xttt_commits_total", "Database transactions.", gauges.commits) +
           count("xttt_writes_failed_total", "Events that could not be stored.", writes_failed) +
           count("xttt_messages_refused_total", "Client messages answered with an error.",
                 messages_refused) +
           count("xttt_requests_total", "HTTP requests.", requests) +
           count("xttt_requests_limited_total", "HTTP requests refused by a rate limit.",
                 requests_limited) +
           count("xttt_connections_refused_total", "Connections refused by a limit.",
                 connections_refused) +
           metric("gauge", "xttt_connections", "Open connections.", gauges.connections) +
           metric("gauge", "xttt_web_sockets", "Open WebSocket connections.", gauges.web_sockets) +
           metric("gauge", "xttt_game_sessions", "Games in memory.", gauges.sessions) +
           metric("gauge", "xttt_open_games", "Games waiting for an opponent.", gauges.open_games) +
           confirmation.text(
               "xttt_confirmation_seconds",
               "Time from receiving a move to its confirmation, including the commit.");
}

}  // namespace xttt
