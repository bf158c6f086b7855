#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "base/result.h"

namespace xttt {

struct ExportOptions {
    std::string store;
    std::string output = "-";
    std::string format;  // xgn or jsonl, where the name does not tell
    std::string folder;  // a file for each entrant instead
    std::string entrant;
    std::optional<int> stage;  // from 1
    bool forfeits = false;
    bool all = false;  // also games that were played again
};

// Writes the games of a store as records.
Result<void> run_tournament_export(const ExportOptions& options, std::ostream& out);

}  // namespace xttt
