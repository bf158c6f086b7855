#include "commands.h"

#include <filesystem>

#include "command_help.h"
#include "commit.h"
#include "common_options.h"
#include "version.h"

namespace xttt {
namespace {

constexpr std::string_view kOverview =
    R"(xttt - Extreme Tic-Tac-Toe: play, study, test engines and run tournaments.

Try one of these:
  xttt play                              play against the engine
  xttt simulate 1                        watch a game between two random players
  xttt match --x engine:greedy --o random --games 20
                                         play 20 games between two players

'xttt --help' lists all commands, 'xttt COMMAND --help' explains one.
)";

// The level of x86-64 that the compiler was allowed to use, or the processor's family.
constexpr std::string_view instruction_set() {
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
    return "x86-64-v4";
#elif defined(__AVX2__) && defined(__BMI2__)
    return "x86-64-v3";
#elif defined(__SSE4_2__) && defined(__POPCNT__)
    return "x86-64-v2";
#elif defined(__x86_64__)
    return "x86-64";
#elif defined(__aarch64__)
    return "aarch64";
#else
    return "generic";
#endif
}

std::string version_text() {
#if defined(__clang__)
    constexpr std::string_view kCompiler = "clang " __clang_version__;
#else
    constexpr std::string_view kCompiler = "g++ " __VERSION__;
#endif
    return fmt::format("xttt {}\ncommit: {}\ncompiler: {}\ninstruction set: {}\nnetworks: {}\n",
                       XTTT_VERSION, XTTT_COMMIT, kCompiler, instruction_set(), XTTT_NETWORK_NAMES);
}

const Command* command_below(const Command& command, std::string_view name) {
    for (const auto& below : command.commands())
        if (below->name() == name) return below.get();
    return nullptr;
}

Result<void> write_man_pages(const Command& command, const std::string& folder) {
    TRY_VOID(
        write_file(folder + "/" + man_page_name(command) + ".1", man_page(command, XTTT_VERSION)));
    for (const auto& below : command.commands())
        if (!below->hidden()) TRY_VOID(write_man_pages(*below, folder));
    return {};
}

struct ManOptions {
    std::vector<std::string> command;
    std::string folder;
};

Result<void> run_man(const ManOptions& options, const Command& root, std::ostream& out) {
    const Command* command = &root;
    for (const std::string& name : options.command) {
        const Command* below = command_below(*command, name);
        if (below == nullptr)
            return fail(Errc::Usage,
                        fmt::format("'{}' has no command '{}'", command->path(), name));
        command = below;
    }
    if (options.folder.empty()) {
        out << man_page(*command, XTTT_VERSION);
        return {};
    }
    std::error_code failed;
    std::filesystem::create_directories(options.folder, failed);
    return write_man_pages(*command, options.folder);
}

void add_man(Command& app) {
    auto& command = app.add("man", "Print the manual page of the program or of a command.",
                            {"xttt man match | man -l -", "xttt man --output man1"});
    auto options = std::make_shared<ManOptions>();
    command.option("COMMAND", options->command, "Command, such as match or tournament run");
    command.group("Output");
    command.option("-o,--output FOLDER", options->folder, "Write all pages to this folder instead");
    command.run([options, &app](Streams io) { return run_man(*options, app, io.out); });
}

void add_completions(Command& app) {
    auto& command = app.add("completions", "Print a completion script for a shell.",
                            {"source <(xttt completions bash)",
                             "xttt completions fish > ~/.config/fish/completions/xttt.fish"});
    auto shell = std::make_shared<std::string>();
    command.option("SHELL", *shell, "The shell").choices({"bash", "zsh", "fish"}).required();
    command.run([shell](Streams io) -> Result<void> {
        io.out << completion_script(*shell);
        return {};
    });

    auto& check =
        app.add_hidden("parse-words", "Check a command line without running it.",
                       {"xttt parse-words -- show --ascii", "xttt parse-words -- perft --depth 3"});
    auto checked = std::make_shared<std::vector<std::string>>();
    check.option("WORD", *checked, "The words of the command line").required();
    check.run([checked](Streams) -> Result<void> {
        TRY_VOID(parse_command_line(*make_command_line(), *checked));
        return {};
    });

    auto& answer = app.add_hidden(
        "complete-words", "Answer a completion script.",
        {"xttt complete-words -- match --va", "xttt complete-words -- match --variant d"});
    auto words = std::make_shared<std::vector<std::string>>();
    answer.option("WORD", *words, "The words of the command line, the last one incomplete");
    answer.run([words, &app](Streams io) -> Result<void> {
        for (const std::string& candidate : completions(app, *words)) io.out << candidate << '\n';
        return {};
    });
}

}  // namespace

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

std::unique_ptr<Command> make_command_line() {
    auto app = std::make_unique<Command>(
        "xttt", "Play and analyse Extreme Tic-Tac-Toe, test engines and run tournaments.",
        std::vector<std::string>{"xttt play", "xttt match --x engine --o random --games 20"});
    for (const auto add :
         {add_play,          add_simulate, add_match,   add_tournament, add_sprt,  add_check_bot,
          add_check_sandbox, add_new_bot,  add_analyze, add_explain,    add_solve, add_show,
          add_replay,        add_convert,  add_export,  add_perft,      add_bench, add_book,
          add_selfplay,      add_ugi,      add_serve,   add_worker,     add_arena, add_submit,
          add_cluster,       add_testing,  add_man,     add_completions})
        add(*app);
    auto version = std::make_shared<bool>(false);
    app->flag("--version", *version,
              "Show version, commit, compiler, instruction set and networks");
    app->run([version](Streams io) -> Result<void> {
        io.out << (*version ? version_text() : std::string(kOverview));
        return {};
    });
    return app;
}

}  // namespace xttt
