#include <algorithm>
#include <filesystem>
#include <ostream>
#include <random>

#include <fmt/chrono.h>

#include "base/count_text.h"
#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"
#include "commands.h"
#include "commit_build.h"
#include "common_options.h"
#include "process/spawn.h"
#include "test_options.h"
#include "testing/test_folder.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

struct SubmitOptions {
    std::string folder;
    std::string name;
    int priority = 0;
    int share = 100;
    TestOptions games;
    SprtBounds bounds;
    std::vector<std::string> parameters;  // of a tuning
    int iterations = 10'000;
    std::string new_commit, old_commit;  // empty: not built from a commit
    std::string repository = ".";
    std::string build;
};

// Copies the program of a player into the folder, so that a later build does not change the test.
// Other players stay as they are.
Result<std::string> keep_player(const std::string& player, const TestFolder& folder) {
    TRY(const auto parsed, parse_player(player));
    const auto* program = std::get_if<UgiSpec>(&parsed.kind);
    if (program == nullptr) return player;
    UgiSpec spec = *program;
    TRY(const auto path, find_program(spec.argv[0]));
    TRY(const auto content, read_input_file(path));
    if (spec.name.empty()) spec.name = fs::path(spec.argv[0]).filename().string();
    TRY(spec.argv[0], folder.keep_program(content, sha256_hex(content)));
    return ugi_player_text(spec);
}

// Builds the commit of a player, if it has one, and points the player at the built program.
Result<std::optional<CommitBuild>> build_commit(const SubmitOptions& options,
                                                const std::string& commit, std::string& player) {
    if (commit.empty()) return std::nullopt;
    TRY(auto program, commit_program(player));
    TRY(auto built, CommitBuild::make(options.repository, commit, options.build));
    TRY(player, built.player(std::move(program)));
    return built;
}

Result<void> submit(const SubmitOptions& options, std::ostream& out) {
    const TestFolder folder(options.folder);
    Test test{.name = options.name,
              .submitted = fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(std::time(nullptr))),
              .priority = options.priority,
              .share = options.share,
              .bounds = options.bounds,
              .iterations = options.iterations};
    TRY_VOID(check(options.bounds));
    for (const std::string& text : options.parameters) {
        TRY(auto parameter, parse_spsa_parameter(text));
        if (std::ranges::find(test.parameters, parameter.name, &SpsaParameter::name) !=
            test.parameters.end())
            return fail(Errc::Usage,
                        fmt::format("parameter {} is given twice", quote(parameter.name)));
        test.parameters.push_back(std::move(parameter));
    }
    TestOptions games = options.games;
    // A build may take long: mistakes are refused before the first one.
    for (const auto& [commit, player] : {std::pair(options.new_commit, games.new_player),
                                         std::pair(options.old_commit, games.old_player)}) {
        if (commit.empty()) continue;
        if (options.build.empty())
            return fail(Errc::Usage, "a commit needs --build, the command that builds its program");
        TRY_VOID(commit_program(player));
    }
    // The destructors delete the programs, so they outlive the copies.
    TRY(const auto new_build, build_commit(options, options.new_commit, games.new_player));
    TRY(const auto old_build, build_commit(options, options.old_commit, games.old_player));
    if (test.is_tuning()) {
        games.old_player = games.new_player;
        games.most_games = 2 * options.iterations;
    }
    // Fails now if a player cannot play, instead of losing every game.
    TRY(auto config, test_config(games));
    for (EntrantConfig& entrant : config.entrants) {
        TRY(const auto spec, parse_player(entrant.player));
        if (test.is_tuning() && !std::holds_alternative<UgiSpec>(spec.kind))
            return fail(Errc::Usage, "only options of ugi: and sandbox: programs can be tuned");
        UgiSpec started = test.is_tuning() ? std::get<UgiSpec>(spec.kind) : UgiSpec{};
        for (const SpsaParameter& parameter : test.parameters)
            started.options.push_back({parameter.name, fmt::format("{}", parameter.start)});
        TRY_VOID(make_player(test.is_tuning() ? ugi_player_text(started) : entrant.player,
                             *config.variant, {.handshake_timeout = config.start_limit}));
        TRY(entrant.player, keep_player(entrant.player, folder));
    }
    if (!config.seed) config.seed = static_cast<std::uint64_t>(std::random_device{}());
    test.config = std::move(config);
    if (test.name.empty()) {
        TRY(const auto spec, parse_player(test.config.entrants[0].player));
        test.name = display_name(spec);
    }
    TRY_VOID(folder.submit(test));
    out << fmt::format("test {} submitted: {}\n", test.number, terminal_safe(test.name));
    return check_written(out, "standard output");
}

// Without a coordinator no test runs, even if the last coordinator left the state "running".
TestEntries without_coordinator(TestEntries tests) {
    for (auto& entry : tests)
        if (entry->state.status == TestStatus::Running ||
            entry->state.status == TestStatus::Waiting) {
            auto queued = std::make_shared<TestEntry>(*entry);
            queued->state.status = TestStatus::Queued;
            entry = std::move(queued);
        }
    return tests;
}

