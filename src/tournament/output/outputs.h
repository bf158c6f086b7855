#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "tournament/runner/progress.h"

// What people and programs see of a run.
namespace xttt {

// JSON Lines for programs; docs/reference/tournament.md lists the objects.
std::unique_ptr<TournamentListener> json_output(std::ostream& out, std::vector<std::string> names);

// Plain text for files and pipes: a line every few seconds, stages, forfeits, warnings, and the
// standings at the end; with `quiet` only warnings and the final standings.
std::unique_ptr<TournamentListener> text_output(std::ostream& out, std::vector<std::string> names,
                                                bool quiet);

// A live display on a terminal, redrawn in place a few times a second: progress, standings, last
// results, forfeits and warnings. At the end the complete standings remain. `size` is called before
// each redraw.
struct TerminalSize {
    int rows;
    int columns;
};
std::unique_ptr<TournamentListener> terminal_output(std::ostream& out, std::string title,
                                                    std::vector<std::string> names,
                                                    std::function<TerminalSize()> size);

}  // namespace xttt
