#include "engine/analysis_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/clock.h"
#include "base/text.h"
#include "engine/win_probability.h"

namespace xttt {

std::string score_text(Score score, const Variant& variant) {
    if (!is_line_score(score)) return fmt::format("{:+.2f}", points_of_score(score, variant));
    const int moves = moves_to_line(score);
    return moves > 0 ? fmt::format("wins in {}", moves) : fmt::format("loses in {}", -moves);
}

std::string short_count(std::uint64_t count) {
    const auto value = static_cast<double>(count);
    if (count < 1000) return fmt::format("{}", count);
    if (count < 1'000'000) return fmt::format("{:.3g}k", value / 1e3);
    if (count < 1'000'000'000) return fmt::format("{:.3g}M", value / 1e6);
    return fmt::format("{:.3g}G", value / 1e9);
}

std::string report_header() {
    return fmt::format("{:>5} {:>11} {:>6} {:>7} {:>9} {:>9}  {}", "depth", "score", "wins",
                       "nodes", "speed", "time", "moves");
}

std::string report_text(const EngineReport& report, const Variant& variant) {
    const SearchReport& search = report.search;
    std::string text;
    for (std::size_t i = 0; i < search.pvs.size(); ++i) {
        const Score score = search.pvs[i].score;
        text += fmt::format("{:>5} {:>11} {:>5.1f}% {:>7} {:>7}/s {:>8.3f}s  {}\n", search.depth,
                            score_text(score, variant), 100 * win_probability(score, variant),
                            short_count(search.nodes),
                            short_count(per_second(search.nodes, search.elapsed)),
                            to_seconds(search.elapsed), report.pv[i]);
    }
    return text;
}

std::string best_move_json(const BestMove& best) {
    return fmt::format(R"({{"bestmove":"{}"}})", best.move);
}

std::string score_json(Score score, const Variant& variant) {
    if (is_line_score(score)) return fmt::format(R"({{"win":{}}})", moves_to_line(score));
    return fmt::format(R"({{"points":{:.2f}}})", points_of_score(score, variant));
}

std::string moves_json(std::string_view moves) {
    if (moves.empty()) return "[]";
    return fmt::format(R"(["{}"])", fmt::join(split(moves, ' '), R"(",")"));
}

std::string report_json(const EngineReport& report, const Variant& variant) {
    const SearchReport& search = report.search;
    std::string text;
    for (std::size_t i = 0; i < search.pvs.size(); ++i) {
        const Score score = search.pvs[i].score;
        text += fmt::format(
            R"({{"depth":{},"seldepth":{},"multipv":{},"score":{},"win_probability":{:.4f},)"
            R"("nodes":{},"nps":{},"hashfull":{},"time_ms":{:.3f},"pv":{}}})"
            "\n",
            search.depth, search.seldepth, i + 1, score_json(score, variant),
            win_probability(score, variant), search.nodes, per_second(search.nodes, search.elapsed),
            search.hashfull, to_milliseconds(search.elapsed), moves_json(report.pv[i]));
    }
    return text;
}

}  // namespace xttt
