#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "selfplay/recipe.h"
#include "selfplay/training_record.h"

namespace xttt {

// A file of games by one recipe: any number of threads or machines, in any number of sittings,
// writes the same file.
struct SelfPlayOptions : SelfPlayRecipe {
    std::string out;
    std::uint32_t games = 1000;  // in the file in the end
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

// Those who play the games of a file: threads of this process, or machines on a network.
template <const Variant& V>
class SelfPlayCrew {
public:
    // Takes a game, in any order, from any thread; returns how many games, from the first on, are
    // in the file now and safe.
    using Take = std::function<std::uint32_t(std::uint32_t, std::vector<TrainingRecord<V>>)>;

    virtual ~SelfPlayCrew() = default;
    // Plays the games from `first` to before `end`. Begins none once `enough()`.
    virtual Result<void> play(std::uint32_t first, std::uint32_t end, const Take& take,
                              const std::function<bool()>& enough) = 0;
};

// Plays until the file holds as many games as asked for, or time is up. `progress` is called about
// once a second, and at the end.
template <const Variant& V>
Result<void> generate(const SelfPlayOptions& options, SelfPlayCrew<V>& crew,
                      const std::function<void(const SelfPlayProgress&)>& progress);
// The same with threads of this process.
template <const Variant& V>
Result<void> generate(const SelfPlayOptions& options,
                      const std::function<void(const SelfPlayProgress&)>& progress);

}  // namespace xttt
