#include "analyze.h"

#include <iostream>

#include "base/text.h"
#include "commands.h"
#include "engine/analysis_text.h"
#include "engine/engine.h"
#include "engine/review.h"
#include "game_input.h"

namespace xttt {

namespace {

constexpr Milliseconds kTimePerPosition{5000};
constexpr Milliseconds kTimePerReviewedMove{200};

// An argument may hold one move or several.
std::vector<std::string> single_moves(const std::vector<std::string>& arguments) {
    std::vector<std::string> moves;
    for (const std::string& argument : arguments)
        for (const std::string_view move : split_words(argument)) moves.emplace_back(move);
    return moves;
}

Result<void> analyze_position(const AnalyzeOptions& options, std::ostream& out) {
    Engine engine;
    // All at once: a network is one for the variant that is named with it.
    EngineOptions wanted = options.engine;
    if (auto set = set_option(wanted, "Variant", options.position.variant); !set) return set;
    if (auto set = engine.set_options(wanted); !set) return set;
    const auto& fen = options.position.fen;
    const auto set = engine.set_position(fen.empty() ? std::nullopt : std::optional(fen),
                                         single_moves(options.position.moves));
    if (!set) return set;
    if (engine.game().outcome()) return fail(Errc::BadInput, "the game is over in this position");

    const Variant& variant = engine.game().variant();
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
    const auto format = choose_format(options.format, options.file);
    if (!format) return std::unexpected(format.error());
    const SearchLimits limits = options.limits.limits(kTimePerReviewedMove);
    int number = 0;
    const auto review_one = [&](const GameRecord& record) -> Result<void> {
        ++number;
        if (!options.json) out << review_header(number, record);
        const auto review =
            review_game(record, options.engine.search(), limits, [&](const MoveReview& move) {
                out << (options.json ? review_json(number, move, *record.variant)
                                     : review_text(move, *record.variant))
                    << std::flush;
            });
        if (!review) return std::unexpected(review.error());
        if (!options.json) out << review_summary(*review);
        return {};
    };
    return read_games({{options.file, *format}}, in, log, review_one);
}

}  // namespace

Result<void> run_analyze(const AnalyzeOptions& options, std::istream& in, std::ostream& out,
                         std::ostream& log) {
    if (options.file.empty()) return analyze_position(options, out);
    if (!options.position.fen.empty() || !options.position.moves.empty())
        return fail(Errc::Usage, "games of a file start where it says: no --fen or --moves then");
    return review_games(options, in, out, log);
}

void add_analyze(CLI::App& app, int& status) {
    auto options = std::make_shared<AnalyzeOptions>();
    auto* command = app.add_subcommand(
        "analyze", "Say what the engine thinks of a position, or of every move of a game");
    add_position_options(*command, options->position);
    command->add_option("file", options->file,
                        "Games to review, .xgn or .jsonl; - reads them "
                        "from standard input");
    command->add_option("--format", options->format, "Of the games: xgn or jsonl");
    command->add_option("--lines", options->engine.multipv, "How many best moves to show")
        ->check(CLI::Range(1, 256));
    command->add_flag("--json", options->json, "One JSON object per line");
    add_engine_flags(*command, options->engine);
    add_limit_flags(*command, options->limits);
    command->callback([=, &status] {
        status = exit_code(run_analyze(*options, std::cin, std::cout, std::cerr));
    });
}

}  // namespace xttt
