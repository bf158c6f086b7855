#include <algorithm>
#include <array>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/count_text.h"
#include "base/text.h"
#include "players/player_spec.h"
#include "referee/game_setup.h"
#include "testing/test_folder.h"
#include "tournament/report/svg.h"

namespace xttt {
namespace {

constexpr std::size_t kMostPlots = 30;
constexpr std::string_view kStyle = R"css(
:root { color-scheme: light dark; --line: #1d6fb8; --soft: #8884; --bad: #b3261e; --good: #1b7a3d; }
@media (prefers-color-scheme: dark) { :root { --line: #6db3f2; --bad: #ff8a80; --good: #7bd69a; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 0 auto; padding: 1rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { padding: .3rem .6rem; text-align: left; white-space: nowrap; border-bottom: 1px solid var(--soft); }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
svg { width: 100%; height: auto; } .wide > svg { min-width: 36rem; } polyline { fill: none; stroke: var(--line); stroke-width: 1.8; }
polyline.p1 { stroke: #c2571a; } polyline.p2 { stroke: #2e8540; } polyline.p3 { stroke: #8e44ad; }
polyline.p4 { stroke: #a1831d; } polyline.p5 { stroke: #888; }
.grid { stroke: var(--soft); } .bound { stroke-dasharray: 6 4; } .lower { stroke: var(--bad); } .upper { stroke: var(--good); }
text { font-size: 12px; fill: currentColor; } .end { text-anchor: end; } .mid { text-anchor: middle; }
.note { opacity: .8; } .bad { color: var(--bad); } h2 { margin: 1.6rem 0 .3rem; font-size: 1.15rem; }
)css";

// A plot with games from left to right. `low` and `high` limit the values.
class Plot {
public:
    Plot(double low, double high, double games, std::string_view title)
        : svg_(kWidth, kHeight, title), low_(low), high_(high), games_(std::max(games, 1.0)) {
        for (const double tick : nice_ticks(low, high, 5)) {
            svg_.line(kLeft, y(tick), kWidth - kRight, y(tick), "grid");
            svg_.text(kLeft - 6, y(tick) + 4, "end", fmt::format("{:g}", tick));
        }
        for (const double tick : nice_ticks(0, games_, 6))
            svg_.text(x(tick), kHeight - 6, "mid", with_commas(std::lround(tick)));
        svg_.text(kWidth - kRight + 30, kHeight - 6, "", "games");
    }
    void bound(double value, std::string_view css_class, std::string_view label) {
        svg_.line(kLeft, y(value), kWidth - kRight, y(value), css_class);
        svg_.text(kWidth - kRight + 6, y(value) + 4, "", label);
    }
    // Column `column` of the rows, mapped to the scale.
    template <class F>
    void curve(const std::vector<std::vector<double>>& rows, std::size_t column,
               std::string_view css_class, F&& scale) {
        std::vector<std::pair<double, double>> points;
        for (const auto& row : rows)
            if (row.size() > column) points.emplace_back(x(row[0]), y(scale(row[column])));
        svg_.polyline(points, css_class);
    }
    std::string finish() && {
        return "<div class=\"wide\">" + std::move(svg_).finish() + "</div>\n";
    }

private:
    static constexpr double kWidth = 900, kHeight = 240, kLeft = 60, kRight = 90, kTop = 12,
                            kBottom = 24;
    double x(double games) const { return kLeft + games / games_ * (kWidth - kLeft - kRight); }
    double y(double value) const {
        const double share = (std::clamp(value, low_, high_) - low_) / (high_ - low_);
        return kHeight - kBottom - share * (kHeight - kTop - kBottom);
    }

    Svg svg_;
    double low_, high_, games_;
};

double games_of(const TestState& state) {
    return state.history.empty() || state.history.back().empty() ? 1 : state.history.back()[0];
}

std::string llr_plot(const Test& test, const TestState& state) {
    const double room = 0.15 * (test.bounds.upper() - test.bounds.lower());
    Plot plot(test.bounds.lower() - room, test.bounds.upper() + room, games_of(state),
              fmt::format("Log-likelihood ratio of test {} by games", test.number));
    plot.bound(test.bounds.lower(), "bound lower", "H0");
    plot.bound(test.bounds.upper(), "bound upper", "H1");
    plot.curve(state.history, 1, "p0", [](double llr) { return llr; });
    return std::move(plot).finish();
}

// All parameters in one plot, from their minimum (0) to their maximum (100).
std::string tuning_plot(const Test& test, const TestState& state) {
    Plot plot(
        0, 100, games_of(state),
        fmt::format("Parameters of test {} by games, in percent of their range", test.number));
    std::string table =
        "<div class=\"wide\"><table><tr><th>parameter</th><th>start</th><th>now</th>"
        "<th>range</th></tr>\n";
    for (std::size_t i = 0; i < test.parameters.size(); ++i) {
        const SpsaParameter& parameter = test.parameters[i];
        plot.curve(state.history, i + 1, fmt::format("p{}", i % 6), [&](double value) {
            return 100 * (value - parameter.min) / (parameter.max - parameter.min);
        });
        table += fmt::format(
            "<tr><td><svg viewBox=\"0 0 24 8\" style=\"width:1.5rem\" aria-hidden=\"true\">"
            "<polyline class=\"p{}\" points=\"0,4 24,4\"/></svg> {}</td><td class=\"n\">{:g}</td>"
            "<td class=\"n\">{:.4g}</td><td class=\"n\">{:g} to {:g}</td></tr>\n",
            i % 6, name_markup(parameter.name), parameter.start,
            i < state.values.size() ? state.values[i] : parameter.start, parameter.min,
            parameter.max);
    }
    return std::move(plot).finish() + table + "</table></div>\n";
}

std::string player_name(const EntrantConfig& entrant) {
    const auto spec = parse_player(entrant.player);
    return spec ? display_name(*spec) : entrant.player;
}
std::string player_markup(const EntrantConfig& entrant) {
    return name_markup(shorten(player_name(entrant), 60));
}

std::string progress_text(const Test& test, const TestState& state) {
    std::string text = test.is_tuning()
                           ? fmt::format("{} of {} iterations", state.games() / 2, test.iterations)
                           : fmt::format("LLR {:.2f} ({:.2f} to {:.2f})", state.llr,
                                         test.bounds.lower(), test.bounds.upper());
    if (state.elo)
        text += fmt::format(", Elo {:+.1f} ({:+.1f} to {:+.1f})", state.elo->value, state.elo->low,
                            state.elo->high);
    if (const long forfeits = state.forfeits.total(); forfeits > 0)
        text += ", " + count_text(forfeits, "forfeit");
    return text;
}

// The forfeits of both players: ". Forfeits of new: 12 by crash; the last: ...".
std::string forfeits_text(const Test& test, const FaultCounts& forfeits) {
    std::string text;
    for (const int player : {0, 1})
        if (const auto of_player = forfeits.text(player); !of_player.empty())
            text += fmt::format("{}{}{}", text.empty() ? "forfeits: " : "; ",
                                test.is_tuning() ? ""
                                : player == 0    ? "new "
                                                 : "old ",
                                of_player);
    if (!forfeits.last.empty()) text += "; the last: " + shorten(forfeits.last, 300);
    return text;
}

std::string test_section(const Test& test, const TestState& state) {
    std::string text = fmt::format("<h2 id=\"test-{0}\">{0}. {1}: {2}</h2>\n<p>", test.number,
                                   name_markup(test.name), name(state.status));
    text += player_markup(test.config.entrants[0]);
    if (!test.is_tuning())
        text +=
            fmt::format(" against {}; SPRT from {:g} to {:g} {}",
                        player_markup(test.config.entrants[1]), test.bounds.elo0, test.bounds.elo1,
                        test.bounds.model == EloModel::Normalized ? "normalized Elo" : "Elo");
    text += fmt::format("; {}; {}; {} won, {} drawn, {} lost; {}", test.config.variant->name,
                        escape_markup(time_control_text(test.config.limits)), state.wins,
                        state.draws, state.losses, progress_text(test, state));
    if (!test.is_tuning() && state.games() > 0)
        text += fmt::format("; pairs (0, 1/2, 1, 3/2, 2 points): {}", fmt::join(state.pairs, " "));
    if (!state.message.empty()) text += fmt::format(". {}", escape_markup(state.message));
    if (const auto forfeits = forfeits_text(test, state.forfeits); !forfeits.empty())
        text += fmt::format("</p>\n<p class=\"bad\">{}", escape_markup(forfeits));
    return text + "</p>\n" + (test.is_tuning() ? tuning_plot(test, state) : llr_plot(test, state));
}

std::string test_json(const TestEntry& entry) {
    using nlohmann::ordered_json;
    ordered_json json = ordered_json::parse(test_text(entry.test));
    json.erase("config");
    ordered_json one{{"number", entry.test.number}};
    one.update(json);
    one["variant"] = entry.test.config.variant->name;
    one["players"] = {to_utf8(player_name(entry.test.config.entrants[0])),
                      to_utf8(player_name(entry.test.config.entrants[1]))};
    one.update(ordered_json::parse(state_text(entry.state)));
    return one.dump();
}

}  // namespace

TestPages::Parts& TestPages::parts_of(const std::shared_ptr<const TestEntry>& entry) {
    Parts& parts = parts_[entry->test.number];
    if (parts.entry != entry) parts = {.entry = entry, .json = {}, .section = {}};
    return parts;
}

std::string TestPages::json(const TestEntries& tests, const std::vector<std::string>& problems) {
    std::vector<std::string_view> all;
    for (auto entry = tests.rbegin(); entry != tests.rend(); ++entry) {
        Parts& parts = parts_of(*entry);
        if (parts.json.empty()) parts.json = test_json(**entry);
        all.push_back(parts.json);
    }
    // A problem may quote a damaged file.
    using nlohmann::json;
    return fmt::format("{{\"tests\":[{}],\"problems\":{}}}\n", fmt::join(all, ","),
                       json(problems).dump(-1, ' ', false, json::error_handler_t::replace));
}

std::string TestPages::page(const TestEntries& tests, const std::vector<std::string>& problems) {
    std::string html = fmt::format(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Engine "
        "tests</title>"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
        "<meta http-equiv=\"refresh\" content=\"5\"><style>{}</style></head><body>\n"
        "<h1>Engine tests</h1>\n<p>{}. Last change: {:%Y-%m-%d %H:%M:%S}. The page reloads every 5 "
        "seconds.</p>\n",
        kStyle, count_text(tests.size(), "test"), fmt::localtime(std::time(nullptr)));
    for (const std::string& problem : problems)
        html += fmt::format("<p class=\"note\">{}</p>\n", escape_markup(problem));
    html +=
        "<div class=\"wide\"><table><tr><th>test</th><th>name</th><th>status</th>"
        "<th>priority</th><th>share</th><th>games</th><th>progress</th></tr>\n";
    std::string sections;
    std::size_t plots = 0;
    for (auto entry = tests.rbegin(); entry != tests.rend(); ++entry) {
        const auto& [test, state, stop] = **entry;
        const bool shown = plots < kMostPlots;
        html += fmt::format(
            "<tr><td class=\"n\">{}</td><td>{}</td><td>{}</td><td class=\"n\">{}</td>"
            "<td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td></tr>\n",
            shown ? fmt::format("<a href=\"#test-{0}\">{0}</a>", test.number)
                  : std::to_string(test.number),
            name_markup(shorten(test.name, 40)), name(state.status), test.priority, test.share,
            with_commas(state.games()), escape_markup(progress_text(test, state)));
        if (!shown) continue;
        Parts& parts = parts_of(*entry);
        if (parts.section.empty()) parts.section = test_section(test, state);
        sections += parts.section;
        ++plots;
    }
    return html + "</table></div>\n" + sections + "</body></html>\n";
}

}  // namespace xttt
