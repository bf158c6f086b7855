#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tournament/report/charts.h"
#include "tournament/report/markup.h"
#include "tournament/report/svg.h"

namespace xttt {
namespace {

constexpr std::size_t kMostInCrossTable = 100;
// Up to this number of bots, cells are large enough for a number and few enough for a tooltip each.
constexpr std::size_t kFiguresInCells = 32;
constexpr std::size_t kTooltips = 60;

std::string ending_words(const std::string& ending) {
    const bool forfeit = ending != "line" && ending != "full";
    return (forfeit ? "forfeit: " : "") + reason_text(ending);
}

}  // namespace

std::string cross_table(const ReportData& data, const Summary& summary) {
    const std::size_t n = std::min(summary.order.size(), kMostInCrossTable);
    if (n == 0) return {};
    std::vector<int> row_of(data.bots.size(), -1);
    for (std::size_t i = 0; i < n; ++i) row_of[summary.order[i]] = static_cast<int>(i);
    constexpr double kLabels = 200, kHead = 20;
    const double cell = std::clamp(760.0 / static_cast<double>(n), 9.0, 30.0);
    const double side = cell * static_cast<double>(n);
    const double font_gap = std::min(cell, 16.0);
    Svg svg(kLabels + side + 4, kHead + side + 4,
            "Score of each bot against every other bot, in percent");
    for (std::size_t i = 0; i < n; ++i) {
        const double at = cell * (static_cast<double>(i) + 0.5);
        const int bot = summary.order[i];
        const auto* label = cell < 12 ? "tiny end" : "name end";
        const double y = kHead + at + font_gap / 4;
        svg.text(kLabels - 6, y, label, std::to_string(i + 1));
        svg.link(kLabels - 28, y, label, fmt::format("#bot-{}", bot),
                 shorten(data.bots[bot].name, 24));
        if (cell >= 16 || (i + 1) % 5 == 0)
            svg.text(kLabels + at, kHead - 6, "tick mid", std::to_string(i + 1));
    }
    svg.rect(kLabels, kHead, side, side, "unplayed");
    const auto draw = [&](int row_bot, int column_bot, const Trinomial& results,
                          const std::array<long, 2>& points) {
        const int row = row_of[row_bot], column = row_of[column_bot];
        if (row < 0 || column < 0) return;
        const double share = share_of(results)->mean;
        const double x = kLabels + cell * column, y = kHead + cell * row;
        std::string tooltip;
        if (n <= kTooltips)
            tooltip = fmt::format("{} against {}: {} won, {} drawn, {} lost; points {} : {}",
                                  data.bots[row_bot].name, data.bots[column_bot].name, results.wins,
                                  results.draws, results.losses, points[0], points[1]);
        svg.rect(x + 0.5, y + 0.5, cell - 1, cell - 1,
                 fmt::format("heat h{}", std::lround(10 * share)), tooltip);
        if (n <= kFiguresInCells)
            svg.text(x + cell / 2, y + cell / 2 + 3.5,
                     share < 0.15 || share > 0.85 ? "figure strong mid" : "figure mid",
                     fmt::format("{:.0f}", 100 * share));
    };
    for (const Encounter& e : summary.met) {
        draw(e.first, e.second, e.results, e.points);
        draw(e.second, e.first, e.results.reversed(), {e.points[1], e.points[0]});
    }
    for (std::size_t i = 0; i < n; ++i) {
        const double at = cell * static_cast<double>(i);
        svg.rect(kLabels + at, kHead + at, cell, cell, "self");
    }
    auto text = std::move(svg).finish();
    if (n < summary.order.size())
        text += fmt::format("<p class=\"note\">The first {} of {} bots are shown.</p>\n", n,
                            summary.order.size());
    return text;
}

std::string endings_chart(const Summary& summary) {
    std::vector<std::pair<std::string, long>> endings(summary.endings.begin(),
                                                      summary.endings.end());
    std::stable_sort(endings.begin(), endings.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    long all = 0;
    for (const auto& [name, count] : endings) all += count;
    if (all == 0) return {};
    constexpr double kNameWidth = 190, kBar = 420, kRowHeight = 24;
    Svg svg(760, kRowHeight * static_cast<double>(endings.size()) + 4, "How the games ended");
    double y = kRowHeight / 2;
    const auto most = static_cast<double>(endings.front().second);
    for (const auto& [name, count] : endings) {
        const bool forfeit = name != "line" && name != "full";
        const double length = std::max(kBar * static_cast<double>(count) / most, 1.5);
        svg.text(kNameWidth - 8, y + 4, "name end", ending_words(name));
        svg.rect(kNameWidth, y - 8, length, 16, forfeit ? "bar bad" : "bar");
        svg.text(kNameWidth + length + 8, y + 4, "value",
                 fmt::format("{} ({:.1f}%)", with_commas(count),
                             100.0 * static_cast<double>(count) / static_cast<double>(all)));
        y += kRowHeight;
    }
    return std::move(svg).finish();
}

std::string sides_chart(const Summary& summary) {
    const Trinomial& x = summary.x_results;
    if (x.games() == 0) return {};
    Svg svg(760, 52, "Wins by side; x moves first");
    const std::array<std::pair<const char*, long>, 3> parts{
        {{"X won", x.wins}, {"drawn", x.draws}, {"O won", x.losses}}};
    constexpr std::array kClasses{"side-x", "side-draw", "side-o"};
    double left = 0;
    for (int i = 0; i < 3; ++i) {
        const double share = static_cast<double>(parts[i].second) / static_cast<double>(x.games());
        const double width = 758 * share;
        const auto words = fmt::format("{} {:.1f}%", parts[i].first, 100 * share);
        if (width > 0) svg.rect(left, 2, width, 22, kClasses[i], words);
        // The middle segment may be too narrow for its label, so the labels are below, at three
        // fixed places.
        const std::array<double, 3> at{0, 380, 758};
        constexpr std::array kAnchors{"value", "value mid", "value end"};
        svg.text(at[i], 44, kAnchors[i],
                 words + fmt::format(" ({})", with_commas(parts[i].second)));
        left += width;
    }
    return std::move(svg).finish();
}

}  // namespace xttt
