#pragma once

#include <vector>

#include "rules/variant.h"
#include "tournament/config/table_reader.h"
#include "tournament/schedule/stage_plan.h"

namespace xttt {

// Reads the [[stage]] tables, in order, for so many entrants. `games` is the number of games of a
// pairing where a stage does not say.
std::vector<StagePlan> read_stages(const toml::array* tables, int entrants, int games,
                                   const Variant& variant, ConfigErrors& errors);

}  // namespace xttt
