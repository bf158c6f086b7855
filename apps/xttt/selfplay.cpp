#include <filesystem>
#include <limits>
#include <ostream>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "cluster/cluster_self_play.h"
#include "commands.h"
#include "common_options.h"
#include "coordinator_flags.h"
#include "interrupts.h"
#include "rules/variant.h"
#include "rules/with_variant.h"
#include "selfplay/check.h"
#include "selfplay/game_statistics.h"
#include "selfplay/generate.h"
#include "selfplay/record_file.h"
#include "selfplay/shuffle.h"

namespace xttt {
namespace {

struct GenerateCommand {
    std::string variant = std::string(kVariants.front()->name);
    SelfPlayOptions play;
    std::string openings;  // a file of FENs or a book; empty: the initial position
    std::chrono::duration<double> max_time{0};  // 0: no limit
    CoordinatorFlags cluster;
    std::uint32_t batch = 32;  // games per order to the cluster
    double verified = 0.001;   // share of the games of the cluster that are replayed here
};

struct StatisticsCommand {
    std::string variant = std::string(kVariants.front()->name);
    StatisticsOptions play;
    std::string out;           // standard output if empty
    std::string openings_out;  // the opening file; empty: none
    int opening_plies = 8;
    std::size_t positions = 9000;
    std::chrono::duration<double> max_time{0};  // 0: no limit
};

// The FENs of a file: the first four words of each text line. Books have this format too.
Result<std::vector<std::string>> read_openings(const std::string& path) {
    TRY(auto text, read_input_file(path));
    std::istringstream in(std::move(text));
    std::vector<std::string> fens;
    for (std::string text_line; std::getline(in, text_line);) {
        const auto words = split_words(text_line);
        if (words.size() < 4) continue;
        fens.push_back(fmt::format("{}", fmt::join(words.begin(), words.begin() + 4, " ")));
    }
    if (fens.empty())
        return fail(
            Errc::BadInput,
            fmt::format("{} contains no position; each line must start with a FEN, as in a book",
                        quote(path)));
    return fens;
}

// Calls f<V>() for the variant of a file of records.
template <class F>
auto with_variant_of(const std::string& path, F&& f)
    -> decltype(f.template operator()<kExtreme>()) {
    TRY(const auto header, read_record_header(path));
    return with_variant(variant_of(header), f);
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
        TRY(command.play.openings, read_openings(command.openings));
    }
    if (command.max_time.count() > 0)
        command.play.time = std::chrono::ceil<std::chrono::seconds>(command.max_time);
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
        const auto warn = [&log](const std::string& text) {
            log << terminal_safe(text) << '\n' << std::flush;
        };
        TRY_VOID(check(command.cluster.server));
        TRY(const auto id, run_id_beside(command.play.out));
        TRY(auto executor,
            ClusterSelfPlay<V>::open(
                command.play, {.cluster = cluster_options(command.cluster, "selfplay", id, warn),
                               .batch = command.batch,
                               .verified = command.verified,
                               .interrupts = &guard.count()}));
        TRY_VOID(generate<V>(command.play, *executor, show));
        if (games >= command.play.games) {
            std::error_code ignored;
            std::filesystem::remove(command.play.out + ".run", ignored);
            return 0;
        }
        if (guard.count() == 0) return 0;
        log << "xttt: interrupted. Run the same command again to resume.\n";
        return 130;
    });
}

// Writes the statistics as JSON, and the opening file if it has a name.
template <const Variant& V>
Result<void> write_statistics(const StatisticsCommand& command, const StatisticsSoFar<V>& found,
                              std::ostream& out) {
    const auto& play = command.play;
    const std::string text = fmt::format(
        "{{\"format\":\"xttt-statistics 1\",\"variant\":\"{}\",\"evaluation\":\"{}\","
        "\"nodes\":{},\"temperature\":{},\"temperature_plies\":{},\"bonus_nodes\":{},"
        "\"seed\":{},\n{}}}\n",
        V.name, play.search.evaluation, play.nodes, play.temperature, play.temperature_plies,
        play.bonus_nodes, play.seed, found.games.json_members());
    if (!command.openings_out.empty())
        TRY_VOID(write_file(command.openings_out, found.openings.text(command.positions)));
    if (!command.out.empty()) return write_file(command.out, text);
    out << text;
    return {};
}

