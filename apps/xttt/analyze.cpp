#include <istream>
#include <ostream>

#include <fmt/ranges.h>

#include "base/text.h"
#include "commands.h"
#include "common_options.h"
#include "engine/analysis_text.h"
#include "engine/engine.h"
#include "engine/review.h"
#include "game_files.h"
#include "solution_text.h"

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

// Positions with more playable cells are rarely solved within kProofNodes, which take half a
// second.
constexpr int kMostProofCells = 32;
constexpr std::uint64_t kProofNodes = 1'000'000;
constexpr std::uint64_t kProofNodesPerMs = 500;  // of --movetime
constexpr std::size_t kProofHashMb = 64;

// A result with best play that the solver has proven.
struct ProvenResult {
    std::string text;
    int margin_x = 0;  // unless `line` is set
    std::string line;  // "x" or "o"
    std::vector<std::string> pv;
};

template <const Variant& V>
std::optional<ProvenResult> prove(const Position<V>& pos, std::optional<Milliseconds> movetime) {
    if (pos.playable().size() > kMostProofCells) return std::nullopt;
    std::uint64_t nodes = kProofNodes;
    if (movetime)
        nodes = std::min(nodes, kProofNodesPerMs * static_cast<std::uint64_t>(movetime->count()));
    Solver<V> solver({.hash_mb = kProofHashMb, .max_nodes = nodes});
    const Solution solution = solver.solve(pos);
    if (!solution.solved() || solution.pv.empty()) return std::nullopt;
    ProvenResult result{.text = result_text(solution), .pv = move_texts<V>(solution.pv)};
    if (solution.by_line())
        result.line = letter(solution.line_winner());
    else
        result.margin_x = solution.proven.lower;
    return result;
}

std::string proven_json(const ProvenResult& result) {
    const std::string value = result.line.empty() ? fmt::format(R"("margin_x":{})", result.margin_x)
                                                  : fmt::format(R"("line":"{}")", result.line);
    return fmt::format(R"({{"proven":true,{},"pv":["{}"]}})", value,
                       fmt::join(result.pv, R"(",")"));
}

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
    EngineOptions wanted = with_threads(options.engine, options.limits);
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
    const auto proven = engine.position().visit(
        [&](const auto& pos) { return prove(pos, options.limits.movetime); });
    if (!json) out << report_header() << '\n' << std::flush;
    const auto started = engine.go(
        {.limits = options.limits.limits(kTimePerPosition)},
        {.on_report =
             [&](const EngineReport& report) {
                 out << (json ? report_json(report, variant) : report_text(report, variant))
                     << std::flush;
             },
         .on_best_move =
             [&](BestMove best) {
                 if (proven) {
                     out << (json ? proven_json(*proven)
                                  : fmt::format("proven: {}; best play: {}", proven->text,
                                                fmt::join(proven->pv, " ")))
                         << '\n';
                     best.move = proven->pv.front();
                 }
                 out << (json ? best_move_json(best) : "best move: " + best.move) << '\n';
             }});
    engine.wait();
    return started;
}

Result<void> review_games(const AnalyzeOptions& options, std::istream& in, std::ostream& out,
                          std::ostream& log) {
    TRY(const auto format, choose_format(options.format, options.file));
    const SearchLimits limits = options.limits.limits(kTimePerReviewedMove);
    const EngineOptions engine = with_threads(options.engine, options.limits);
    int number = 0;
    const auto review_one = [&](const GameRecord& record) -> Result<void> {
        ++number;
        if (!options.json) out << review_header(number, record);
        TRY(const auto review,
            review_game(record, engine.search(), limits, [&](const MoveReview& move) {
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
    add_analysis_engine_options(command, options->engine);
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
