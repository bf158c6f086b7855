#include "cluster/worker_audit.h"

#include <cmath>

#include <fmt/format.h>

namespace xttt {
namespace {

// How many standard deviations two shares are apart, if both come from one distribution.
double z_of(std::uint64_t hits, std::uint64_t games, std::uint64_t other_hits,
            std::uint64_t other_games) {
    const double n = static_cast<double>(games), m = static_cast<double>(other_games);
    const double share = static_cast<double>(hits + other_hits) / (n + m);
    const double deviation = std::sqrt(share * (1 - share) * (1 / n + 1 / m));
    if (deviation == 0) return 0;
    return (static_cast<double>(hits) / n - static_cast<double>(other_hits) / m) / deviation;
}

}  // namespace

void WorkerAudit::add_game(const std::string& worker, const Ending& ending, bool forfeit,
                           bool too_busy) {
    Tally& tally = tallies_[worker];
    ++tally.results[ending.result == GameResult::XWins   ? 0
                    : ending.result == GameResult::OWins ? 1
                                                         : 2];
    if (forfeit) ++tally.forfeits;
    if (too_busy) ++tally.busy;
}

void WorkerAudit::add_rejected(const std::string& worker) {
    ++tallies_[worker].rejected;
}

std::string WorkerAudit::suspicion(const Tally& one, const Tally& others) {
    if (one.rejected > 0) return fmt::format("{} of its results were rejected", one.rejected);
    constexpr std::uint64_t kFewest = 30;
    constexpr double kFar = 4.4;  // standard deviations: one in a hundred thousand, both ways
    const auto n = one.games(), m = others.games();
    if (n < kFewest || m < kFewest) return {};
    const auto compare = [&](std::uint64_t hits, std::uint64_t other_hits,
                             const char* what) -> std::string {
        if (std::abs(z_of(hits, n, other_hits, m)) < kFar) return {};
        return fmt::format("{} in {:.1f}% of its games, {:.1f}% on other workers", what,
                           100.0 * static_cast<double>(hits) / static_cast<double>(n),
                           100.0 * static_cast<double>(other_hits) / static_cast<double>(m));
    };
    auto found = compare(one.forfeits, others.forfeits, "forfeits");
    if (found.empty()) found = compare(one.busy, others.busy, "overloaded host");
    if (found.empty()) found = compare(one.results[0], others.results[0], "x wins");
    if (found.empty()) found = compare(one.results[1], others.results[1], "o wins");
    return found;
}

std::vector<WorkerFinding> WorkerAudit::findings() const {
    Tally all;
    for (const auto& [worker, tally] : tallies_) {
        for (int i = 0; i < 3; ++i) all.results[i] += tally.results[i];
        all.forfeits += tally.forfeits;
        all.busy += tally.busy;
    }
    std::vector<WorkerFinding> findings;
    for (const auto& [worker, tally] : tallies_) {
        Tally others = all;
        for (int i = 0; i < 3; ++i) others.results[i] -= tally.results[i];
        others.forfeits -= tally.forfeits;
        others.busy -= tally.busy;
        findings.push_back({.worker = worker,
                            .games = tally.games(),
                            .forfeits = tally.forfeits,
                            .rejected = tally.rejected,
                            .suspicion = suspicion(tally, others)});
    }
    return findings;
}

}  // namespace xttt
