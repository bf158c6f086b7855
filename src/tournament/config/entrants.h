#pragma once

#include <string>
#include <vector>

#include "tournament/config/table_reader.h"
#include "tournament/config/tournament_config.h"

namespace xttt {

// Reads the [[entrant]] tables and the [[bots]] folders. Names of files start from `folder`.
std::vector<EntrantConfig> read_entrants(const toml::array* entrants, const toml::array* bots,
                                         const std::string& folder, FileCheck files,
                                         ConfigErrors& errors);

// A name of a file as the program sees it that runs elsewhere: `file` as it is read in `folder`.
std::string from_folder(const std::string& folder, const std::string& file);

}  // namespace xttt
