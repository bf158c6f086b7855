#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "base/result.h"
#include "record/game_record.h"

namespace xttt {

struct ReplayOptions {
    std::vector<std::string> files{"-"};  // "-": standard input
    std::string format;                   // empty: by the name, standard input as JSON Lines
};

// A game in the full form of the recorded vectors: the moves with what the rules say about each,
// and how it ended, as one line of JSON.
Result<std::string> full_form(const GameRecord& record);

// Writes the full form of every game; bad ones get a line on `log`.
Result<void> run_replay(const ReplayOptions& options, std::istream& in, std::ostream& out,
                        std::ostream& log);

}  // namespace xttt
