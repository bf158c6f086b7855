#pragma once

#include <memory>

#include "command.h"

namespace xttt {

// The whole command line of the program.
std::unique_ptr<Command> make_command_line();

// Each adds one command.
void add_play(Command& app);
void add_simulate(Command& app);
void add_match(Command& app);
void add_tournament(Command& app);
void add_tournament_check(Command& tournament);
void add_tournament_run(Command& tournament);
void add_tournament_pause(Command& tournament);  // and resume
void add_tournament_standings(Command& tournament);
void add_tournament_export(Command& tournament);
void add_tournament_report(Command& tournament);
void add_sprt(Command& app);
void add_testing(Command& app);
void add_testing_run(Command& testing);
void add_check_bot(Command& app);
void add_check_sandbox(Command& app);
void add_new_bot(Command& app);
void add_show(Command& app);
void add_perft(Command& app);
void add_replay(Command& app);
void add_convert(Command& app);
void add_export(Command& app);
void add_analyze(Command& app);
void add_explain(Command& app);
void add_bench(Command& app);
void add_solve(Command& app);
void add_book(Command& app);
void add_selfplay(Command& app);
void add_ugi(Command& app);
void add_worker(Command& app);
void add_cluster(Command& app);
void add_serve(Command& app);
void add_arena(Command& app);
void add_submit(Command& app);

}  // namespace xttt