Result<void> run_selfplay_statistics(StatisticsCommand command, Streams io) {
    if (command.max_time.count() > 0)
        command.play.time = std::chrono::duration_cast<Clock::duration>(command.max_time);
    if (!command.openings_out.empty()) command.play.opening_plies = command.opening_plies;
    return with_variant(command.variant, [&]<const Variant & V>() -> Result<void> {
        Result<void> written;
        TRY(const auto found, play_statistics<V>(command.play, [&](const StatisticsSoFar<V>& at) {
                io.err << fmt::format("{} games\n", at.games.games()) << std::flush;
                if (!command.out.empty() && written)
                    written = write_statistics(command, at, io.out);
            }));
        TRY_VOID(written);
        return write_statistics(command, found, io.out);
    });
}

Result<void> run_selfplay_dump(const std::string& path, std::uint64_t limit, std::ostream& out) {
    return with_variant_of(path, [&]<const Variant & V>() -> Result<void> {
        std::uint64_t number = 0;
        Result<void> fine;
        TRY_VOID(for_each_record<V>(path, [&](std::span<const TrainingRecord<V>> piece) {
            for (const auto& record : piece) {
                if (!fine || (limit != 0 && number >= limit)) return;
                if (const auto fault = record_fault(record); !fault.empty())
                    fine = fail(Errc::BadInput,
                                fmt::format("{}: record {}: {}", quote(path), number, fault));
                else
                    out << as_json(record).dump() << '\n';
                ++number;
            }
        }));
        return fine;
    });
}

Result<void> run_selfplay_check(const std::string& path, std::ostream& out) {
    return with_variant_of(path, [&]<const Variant & V>() -> Result<void> {
        TRY(const auto sum, check_records<V>(path));
        TRY(const auto header, read_record_header(path));
        out << fmt::format(
            "variant {}, evaluation {}, {} nodes per move\n"
            "{} records of {} games\n"
            "side to move: {} won, {} drawn, {} lost\n"
            "mean absolute score {:.2f} points; {} scores prove a line\n",
            V.name, evaluation_of(header), header.nodes, sum.records, sum.games, sum.won, sum.drawn,
            sum.lost, sum.mean_score, sum.proven);
        return {};
    });
}

Result<void> run_selfplay_shuffle(const ShuffleOptions& options, std::ostream& out) {
    return with_variant_of(options.in.front(), [&]<const Variant & V>() -> Result<void> {
        TRY(const auto shuffled, shuffle_records<V>(options));
        out << fmt::format("{} records read, {} written\n", shuffled.read, shuffled.written);
        return {};
    });
}