std::string list_text(const TestEntry& entry) {
    const auto& [test, state, stopping] = entry;
    std::string text = fmt::format("{:>4}  {:8}  priority {}, share {}  {:>7} games  ", test.number,
                                   name(state.status), test.priority, test.share, state.games());
    if (!test.is_tuning())
        text += fmt::format("LLR {:+.2f} ({:.2f} to {:.2f})", state.llr, test.bounds.lower(),
                            test.bounds.upper());
    for (std::size_t i = 0; i < test.parameters.size() && i < state.values.size(); ++i)
        text += fmt::format("{}{} {:.4g}", i > 0 ? ", " : "",
                            terminal_safe(test.parameters[i].name), state.values[i]);
    if (const long forfeits = state.forfeits.total(); forfeits > 0)
        text += ", " + count_text(forfeits, "forfeit");
    text += "  " + terminal_safe(test.name);
    if (!state.message.empty()) text += ": " + terminal_safe(state.message);
    return text + "\n";
}

Result<void> list(const std::string& path, bool json, std::ostream& out) {
    std::vector<std::string> problems;
    auto tests = TestReader(TestFolder(path)).read(problems);
    const bool coordinated = has_coordinator(path);
    if (!coordinated) tests = without_coordinator(std::move(tests));
    if (json) {
        out << TestPages().json(tests, problems);
        return check_written(out, "standard output");
    }
    if (tests.empty()) out << fmt::format("no tests in {}\n", terminal_safe(path));
    for (const auto& entry : tests) out << list_text(*entry);
    for (const std::string& problem : problems) out << terminal_safe(problem) << '\n';
    const bool queued = std::ranges::any_of(
        tests, [](const auto& each) { return each->state.status == TestStatus::Queued; });
    if (queued && !coordinated)
        out << fmt::format("No coordinator is running. Start one: xttt testing run --folder {}\n",
                           terminal_safe(path));
    return check_written(out, "standard output");
}

Result<void> stop(const std::string& path, int number, bool stops, std::ostream& out) {
    const TestFolder folder(path);
    TRY(const auto test, folder.test(number));
    TestState state = folder.state(number);
    const bool failed = state.status == TestStatus::Failed;
    if (state.ended() && (stops || !failed))
        return fail(Errc::Usage, fmt::format("test {} has already ended{}", number,
                                             is_undecided(test, state)
                                                 ? "; 'xttt testing change' with more --games "
                                                   "continues it"
                                                 : ""));
    TRY_VOID(folder.request_stop(number, stops));
    if (failed) {
        state.status = TestStatus::Queued;
        TRY_VOID(folder.set_state(number, state));
    }
    out << fmt::format("test {} {}\n", number, stops ? "will stop" : "resumed");
    return check_written(out, "standard output");
}

struct ChangeOptions {
    std::string folder;
    int number = 0;
    std::optional<int> priority, share, games;
};

Result<void> change(const ChangeOptions& options, std::ostream& out) {
    const TestFolder folder(options.folder);
    TRY(auto test, folder.test(options.number));
    if (!options.priority && !options.share && !options.games)
        return fail(Errc::Usage, "nothing to change; use --priority, --share or --games");
    TestState state = folder.state(options.number);
    const bool extended = options.games && is_undecided(test, state);
    if (state.status == TestStatus::Finished && !extended)
        return fail(Errc::Usage,
                    fmt::format("test {} has already ended: {}", options.number, state.message));
    if (options.games) {
        int& games = test.config.stages[0].games;
        if (test.is_tuning())
            return fail(Errc::Usage,
                        "the number of iterations of a tuning cannot change, because "
                        "its steps depend on it");
        if (*options.games <= games)
            return fail(Errc::Usage, fmt::format("--games can only grow: test {} has {}",
                                                 options.number, count_text(games, "game")));
        games = *options.games + *options.games % 2;
    }
    test.priority = options.priority.value_or(test.priority);
    test.share = options.share.value_or(test.share);
    TRY_VOID(TestFolder::replace(folder.file(options.number, "test.json"), test_text(test)));
    if (extended) {
        state.status = TestStatus::Queued;
        state.message.clear();
        TRY_VOID(folder.set_state(options.number, state));
    }
    out << fmt::format(
        "test {} changed: priority {}, share {}{}\n", test.number, test.priority, test.share,
        test.is_tuning() ? "" : ", at most " + count_text(test.config.stages[0].games, "game"));
    return check_written(out, "standard output");
}

void add_folder(Command& command, std::string& folder) {
    command.group("Queue");
    command.option("--folder FOLDER", folder, "Folder of the tests").required();
}

