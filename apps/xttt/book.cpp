#include <ostream>

#include "base/count_text.h"
#include "commands.h"
#include "common_options.h"
#include "rules/with_variant.h"
#include "selfplay/build_book.h"

namespace xttt {
namespace {

constexpr int kDefaultDepth = 10;

struct BookOptions {
    std::string variant = std::string(kVariants.front()->name);
    BookPlan plan;
    std::optional<double> window;  // points
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
    std::optional<std::chrono::duration<double>> max_time;
    SearchOptions search;
    std::string out;  // file to write; standard output if empty
};

}  // namespace

Result<void> run_book(BookOptions options, std::ostream& out, std::ostream& log) {
    BookPlan& plan = options.plan;
    plan.limits = {};
    plan.limits.nodes = options.nodes;
    plan.limits.depth = options.depth;
    if (!options.depth && !options.nodes) plan.limits.depth = kDefaultDepth;
    if (options.window) plan.window = static_cast<Score>(*options.window * kPoint);
    if (options.max_time)
        plan.time = std::chrono::duration_cast<Clock::duration>(*options.max_time);
    plan.recipe.search = options.search;
    plan.recipe.search.hash_mb = 1;
    return with_variant(options.variant, [&]<const Variant & V>() -> Result<void> {
        TRY(const auto book, build_book<V>(options.search, plan, [&](const BookProgress& at) {
                log << fmt::format("ply {}: {}, at most {:.2f} points lost; {} in total\n", at.ply,
                                   count_text(at.level, "position"), at.loss / double{kPoint},
                                   at.entries)
                    << std::flush;
            }));
        if (options.out.empty()) {
            out << book.to_text();
            return {};
        }
        return write_file(options.out, book.to_text());
    });
}

void add_book(Command& app) {
    auto& command =
        app.add("book", "Build an opening book by search and self-play.",
                {"xttt book --plies 2 --depth 6 --output extreme.book",
                 "xttt book --plies 7 --breadth 5 --window 2 --nodes 1000000 --games 100"});
    auto options = std::make_shared<BookOptions>();
    BookPlan& plan = options->plan;
    plan.recipe.nodes = 100;
    plan.recipe.random_share = 0;
    plan.recipe.temperature = 1;
    plan.recipe.temperature_plies = 16;
    command.group("Positions");
    add_variant_option(command, options->variant);
    command.option("--plies N", plan.plies, "Opening moves to cover, in plies").range(1, 40);
    command.option("--breadth N", plan.breadth, "Best moves to follow in each position")
        .range(1, 256);
    command
        .option("--window POINTS", options->window,
                "Maximum total loss of the moves that lead to a position, in points")
        .range(0, 1000)
        .default_text("no limit");
    command
        .option("--positions N", plan.positions,
                "Maximum positions per ply; keeps those with the smallest loss")
        .range(1, 10'000'000)
        .default_text("all");
    command.flag("--first-moves", plan.first_moves, "Follow every first move");
    command.group("Search");
    command.option("--depth N", options->depth, "Search depth in plies")
        .range(1, 60)
        .default_text(fmt::format("{} without --nodes", kDefaultDepth));
    command.option("--nodes N", options->nodes, "Nodes per position")
        .range(1, kMaxNodes)
        .default_text("no limit");
    add_searcher_options(command, options->search);
    command.group("Games");
    command.option("--games N", plan.games, "Self-play games from each position, for its win rate")
        .range(0, 1'000'000);
    command.option("--game-nodes N", plan.recipe.nodes, "Nodes per move of these games")
        .range(1, kMaxNodes);
    command
        .option("--temperature POINTS", plan.recipe.temperature,
                "Softmax temperature of their moves, in points; 0 plays the best move")
        .range(0, 1000);
    command.group("Machine");
    command.option("--threads N", plan.threads, "Positions to search at the same time")
        .range(1, 1024);
    command.option("--max-time TIME", options->max_time, "Start no search after this time: 90s, 8h")
        .range(1, 1e9)
        .default_text("no limit");
    command.group("Output");
    command.option("-o,--output FILE", options->out, "File to write")
        .alias("--out")
        .default_text("standard output");
    command.run([options](Streams io) { return run_book(*options, io.out, io.err); });
}

}  // namespace xttt
