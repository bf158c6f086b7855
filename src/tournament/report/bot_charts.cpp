#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "tournament/report/charts.h"
#include "tournament/report/markup.h"
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

}  // namespace xttt
