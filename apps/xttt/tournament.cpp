#include "commands.h"
#include "tournament_commands.h"

namespace xttt {

void add_tournament(CLI::App& app, int& status) {
    auto* tournament =
        app.add_subcommand("tournament", "Tournaments of many players, and their results");
    tournament->require_subcommand(1);
    add_tournament_report(*tournament, status);
}

}  // namespace xttt
