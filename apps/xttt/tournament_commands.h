#pragma once

#include <CLI/CLI.hpp>

namespace xttt {

// Each adds one subcommand of 'xttt tournament'.
void add_tournament_report(CLI::App& tournament, int& status);

}  // namespace xttt
