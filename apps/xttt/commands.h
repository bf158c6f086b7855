#pragma once

#include <CLI/CLI.hpp>

namespace xttt {

// Each adds one subcommand to the program; running it leaves the exit code in `status`.
void add_show(CLI::App& app, int& status);
void add_perft(CLI::App& app, int& status);
void add_replay(CLI::App& app, int& status);
void add_convert(CLI::App& app, int& status);
void add_simulate(CLI::App& app, int& status);
void add_tournament(CLI::App& app, int& status);
void add_sprt(CLI::App& app, int& status);
void add_check_bot(CLI::App& app, int& status);
void add_new_bot(CLI::App& app, int& status);
void add_match(CLI::App& app, int& status);
void add_play(CLI::App& app, int& status);
void add_analyze(CLI::App& app, int& status);
void add_bench(CLI::App& app, int& status);
void add_ugi(CLI::App& app, int& status);
void add_solve(CLI::App& app, int& status);
void add_book(CLI::App& app, int& status);
void add_selfplay(CLI::App& app, int& status);
void add_worker(CLI::App& app, int& status);
void add_cluster(CLI::App& app, int& status);
void add_serve(CLI::App& app, int& status);

}  // namespace xttt
