#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tournament/runner/progress.h"

namespace xttt {

// The tables of a stage as text, a table for each pool, at most so many rows each (0: all).
std::string standings_text(const Progress& progress, int stage,
                           const std::vector<std::string>& names, int most_rows = 0);

// The same for programs: an array of pools, each an array of rows.
nlohmann::ordered_json standings_json(const Progress& progress, int stage,
                                      const std::vector<std::string>& names);

// Elo numbers over all stages with their intervals, best first.
std::string ratings_text(const Progress& progress, const std::vector<std::string>& names);
nlohmann::ordered_json ratings_json(const Progress& progress,
                                    const std::vector<std::string>& names);

// The text cut or filled with blanks to a width, counted in characters as UTF-8 has them.
std::string fitted(std::string_view text, std::size_t width);

}  // namespace xttt
