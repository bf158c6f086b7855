#pragma once

#include <ostream>
#include <string>

#include "base/result.h"
#include "coordinator_flags.h"
#include "rules/variant.h"
#include "selfplay/arrange.h"
#include "selfplay/generate.h"

namespace xttt {

struct GenerateCommand {
    std::string variant = std::string(kVariants.front()->name);
    SelfPlayOptions play;
    std::string openings;  // a file of FENs or a book; empty: games start at the start
    int seconds = 0;       // 0: as long as it takes
    CoordinatorFlags cluster;
    std::uint32_t batch = 32;  // games of an order to the cluster
    double verified = 0.001;   // of the cluster's games, how many are played here once more
};

// Plays games into a file; progress goes to `log`. Returns the exit status: 130 where it was
// interrupted before the end.
Result<int> run_selfplay_generate(GenerateCommand command, std::ostream& log);
// Records as JSON Lines, at most `limit` of them (0: all).
Result<void> run_selfplay_dump(const std::string& path, std::uint64_t limit, std::ostream& out);
// Tests every record and tells what a file holds.
Result<void> run_selfplay_check(const std::string& path, std::ostream& out);
// Joins files in random order.
Result<void> run_selfplay_shuffle(const ArrangeOptions& options, std::ostream& out);

}  // namespace xttt
