#include "commands.h"

namespace xttt {

void add_tournament(Command& app) {
    auto& tournament =
        app.add("tournament", "Run tournaments of many players and read their results.",
                {"xttt tournament check cup.toml", "xttt tournament run cup.toml"});
    add_tournament_check(tournament);
    add_tournament_run(tournament);
    add_tournament_pause(tournament);
    add_tournament_standings(tournament);
    add_tournament_export(tournament);
    add_tournament_report(tournament);
}

}  // namespace xttt