template <class Number>  // int, or an optional one
void add_weight_options(Command& command, Number& priority, Number& share) {
    command
        .option("--priority N", priority,
                "Tests of the highest priority run first, the others wait")
        .range(-1000, 1000);
    command
        .option("--share N", share,
                "Weight among tests of the same priority (OpenBench: throughput)")
        .range(1, 10'000);
}

void add_queue_options(Command& command, SubmitOptions& options) {
    add_folder(command, options.folder);
    command.option("--name NAME", options.name, "Name of the test")
        .default_text("name of the program");
    add_weight_options(command, options.priority, options.share);
}

void add_stop(Command& testing, const char* name, const char* summary, bool stops) {
    struct StopOptions {
        std::string folder;
        int number = 0;
    };
    auto& command = testing.add(name, summary,
                                {fmt::format("xttt testing {} 7 --folder tests", name),
                                 fmt::format("xttt testing {} 12 --folder /srv/tests", name)});
    auto options = std::make_shared<StopOptions>();
    command.option("TEST", options->number, "Number of the test").required();
    add_folder(command, options->folder);
    command.run([options, stops](Streams io) {
        return stop(options->folder, options->number, stops, io.out);
    });
}

}  // namespace

void add_testing(Command& app) {
    auto& testing =
        app.add("testing", "Queue engine tests and run them on this machine or a cluster.",
                {"xttt testing submit --folder tests --new ugi:./new --old ugi:./old",
                 "xttt testing run --folder tests --cluster nats://localhost:4222"});
    {
        auto& command = testing.add(
            "submit", "Submit a sequential test of a new player against an old one.",
            {"xttt testing submit --folder tests --new ugi:./new --old ugi:./old --tc 10+0.1 "
             "--elo0 0 --elo1 3 --priority 1 --share 50",
             "xttt testing submit --folder tests --new ugi:src/engine --new-commit my-branch "
             "--old ugi:src/engine --old-commit main --build 'make -C src'"});
        auto options = std::make_shared<SubmitOptions>();
        add_players(command, options->games);
        command.option("--new-commit COMMIT", options->new_commit,
                       "Build this commit; the path of --new is relative to it");
        command.option("--old-commit COMMIT", options->old_commit,
                       "Build this commit; the path of --old is relative to it");
        command.option("--build COMMAND", options->build, "Shell command that builds a commit");
        command.option("--repository FOLDER", options->repository, "Git repository of the commits");
        add_queue_options(command, *options);
        add_sprt_options(command, options->bounds, options->games.most_games);
        add_test_game_options(command, options->games);
        add_player_note(command);
        command.run([options](Streams io) { return submit(*options, io.out); });
    }
    {
        auto& command =
            testing.add("tune", "Submit a tuning of engine options by SPSA.",
                        {"xttt testing tune --folder tests --player ugi:./mine --iterations 5000 "
                         "--parameter Aggression,int,50,0,100,5,0.002 --nodes 2000",
                         "xttt testing tune --folder tests --player ugi:./mine --tc 5+0.05 "
                         "--parameter Aggression,int,50,0,100,5,0.002 --parameter "
                         "Caution,float,0.3,0,1,0.05,0.002"});
        auto options = std::make_shared<SubmitOptions>();
        command.group("Tuning");
        command
            .option("--player PLAYER", options->games.new_player,
                    "The ugi: or sandbox: program to tune")
            .required();
        command
            .option("--parameter TEXT", options->parameters,
                    "An option to tune: NAME,int|float,START,MIN,MAX,C_END,R_END")
            .required();
        command
            .option("--iterations N", options->iterations,
                    "Number of iterations, of two games each")
            .range(1, 10'000'000);
        add_queue_options(command, *options);
        add_test_game_options(command, options->games);
        command.run([options](Streams io) { return submit(*options, io.out); });
    }
    {
        struct ListOptions {
            std::string folder;
            bool json = false;
        };
        auto& command = testing.add(
            "list", "List all tests with their state.",
            {"xttt testing list --folder tests", "xttt testing list --folder tests --json"});
        auto options = std::make_shared<ListOptions>();
        add_folder(command, options->folder);
        command.flag("--json", options->json, "Print JSON");
        command.run([options](Streams io) { return list(options->folder, options->json, io.out); });
    }
    add_stop(testing, "stop", "Stop a test; its games are kept.", true);
    add_stop(testing, "resume", "Resume a stopped or failed test.", false);
    {
        auto& command = testing.add("change", "Change the priority, share or length of a test.",
                                    {"xttt testing change 7 --folder tests --priority 1 --share 50",
                                     "xttt testing change 7 --folder tests --games 400000"});
        auto options = std::make_shared<ChangeOptions>();
        command.option("TEST", options->number, "Number of the test").required();
        add_folder(command, options->folder);
        add_weight_options(command, options->priority, options->share);
        command
            .option("--games N", options->games,
                    "New maximum number of games; continues an undecided test")
            .range(2, 100'000'000);
        command.run([options](Streams io) { return change(*options, io.out); });
    }
    add_testing_run(testing);
}

}  // namespace xttt
