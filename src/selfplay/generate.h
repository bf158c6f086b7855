#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "search/make_searcher.h"

namespace xttt {

// How the engine plays against itself. Games are numbered, and each depends on its number and
// these settings alone: any number of threads, in any number of sittings, writes the same file.
struct SelfPlayOptions {
    std::string out;
    SearchOptions search{.evaluation = "tuned", .hash_mb = 1};
    std::uint64_t nodes = 500;   // of each search
    std::uint32_t games = 1000;  // in the file in the end
    int opening_min = 2;         // random moves before the first search, at least
    int opening_max = 20;        // and at most
    double random_share = 0.02;  // of later moves that are random too
    double temperature = 0;      // in points: how much worse a move may be to be played at times
    int temperature_plies = 30;  // up to this many marks on the boards
    std::vector<std::string> openings;  // FENs to start from, drawn by lot; empty: the start
    std::uint64_t seed = 1;
    int threads = 1;
    std::optional<std::chrono::seconds> time;  // no game is begun after this
};

struct SelfPlayProgress {
    std::uint32_t games;
    std::uint64_t records;
    std::uint64_t new_records;  // since this run began
    std::chrono::duration<double> elapsed;
    double rate() const {
        return elapsed.count() > 0 ? static_cast<double>(new_records) / elapsed.count() : 0;
    }
    std::chrono::duration<double> left;
};

// Plays until the file holds as many games as asked for, or time is up. `progress` is called about
// once a second, and at the end.
template <const Variant& V>
Result<void> generate(const SelfPlayOptions& options,
                      const std::function<void(const SelfPlayProgress&)>& progress);

}  // namespace xttt
