#include <istream>
#include <ostream>

#include "base/text.h"
#include "commands.h"
#include "common_options.h"
#include "engine/analysis_text.h"
#include "engine/engine.h"
#include "engine/review.h"
#include "game_files.h"

namespace xttt {
namespace {

struct AnalyzeOptions {
    PositionOptions position;
    std::string file;  // games to review, "-" for standard input; empty: analyse a position
    std::string format;
    EngineOptions engine;
    SearchLimitOptions limits;
    bool json = false;
};

constexpr Milliseconds kTimePerPosition{5000};
constexpr Milliseconds kTimePerReviewedMove{200};

// An argument may contain one move or several.
std::vector<std::string> single_moves(const std::vector<std::string>& arguments) {
    std::vector<std::string> moves;
    for (const std::string& argument : arguments)
        for (const std::string_view move : split_words(argument)) moves.emplace_back(move);
    return moves;
}

Result<void> analyze_position(const AnalyzeOptions& options, std::ostream& out) {
    Engine engine;
    // Sets all options at once, because a network belongs to the variant that is set with it.
    EngineOptions wanted = options.engine;
    TRY_VOID(set_option(wanted, "Variant", options.position.variant));
    TRY_VOID(engine.set_options(wanted));
    const auto& fen = options.position.fen;
    const auto set = engine.set_position(fen.empty() ? std::nullopt : std::optional(fen),
                                         single_moves(options.position.moves));
    if (!set) return set;
    if (engine.position().outcome())
        return fail(Errc::BadInput, "the game is over in this position");

    const Variant& variant = engine.position().variant();
    const bool json = options.json;
    if (!json) out << report_header() << '\n' << std::flush;
    const auto started = engine.go(
        {.limits = options.limits.limits(kTimePerPosition)},
        {.on_report =
             [&](const EngineReport& report) {
                 out << (json ? report_json(report, variant) : report_text(report, variant))
                     << std::flush;
             },
         .on_best_move =
             [&](const BestMove& best) {
                 out << (json ? best_move_json(best) : "best move: " + best.move) << '\n';
             }});
    engine.wait();
    return started;
}

Result<void> review_games(const AnalyzeOptions& options, std::istream& in, std::ostream& out,
                          std::ostream& log) {
    TRY(const auto format, choose_format(options.format, options.file));
    const SearchLimits limits = options.limits.limits(kTimePerReviewedMove);
    int number = 0;
    const auto review_one = [&](const GameRecord& record) -> Result<void> {
        ++number;
        if (!options.json) out << review_header(number, record);
        TRY(const auto review,
            review_game(record, options.engine.search(), limits, [&](const MoveReview& move) {
                out << (options.json ? review_json(number, move, *record.variant)
                                     : review_text(move, *record.variant))
                    << std::flush;
            }));
        if (!options.json) out << review_summary(review);
        return {};
    };
    return read_games({{options.file, format}}, in, log, review_one);
}

}  // namespace

Result<void> run_analyze(const AnalyzeOptions& options, std::istream& in, std::ostream& out,
                         std::ostream& log) {
    if (options.file.empty()) return analyze_position(options, out);
    if (!options.position.fen.empty() || !options.position.moves.empty())
        return fail(Errc::Usage, "--fen and --moves cannot be used with a file of games");
    return review_games(options, in, out, log);
}

void add_analyze(Command& app) {
    auto& command = app.add(
        "analyze", "Evaluate a position, or find the mistakes in recorded games.",
        {"xttt analyze --moves \"h9 n1\" --movetime 10s", "xttt analyze game.xgn --depth 12"});
    auto options = std::make_shared<AnalyzeOptions>();
    command.option("FILE", options->file,
                   "Games to review instead of a position, .xgn or .jsonl; - for standard input");
    add_position_options(command, options->position);
    add_search_limit_options(command, options->limits, "5s; 200ms per reviewed move");
    add_engine_options(command, options->engine);
    command.group("Input and output");
    command.option("--format NAME", options->format, "Format of the games").values = {"xgn",
                                                                                      "jsonl"};
    command.option("--multipv N", options->engine.multipv, "Best moves to show")
        .range(1, 256)
        .alias("--lines");
    command.flag("--json", options->json, "Print one JSON object per line");
    command.run([options](Streams io) { return run_analyze(*options, io.in, io.out, io.err); });
}

}  // namespace xttt
