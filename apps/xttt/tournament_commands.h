#pragma once

#include <CLI/CLI.hpp>

namespace xttt {

// Each adds one subcommand of 'xttt tournament'.
void add_tournament_run(CLI::App& tournament, int& status);
void add_tournament_check(CLI::App& tournament, int& status);
void add_tournament_standings(CLI::App& tournament, int& status);
void add_tournament_export(CLI::App& tournament, int& status);
void add_tournament_pause(CLI::App& tournament, int& status);  // and resume
void add_tournament_report(CLI::App& tournament, int& status);

}  // namespace xttt
