#include <csignal>
#include <exception>
#include <iostream>
#include <string_view>

#include "command_line.h"
#include "commands.h"
#include "version.h"

namespace {

constexpr std::string_view kOverview =
    R"(xttt - Extreme Tic-Tac-Toe: small boards of cells inside a big board of small boards.

Try one of these:
  xttt play                              play against the engine
  xttt simulate 1                        watch two random players play a whole game
  xttt match --x engine:greedy --o random --games 20
                                         let one player meet another, 20 games

Commands: play, simulate, match, tournament, sprt, check-bot, new-bot, show, perft, replay, convert,
analyze, bench, solve, book, selfplay, ugi, worker, cluster, serve.
'xttt COMMAND --help' explains one of them, 'xttt --help' lists them all.
)";

int run(int argc, char** argv) {
    CLI::App app{"Extreme Tic-Tac-Toe: play, study and measure", "xttt"};
    app.set_version_flag("--version", "xttt " XTTT_VERSION);
    app.require_subcommand(0, 1);
    int status = 0;
    xttt::add_play(app, status);
    xttt::add_simulate(app, status);
    xttt::add_match(app, status);
    xttt::add_tournament(app, status);
    xttt::add_sprt(app, status);
    xttt::add_check_bot(app, status);
    xttt::add_new_bot(app, status);
    xttt::add_show(app, status);
    xttt::add_perft(app, status);
    xttt::add_replay(app, status);
    xttt::add_convert(app, status);
    xttt::add_analyze(app, status);
    xttt::add_bench(app, status);
    xttt::add_solve(app, status);
    xttt::add_book(app, status);
    xttt::add_selfplay(app, status);
    xttt::add_ugi(app, status);
    xttt::add_worker(app, status);
    xttt::add_cluster(app, status);
    xttt::add_serve(app, status);
    app.callback([&app] {
        if (app.get_subcommands().empty()) std::cout << kOverview;
    });

    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked) {  // --help and --version
        app.exit(asked, std::cout, std::cerr);
    } catch (const CLI::ParseError& error) {
        const auto commands = app.get_subcommands();
        const std::string command = commands.empty() ? "" : commands[0]->get_name() + ' ';
        xttt::complain(
            {xttt::Errc::Usage, std::string(error.what()) + "; see xttt " + command + "--help"});
        return 2;
    }
    // A command that failed has said so. Otherwise its last words must still arrive.
    if (status != 0) return status;
    return xttt::exit_code(xttt::check_written(std::cout, "standard output"));
}

}  // namespace

int main(int argc, char** argv) {
    // A closed pipe then shows as a failed write, which is reported like any other.
    std::signal(SIGPIPE, SIG_IGN);
    std::ios::sync_with_stdio(false);
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        xttt::complain({xttt::Errc::BadInput, error.what()});
        return 1;
    }
}
