#include "ugi/describe.h"

#include <fmt/format.h>

#include "base/clock.h"
#include "draw/board_drawing.h"
#include "engine/win_probability.h"
#include "ugi/text_input.h"

namespace xttt::ugi {

namespace {

OptionInfo describe(const OptionSpec& spec) {
    OptionInfo info{.name = std::string(spec.name),
                    .type = {},
                    .default_value = option_value(EngineOptions{}, spec),
                    .min = {},
                    .max = {},
                    .choices = {}};
    if (const auto* spin = std::get_if<SpinOption>(&spec.kind)) {
        info.type = "spin";
        info.min = spin->min;
        info.max = spin->max;
    } else if (const auto* combo = std::get_if<ComboOption>(&spec.kind)) {
        info.type = "combo";
        info.choices.assign(combo->choices.begin(), combo->choices.end());
    } else if (std::holds_alternative<TextOption>(spec.kind)) {
        info.type = "string";
    } else {
        info.type = "check";
    }
    return info;
}

std::string_view result_word(const std::optional<Outcome>& outcome) {
    if (!outcome) return "none";
    const auto winner = outcome->rated_winner();
    if (!winner) return "draw";
    return *winner == Side::X ? "p1win" : "p2win";
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> all;
    for (Words words(text); !words.empty();) all.emplace_back(words.next());
    return all;
}

}  // namespace

std::vector<Answer> introduction() {
    std::vector<Answer> answers{Id{"name", "xttt " XTTT_VERSION},
                                Id{"author", "the xttt maintainers"}};
    for (const OptionSpec& spec : option_specs()) answers.emplace_back(describe(spec));
    answers.emplace_back(UgiOk{});
    return answers;
}

Response response_to(Question question, const AnyPosition& position) {
    const auto truth = [](bool value) { return Response{value ? "true" : "false"}; };
    switch (question) {
        case Question::P1Turn:
            return truth(position.side_to_move() == Side::X);
        case Question::GameOver:
            return truth(position.over());
        case Question::Result:
            break;
    }
    return {std::string(result_word(position.outcome()))};
}

std::vector<Info> infos_of(const EngineReport& report, const Variant& variant) {
    std::vector<Info> infos;
    const SearchReport& search = report.search;
    for (std::size_t i = 0; i < search.pvs.size(); ++i) {
        infos.push_back(
            {.depth = search.depth,
             .seldepth = search.seldepth,
             .multipv = static_cast<int>(i) + 1,
             .score = capped_score(search.pvs[i].score, variant),
             .nodes = search.nodes,
             .nps = per_second(search.nodes, search.elapsed),
             .hashfull = search.hashfull,
             .time = std::chrono::duration_cast<std::chrono::milliseconds>(search.elapsed),
             .pv = words_of(report.pv[i])});
    }
    return infos;
}

Chosen chosen_of(const BestMove& best, bool with_reply) {
    if (best.move.empty()) return {"none", {}};
    return {best.move, with_reply ? best.reply : ""};
}

std::string board_text(const AnyPosition& position) {
    const std::string board = position.visit([](const auto& pos) {
        return draw_board(pos, {.ascii = true, .color = false}) + describe_position(pos);
    });
    return fmt::format("{}FEN: {}", board, position.fen());
}

Result<std::string> evaluation_text(const Engine& engine) {
    const AnyPosition& position = engine.position();
    if (position.over()) return fail(Errc::Usage, "the game is over");
    TRY(const Score score, engine.evaluate());
    return fmt::format("evaluation {} {:+.2f} points for {} to move", engine.options().evaluation,
                       points_of_score(score, position.variant()), letter(position.side_to_move()));
}

std::string bench_text(const BenchOptions& options, const BenchResult& result) {
    return fmt::format(
        "bench {} {} {} depth {} positions {} nodes {} time {} nps {}", options.variant,
        options.search.algorithm, options.search.evaluation, result.depth, result.positions,
        result.nodes, std::chrono::duration_cast<std::chrono::milliseconds>(result.elapsed).count(),
        per_second(result.nodes, result.elapsed));
}

std::string perft_text(int depth, std::optional<std::uint64_t> count,
                       std::chrono::nanoseconds time) {
    if (!count) return fmt::format("perft {} stopped", depth);
    return fmt::format("perft {} nodes {} time {} nps {}", depth, *count,
                       std::chrono::duration_cast<std::chrono::milliseconds>(time).count(),
                       per_second(*count, time));
}

}  // namespace xttt::ugi
