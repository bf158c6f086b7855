#include "engine/explain.h"

#include <ostream>

#include "commands.h"
#include "common_options.h"

namespace xttt {
namespace {

constexpr Milliseconds kTime{1000};

struct ExplainOptions {
    PositionOptions position;
    std::string move;  // empty: the best one
    EngineOptions engine;
    SearchLimitOptions limits;
    bool json = false;
};

}  // namespace

Result<void> run_explain(const ExplainOptions& options, std::ostream& out) {
    return with_variant(options.position.variant, [&]<const Variant & V>() -> Result<void> {
        TRY(const auto pos, position_of<V>(options.position));
        if (pos.over()) return fail(Errc::BadInput, "the game is over in this position");
        Move move = kNoMove;
        if (!options.move.empty()) {
            TRY(move, parse_move<V>(pos, options.move));
        }
        TRY(const auto searcher,
            make_searcher<V>(with_threads(options.engine, options.limits).search()));
        const Explanation found =
            explain_move<V>(*searcher, pos, move, options.limits.limits(kTime));
        out << (options.json ? explanation_json<V>(found) : explanation_text<V>(found)) << '\n';
        return {};
    });
}

void add_explain(Command& app) {
    auto& command = app.add("explain", "Explain why a move is good or bad.",
                            {"xttt explain a1 --variant ultimate --moves \"e5 d4\"",
                             "xttt explain --variant double --moves \"1e5\" --json"});
    auto options = std::make_shared<ExplainOptions>();
    command.option("MOVE", options->move, "Move to explain").default_text("the best move");
    add_position_options(command, options->position);
    add_search_limit_options(command, options->limits, "1s per search");
    add_analysis_engine_options(command, options->engine);
    command.group("Output");
    command.flag("--json", options->json, "Print a JSON object");
    command.run([options](Streams io) { return run_explain(*options, io.out); });
}

}  // namespace xttt
