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

// A file of games of one recipe. The content does not depend on the number of threads and machines,
// or on interruptions.
struct SelfPlayOptions : SelfPlayRecipe {
    std::string out;
    std::uint32_t games = 1000;  // total number of games in the file
    int threads = 1;
    std::optional<std::chrono::seconds> time;  // no game starts after this time
};

struct SelfPlayProgress {
    std::uint32_t games;
    std::uint64_t records;
    std::uint64_t new_records;  // since the start of this run
    std::chrono::duration<double> elapsed;
    double rate() const {
        return elapsed.count() > 0 ? static_cast<double>(new_records) / elapsed.count() : 0;
    }
    std::chrono::duration<double> left;
};

// Plays the games of a file: on threads of this process, or on a cluster.
template <const Variant& V>
class SelfPlayExecutor {
public:
    // Accepts a finished game, in any order, from any thread. Returns the number of games that are
    // stored in the file without a gap.
    using Take = std::function<std::uint32_t(std::uint32_t, std::vector<TrainingRecord<V>>)>;

    virtual ~SelfPlayExecutor() = default;
    // Plays the games from `first` up to, not including, `end`. Starts no game once enough() is
    // true.
    virtual Result<void> play(std::uint32_t first, std::uint32_t end, const Take& take,
                              const std::function<bool()>& enough) = 0;
};

// Plays until the file has the requested number of games or the time is up. Calls `progress` about
// once a second, and at the end.
template <const Variant& V>
Result<void> generate(const SelfPlayOptions& options, SelfPlayExecutor<V>& executor,
                      const std::function<void(const SelfPlayProgress&)>& progress);
// Plays on threads of this process.
template <const Variant& V>
Result<void> generate(const SelfPlayOptions& options,
                      const std::function<void(const SelfPlayProgress&)>& progress);

}  // namespace xttt