namespace {

// The search of the players, and the first options of the group "Games".
void add_search_options(Command& command, SelfPlayRecipe& recipe, std::string& variant) {
    command.group("Search");
    command.option("--nodes N", recipe.nodes, "Nodes per move").range(1, kMaxNodes);
    add_searcher_options(command, recipe.search);
    command.group("Games");
    add_variant_option(command, variant);
}

void add_temperature_options(Command& command, SelfPlayRecipe& recipe) {
    command
        .option("--temperature POINTS", recipe.temperature,
                "Softmax temperature of the moves, in points; 0 plays the best move")
        .range(0, 1000);
    command
        .option("--temperature-plies N", recipe.temperature_plies,
                "Plies after which the temperature is 0")
        .range(0, 256);
}

void add_generate(Command& selfplay) {
    auto& command = selfplay.add(
        "generate", "Play games and write their positions.",
        {"xttt selfplay generate --output games.rec --games 1000",
         "xttt selfplay generate --output games.rec --variant double --nodes 2000 --max-time 8h"});
    auto options = std::make_shared<GenerateCommand>();
    auto& play = options->play;
    command.group("Output");
    command.option("-o,--output FILE", play.out, "File to write; resumes an existing file")
        .alias("--out")
        .required();
    command.option("--games N", play.games, "Total number of games to generate")
        .range(1, std::numeric_limits<std::uint32_t>::max());
    command.option("--max-time TIME", options->max_time, "Start no game after this time: 90s, 8h")
        .range(1, 1e9)
        .alias("--seconds")
        .default_text("no limit");
    add_search_options(command, play, options->variant);
    command.option("--opening-min N", play.opening_min, "Minimum number of random opening moves")
        .range(0, 60);
    command.option("--opening-max N", play.opening_max, "Maximum number of random opening moves")
        .range(0, 60);
    command.option("--openings FILE", options->openings,
                   "Start games from the positions of a book or a file of FENs");
    command
        .option("--random-share P", play.random_share,
                "Probability of a random move after the opening")
        .range(0, 1);
    add_temperature_options(command, play);
    command.option("--seed N", play.seed, "Random seed");
    command.group("Machine");
    auto& threads = command.option("--threads N", play.threads, "Games to play at the same time")
                        .range(1, 1024);
    const auto& cluster = add_coordinator_options(command, options->cluster, {&threads});
    command.option("--batch N", options->batch, "Games per order to a worker")
        .range(1, 100'000)
        .needs(cluster);
    command
        .option("--verify P", options->verified,
                "Share of the games from workers to verify on this machine")
        .range(0, 1)
        .needs(cluster);
    command.run([options](Streams io) { return run_selfplay_generate(*options, io.err); });
}

void add_statistics(Command& selfplay) {
    auto& command = selfplay.add(
        "statistics", "Play games and count results, first moves, small boards and bonus moves.",
        {"xttt selfplay statistics --games 1000",
         "xttt selfplay statistics --variant ultimate --games 1000000 --nodes 30 --threads 16 "
         "--output ultimate.json"});
    auto options = std::make_shared<StatisticsCommand>();
    auto& play = options->play;
    play.search.evaluation = "best";
    play.nodes = 100;
    play.random_share = 0;
    play.temperature = 1;
    play.temperature_plies = 8;
    play.opening_min = play.opening_max = 1;
    command.group("Output");
    command.option("-o,--output FILE", options->out, "JSON file to write")
        .default_text("standard output");
    command.option("--openings-output FILE", options->openings_out,
                   "Also write the opening explorer file of the web page");
    command.option("--opening-plies N", options->opening_plies, "Plies of the opening file")
        .range(1, 60);
    command.option("--positions N", options->positions, "Positions of the opening file")
        .range(1, 10'000'000);
    add_search_options(command, play, options->variant);
    command.option("--games N", play.games, "Number of games")
        .range(1, std::numeric_limits<std::uint32_t>::max());
    command.option("--max-time TIME", options->max_time, "Start no game after this time: 90s, 8h")
        .range(1, 1e9)
        .default_text("no limit");
    add_temperature_options(command, play);
    command
        .option("--bonus-nodes N", play.bonus_nodes,
                "Nodes per search for the value of a bonus move; 0: not measured")
        .range(0, kMaxNodes);
    command.option("--seed N", play.seed, "Random seed");
    command.option("--threads N", play.threads, "Games to play at the same time").range(1, 1024);
    command.run([options](Streams io) { return run_selfplay_statistics(*options, io); });
}

void add_readers(Command& selfplay) {
    auto& dump =
        selfplay.add("dump", "Print training records as JSON Lines.",
                     {"xttt selfplay dump games.rec", "xttt selfplay dump games.rec --limit 10"});
    auto path = std::make_shared<std::string>();
    auto limit = std::make_shared<std::uint64_t>(0);
    dump.option("RECORD-FILE", *path, "File of training records").required();
    dump.group("Output");
    dump.option("--limit N", *limit, "Maximum number of records").default_text("all");
    dump.run([path, limit](Streams io) { return run_selfplay_dump(*path, *limit, io.out); });
    auto& check =
        selfplay.add("check", "Check every training record of a file.",
                     {"xttt selfplay check games.rec", "xttt selfplay check shuffled.rec"});
    check.option("RECORD-FILE", *path, "File of training records").required();
    check.run([path](Streams io) { return run_selfplay_check(*path, io.out); });
}

void add_shuffle(Command& selfplay) {
    auto& command =
        selfplay.add("shuffle", "Join files of training records in random order.",
                     {"xttt selfplay shuffle a.rec b.rec --output all.rec",
                      "xttt selfplay shuffle a.rec --output unique.rec --dedupe --seed 7"});
    auto options = std::make_shared<ShuffleOptions>();
    command.option("RECORD-FILE", options->in, "Files of training records").required();
    command.group("Output");
    command.option("-o,--output FILE", options->out, "File to write").alias("--out").required();
    command.flag("--dedupe", options->dedupe,
                 "Keep one record per position; symmetric positions count as equal");
    command.option("--seed N", options->seed, "Random seed");
    command.run([options](Streams io) { return run_selfplay_shuffle(*options, io.out); });
}

}  // namespace

void add_selfplay(Command& app) {
    auto& command =
        app.add("selfplay", "Play the engine against itself, for training records and statistics.",
                {"xttt selfplay generate --output games.rec --games 1000",
                 "xttt selfplay check games.rec"});
    add_generate(command);
    add_statistics(command);
    add_readers(command);
    add_shuffle(command);
}

}  // namespace xttt
