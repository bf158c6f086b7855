#include "selfplay.h"

#include <fstream>
#include <iostream>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cluster/self_play_crew.h"
#include "command_line.h"
#include "commands.h"
#include "engine_flags.h"
#include "interrupts.h"
#include "rules/with_variant.h"
#include "selfplay/check.h"
#include "selfplay/record_file.h"

namespace xttt {
namespace {

// The FENs of a file: the first four words of each line that has as many. So a book will do.
Result<std::vector<std::string>> read_openings(const std::string& path) {
    std::ifstream in(path);
    if (!in) return fail(Errc::Io, fmt::format("{} cannot be read", quote(path)));
    std::vector<std::string> fens;
    for (std::string line; std::getline(in, line);) {
        const auto words = split_words(line);
        if (words.size() < 4) continue;
        fens.push_back(fmt::format("{}", fmt::join(words.begin(), words.begin() + 4, " ")));
    }
    if (fens.empty())
        return fail(Errc::BadInput, fmt::format("{} holds no position; a line is a FEN and, as in "
                                                "books, what may follow it",
                                                quote(path)));
    return fens;
}

// Calls f<V>() for the variant of a file of records.
template <class F>
auto with_variant_of(const std::string& path, F&& f)
    -> decltype(f.template operator()<kExtreme>()) {
    const auto header = read_record_header(path);
    if (!header) return std::unexpected(header.error());
    return with_variant(variant_of(*header), f);
}

template <const Variant& V>
nlohmann::json as_json(const TrainingRecord<V>& record) {
    const Position<V> pos = record.position();
    return {{"fen", to_fen(pos)},
            {"score", record.score},
            {"best", move_text<V>(record.best_move())},
            {"margin", record.margin},
            {"result", record.result},
            {"ply", record.ply},
            {"game", record.game}};
}

}  // namespace

Result<int> run_selfplay_generate(GenerateCommand command, std::ostream& log) {
    if (!command.openings.empty()) {
        auto fens = read_openings(command.openings);
        if (!fens) return std::unexpected(fens.error());
        command.play.openings = std::move(*fens);
    }
    if (command.seconds > 0) command.play.time = std::chrono::seconds(command.seconds);
    std::uint32_t games = 0;
    const auto show = [&](const SelfPlayProgress& at) {
        games = at.games;
        log << fmt::format("{} games, {} records, {:.0f} records/s, {:.0f} s left\n", at.games,
                           at.records, at.rate(), at.left.count())
            << std::flush;
    };
    return with_variant(command.variant, [&]<const Variant & V>() -> Result<int> {
        if (!command.cluster.given()) {
            const auto done = generate<V>(command.play, show);
            return done ? Result<int>(0) : std::unexpected(done.error());
        }
        const InterruptGuard guard;
        const auto warn = [&log](const std::string& text) { log << text << '\n' << std::flush; };
        auto crew = ClusterSelfPlay<V>::open(
            command.play,
            {.cluster = cluster_options(command.cluster, "selfplay", command.play.out, warn),
             .batch = command.batch,
             .verified = command.verified,
             .interrupts = &guard.count()});
        if (!crew) return std::unexpected(crew.error());
        const auto done = generate<V>(command.play, **crew, show);
        if (!done) return std::unexpected(done.error());
        if (guard.count() == 0 || games >= command.play.games) return 0;
        log << "xttt: interrupted; the same command goes on\n";
        return 130;
    });
}

Result<void> run_selfplay_dump(const std::string& path, std::uint64_t limit, std::ostream& out) {
    return with_variant_of(path, [&]<const Variant & V>() -> Result<void> {
        std::uint64_t shown = 0;
        return for_each_record<V>(path, [&](std::span<const TrainingRecord<V>> piece) {
            for (const auto& record : piece)
                if (limit == 0 || shown++ < limit) out << as_json(record).dump() << '\n';
        });
    });
}

Result<void> run_selfplay_check(const std::string& path, std::ostream& out) {
    return with_variant_of(path, [&]<const Variant & V>() -> Result<void> {
        const auto sum = check_records<V>(path);
        if (!sum) return std::unexpected(sum.error());
        const auto header = read_record_header(path);
        if (!header) return std::unexpected(header.error());
        out << fmt::format(
            "variant {}, evaluation {}, {} nodes a move\n"
            "{} records, {} ends of games\n"
            "side to move won {}, drew {}, lost {}\n"
            "mean size of scores {:.2f} points; {} prove a line\n",
            V.name, evaluation_of(*header), header->nodes, sum->records, sum->games, sum->won,
            sum->drawn, sum->lost, sum->mean_score, sum->proven);
        return {};
    });
}

Result<void> run_selfplay_shuffle(const ArrangeOptions& options, std::ostream& out) {
    return with_variant_of(options.in.front(), [&]<const Variant & V>() -> Result<void> {
        const auto arranged = arrange_records<V>(options);
        if (!arranged) return std::unexpected(arranged.error());
        out << fmt::format("{} records read, {} written\n", arranged->read, arranged->written);
        return {};
    });
}

namespace {

void add_generate(CLI::App& selfplay, int& status) {
    auto options = std::make_shared<GenerateCommand>();
    auto* command = selfplay.add_subcommand("generate", "Play games and write their positions");
    auto& play = options->play;
    add_variant_option(*command, options->variant);
    command->add_option("--out", play.out, "File to write, or to go on with")->required();
    command->add_option("--games", play.games, "Games in the file in the end")
        ->check(CLI::Range(std::uint32_t{1}, std::numeric_limits<std::uint32_t>::max()))
        ->capture_default_str();
    command->add_option("--seconds", options->seconds, "Begin no game after so many seconds")
        ->check(CLI::Range(1, 1'000'000'000));
    command->add_option("--nodes", play.nodes, "Positions to look at for each move")
        ->check(node_range())
        ->capture_default_str();
    command->add_option("--algorithm", play.search.algorithm)->capture_default_str();
    command->add_option("--evaluation", play.search.evaluation)->capture_default_str();
    command->add_option("--eval-file", play.search.eval_file,
                        "Network of the evaluation nnue; without: the built-in one");
    command->add_option("--hash", play.search.hash_mb, "Memory of each search, in MiB")
        ->check(CLI::Range(1, 4096))
        ->capture_default_str();
    command->add_option("--opening-min", play.opening_min, "Random first moves, at least")
        ->check(CLI::Range(0, 60))
        ->capture_default_str();
    command->add_option("--opening-max", play.opening_max, "Random first moves, at most")
        ->check(CLI::Range(0, 60))
        ->capture_default_str();
    command->add_option("--openings", options->openings,
                        "Start games from positions of a book or file of FENs");
    command->add_option("--random-share", play.random_share, "Share of later moves drawn by lot")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str();
    command
        ->add_option("--temperature", play.temperature,
                     "Points a move may be worse and still be played at times")
        ->check(CLI::Range(0.0, 1000.0))
        ->capture_default_str();
    command
        ->add_option("--temperature-plies", play.temperature_plies,
                     "Marks on the boards up to which the temperature counts")
        ->check(CLI::Range(0, 256))
        ->capture_default_str();
    command->add_option("--seed", play.seed)->capture_default_str();
    auto* threads = command->add_option("--threads", play.threads)
                        ->check(CLI::Range(1, 1024))
                        ->capture_default_str();
    auto* cluster = add_coordinator_options(*command, options->cluster, {threads});
    command->add_option("--batch", options->batch, "Games a worker of the cluster gets at a time")
        ->check(CLI::Range(1, 100'000))
        ->capture_default_str()
        ->needs(cluster);
    command
        ->add_option("--verify", options->verified,
                     "Share of the cluster's games that is played here once more and compared")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str()
        ->needs(cluster);
    command->callback([=, &status] {
        const auto code = run_selfplay_generate(*options, std::cerr);
        status = code ? *code : exit_code(std::unexpected(code.error()));
    });
}

void add_readers(CLI::App& selfplay, int& status) {
    auto path = std::make_shared<std::string>();
    auto limit = std::make_shared<std::uint64_t>(0);
    auto* dump = selfplay.add_subcommand("dump", "Show records as JSON Lines");
    dump->add_option("file", *path)->required();
    dump->add_option("--limit", *limit, "How many at most");
    dump->callback([=, &status] {
        auto done = run_selfplay_dump(*path, *limit, std::cout);
        if (done) done = check_written(std::cout, "standard output");
        status = exit_code(done);
    });
    auto* check = selfplay.add_subcommand("check", "Test every record of a file");
    check->add_option("file", *path)->required();
    check->callback([=, &status] { status = exit_code(run_selfplay_check(*path, std::cout)); });
}

void add_shuffle(CLI::App& selfplay, int& status) {
    auto options = std::make_shared<ArrangeOptions>();
    auto* command =
        selfplay.add_subcommand("shuffle", "Join files of records into one, in random order");
    command->add_option("files", options->in)->required();
    command->add_option("--out", options->out, "File to write")->required();
    command->add_flag("--dedupe", options->dedupe,
                      "Keep one record of all that a symmetry turns into each other");
    command->add_option("--seed", options->seed)->capture_default_str();
    command->callback(
        [=, &status] { status = exit_code(run_selfplay_shuffle(*options, std::cout)); });
}

}  // namespace

void add_selfplay(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("selfplay", "Let the engine play itself for training");
    command->require_subcommand(1);
    add_generate(*command, status);
    add_readers(*command, status);
    add_shuffle(*command, status);
}

}  // namespace xttt
