#include "commands.h"
#include "tournament_commands.h"

namespace xttt {

void add_tournament(CLI::App& app, int& status) {
    auto* tournament =
        app.add_subcommand("tournament", "Tournaments of many players, and their results");
    tournament->require_subcommand(1);
    add_tournament_check(*tournament, status);
    add_tournament_run(*tournament, status);
    add_tournament_pause(*tournament, status);
    add_tournament_standings(*tournament, status);
    add_tournament_export(*tournament, status);
    add_tournament_report(*tournament, status);
}

}  // namespace xttt
