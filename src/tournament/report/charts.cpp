#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tournament/report/markup.h"
#include "tournament/report/report_parts.h"
#include "tournament/report/svg.h"

namespace xttt {
namespace {

// Charts with a row per bot: names on the left, a scale on top.
constexpr double kWidth = 760, kNames = 190, kRight = 70, kTop = 24, kRow = 20;
constexpr std::size_t kMostRows = 150;

std::vector<int> first_rows(std::vector<int> order) {
    if (order.size() > kMostRows) order.resize(kMostRows);
    return order;
}

std::string left_out(std::size_t all) {
    if (all <= kMostRows) return {};
    return fmt::format("<p class=\"note\">The first {} of {} bots are shown.</p>\n", kMostRows,
                       all);
}

// The frame of such a chart. `position` maps a value of the scale to an x coordinate.
class Rows {
public:
    Rows(const ReportData& data, const std::vector<int>& bots, std::string_view title)
        : svg_(kWidth, kTop + kRow * static_cast<double>(bots.size()) + 6, title),
          data_(data),
          bottom_(kTop + kRow * static_cast<double>(bots.size())) {}

    static double place(double share) { return kNames + share * (kWidth - kNames - kRight); }

    void tick(double share, std::string_view label) {
        svg_.line(place(share), kTop - 4, place(share), bottom_, "grid");
        svg_.text(place(share), kTop - 9, "tick mid", label);
    }
    // Returns the y coordinate of the middle of the next row, and draws the bot's name beside it.
    double next(int bot) {
        const double y = kTop + kRow * (row_++ + 0.5);
        svg_.link(kNames - 8, y + 4, "name end", fmt::format("#bot-{}", bot),
                  shorten(data_.bots[bot].name, 26));
        return y;
    }
    void value(double y, std::string_view text) {
        svg_.text(kWidth - kRight + 8, y + 4, "value", text);
    }
    Svg& svg() { return svg_; }
    std::string finish() { return std::move(svg_).finish(); }

private:
    Svg svg_;
    const ReportData& data_;
    double bottom_;
    int row_ = 0;
};

}  // namespace

std::string ratings_chart(const ReportData& data, const Summary& summary) {
    const auto bots = first_rows(summary.ratings.best_first());
    double low = 0, high = 0;
    for (const int bot : bots) {
        low = std::min(low, summary.ratings[bot].elo.low);
        high = std::max(high, summary.ratings[bot].elo.high);
    }
    const double span = std::max(high - low, 1.0);
    Rows rows(data, bots, "Rating of each bot in Elo with its 95% interval");
    const auto share = [&](double elo) { return (elo - low) / span; };
    for (const double tick : nice_ticks(low, high, 7))
        rows.tick(share(tick), tick == 0 ? "0" : fmt::format("{:+.0f}", tick));
    for (const int bot : bots) {
        const Estimate& elo = summary.ratings[bot].elo;
        const double y = rows.next(bot);
        const double left = Rows::place(share(elo.low)), right = Rows::place(share(elo.high));
        rows.svg().line(left, y, right, y, "whisker");
        for (const double end : {left, right}) rows.svg().line(end, y - 4, end, y + 4, "whisker");
        rows.svg().circle(Rows::place(share(elo.value)), y, 4.5, "dot",
                          fmt::format("{}: {:+.0f} ({:+.0f} to {:+.0f})", data.bots[bot].name,
                                      elo.value, elo.low, elo.high));
        rows.value(y, fmt::format("{:+.0f}", elo.value));
    }
    return rows.finish() + left_out(data.bots.size());
}

std::string stage_points_chart(const ReportData& data, const Summary& summary) {
    const auto bots = first_rows(summary.order);
    long most = 1;
    for (const int bot : bots) most = std::max(most, summary.bots[bot].points);
    Rows rows(data, bots, "Points of each bot by stage");
    for (const double tick : nice_ticks(0, static_cast<double>(most), 6))
        rows.tick(tick / static_cast<double>(most), with_commas(std::lround(tick)));
    for (const int bot : bots) {
        const double y = rows.next(bot);
        long sum = 0;
        for (std::size_t s = 0; s < data.stages.size(); ++s) {
            const long points = summary.bots[bot].stage_points[s];
            if (points == 0) continue;
            const double left = Rows::place(static_cast<double>(sum) / static_cast<double>(most));
            sum += points;
            const double right = Rows::place(static_cast<double>(sum) / static_cast<double>(most));
            rows.svg().rect(
                left, y - 6, right - left, 12, fmt::format("stage s{}", s % 6),
                fmt::format("{}, {}: {} points", data.bots[bot].name, data.stages[s].name, points));
        }
        rows.value(y, with_commas(sum));
    }
    std::string legend;
    if (data.stages.size() > 1) {
        legend = "<p class=\"legend\">";
        for (std::size_t s = 0; s < data.stages.size(); ++s)
            legend += fmt::format("<span><i class=\"key s{}\"></i>{}</span>", s % 6,
                                  name_markup(data.stages[s].name));
        legend += "</p>\n";
    }
    return legend + rows.finish() + left_out(data.bots.size());
}

std::string time_chart(const ReportData& data, const Summary& summary) {
    const auto bots = first_rows(summary.order);
    // A logarithmic scale: times range from microseconds to many seconds.
    double low = 1e9, high = 0;
    for (const int bot : bots) {
        const BotSummary& it = summary.bots[bot];
        if (it.time.moves == 0) continue;
        low = std::min(low, std::max(it.mean_time(), 0.001));
        high = std::max({high, it.time.longest, it.mean_time()});
    }
    if (high <= 0) return "<p class=\"note\">No times were recorded.</p>\n";
    const double from = std::floor(std::log10(low));
    const double to = std::max(std::ceil(std::log10(high)), from + 1);
    const auto share = [&](double ms) {
        return (std::log10(std::max(ms, low)) - from) / (to - from);
    };
    Rows rows(data, bots, "Time per move of each bot: mean and longest");
    for (double decade = from; decade <= to; ++decade) {
        for (const double digit : {1.0, 2.0, 5.0}) {
            // With few decades there is space for ticks between them.
            if (digit > 1 && (to - from > 2 || decade == to)) continue;
            const double at = (decade + std::log10(digit) - from) / (to - from);
            rows.tick(at, duration_text(digit * std::pow(10, decade)));
        }
    }
    for (const int bot : bots) {
        const BotSummary& it = summary.bots[bot];
        const double y = rows.next(bot);
        if (it.time.moves == 0) continue;
        const double mean = Rows::place(share(it.mean_time()));
        const double longest = Rows::place(share(it.time.longest));
        rows.svg().line(mean, y, longest, y, "whisker");
        rows.svg().line(longest, y - 5, longest, y + 5, "whisker");
        rows.svg().circle(
            mean, y, 4.5, "dot",
            fmt::format("{}: {} per move, longest {}", data.bots[bot].name,
                        duration_text(it.mean_time()), duration_text(it.time.longest)));
        rows.value(y, duration_text(it.mean_time()));
    }
    return rows.finish() + left_out(data.bots.size());
}

namespace {

constexpr std::size_t kMostInCrossTable = 100;
// Up to this number of bots, cells are large enough for a number and few enough for a tooltip each.
constexpr std::size_t kFiguresInCells = 32;
constexpr std::size_t kTooltips = 60;

bool is_forfeit(const std::string& ending) {
    return find_forfeit_reason(ending).has_value();
}

std::string ending_words(const std::string& ending) {
    return (is_forfeit(ending) ? "forfeit: " : "") + reason_text(ending);
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
        const double length = std::max(kBar * static_cast<double>(count) / most, 1.5);
        svg.text(kNameWidth - 8, y + 4, "name end", ending_words(name));
        svg.rect(kNameWidth, y - 8, length, 16, is_forfeit(name) ? "bar bad" : "bar");
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
