#include "tournament/report/report_html.h"

#include <algorithm>

#include <fmt/format.h>

#include "page/page_file.h"
#include "tournament/report/markup.h"
#include "tournament/report/report_parts.h"

namespace xttt {
namespace {

std::string section(std::string_view id, std::string_view title, std::string_view words,
                    const std::string& content) {
    if (content.empty()) return {};
    std::string html = fmt::format(
        "<section id=\"{0}\" aria-labelledby=\"{0}-title\">"
        "<h2 id=\"{0}-title\">{1}</h2>\n",
        id, title);
    if (!words.empty()) html += fmt::format("<p class=\"words\">{}</p>\n", words);
    return html + content + "</section>\n";
}

std::string head(const ReportData& data, const ReportBundle& bundle) {
    // The content security policy allows no connection to other hosts.
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; "
        "base-uri 'none'; form-action 'none'\">\n<title>{}</title>\n<style>\n{}</style>\n</head>\n",
        escape_markup(data.title), bundle.style);
}

std::string facts(const ReportData& data, const Summary& summary) {
    std::string html = "<dl class=\"facts\">\n";
    const auto add = [&](std::string_view term, std::string_view value) {
        html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", escape_markup(term),
                            escape_markup(value));
    };
    add("Bots", with_commas(static_cast<long>(data.bots.size())));
    add("Games", with_commas(static_cast<long>(data.games.size())));
    for (const auto& [term, value] : data.facts) add(term, value);
    html += "</dl>\n";
    if (summary.busy_games > 0)
        html += fmt::format(
            "<p class=\"warning\" role=\"note\">During {} the host was too busy for the clock to "
            "be fair. They are marked in the list of games.</p>\n",
            summary.busy_games == 1 ? "1 game" : with_commas(summary.busy_games) + " games");
    return html;
}

std::string games_section(const ReportData& data) {
    const auto listed = std::ranges::count_if(data.games, &ReportGame::in_file);
    std::string note;
    if (static_cast<std::size_t>(listed) < data.games.size())
        note = fmt::format(
            "<p class=\"note\">{} of {} games are in this file: forfeits first, then the latest. "
            "<code>xttt tournament report --games N</code> includes more; <code>xttt tournament "
            "export</code> writes them all.</p>\n",
            with_commas(listed), with_commas(static_cast<long>(data.games.size())));
    return "<section id=\"games\" aria-labelledby=\"games-title\" class=\"screen\">"
           "<h2 id=\"games-title\">Games</h2>\n" +
           note + "<div id=\"game-list\"></div></section>\n";
}

}  // namespace

Result<ReportBundle> embedded_report_bundle() {
    const PageFile* script = find_page_file("/report/report.js");
    const PageFile* style = find_page_file("/report/report.css");
    if (script == nullptr || style == nullptr)
        return fail(Errc::Unsupported,
                    "this program was built without the web page, which reports need; run 'make "
                    "run' or 'make build' in the project folder");
    ReportBundle bundle{script->content(), style->content(), {}};
    for (const Variant* variant : kVariants)
        if (const PageFile* rules = find_page_file(fmt::format("/report/{}.wasm", variant->name)))
            bundle.rules[variant->name] = rules->gzip;
    return bundle;
}

std::string report_html(const ReportData& data, const ReportBundle& bundle) {
    const Summary summary = summarise(data);
    std::string html = head(data, bundle);
    html += fmt::format("<body>\n<header><h1><a href=\"#\">{}</a></h1>\n", name_markup(data.title));
    html += "</header>\n<main id=\"overview\">\n";
    html += facts(data, summary);
    html += section(
        "standings", "Standings",
        data.stages.size() > 1
            ? "Bots that reached a later stage rank higher; within a stage the rank in the "
              "pool decides, then points per game."
            : "Ranked by points. Tie-breaks: games won, points among the tied bots, margin. "
              "Adaptive stages: by rating.",
        final_standings(data, summary));
    html += section("stages", data.stages.size() > 1 ? "Stages" : "Groups", {},
                    stage_tables(data, summary));
    html += section(
        "cross-table", "Head-to-head results",
        "Score of the row's bot against the column's bot, in percent: <i class=\"key h10\"></i> "
        "won all, <i class=\"key h5\"></i> even, <i class=\"key h0\"></i> lost all.",
        cross_table(data, summary));
    html +=
        section("ratings", "Ratings",
                "Maximum likelihood Elo from all games; the average is 0. Bars are 95% "
                "confidence intervals: if two bars overlap a lot, the order may be due to chance.",
                ratings_chart(data, summary));
    html += section("points", data.stages.size() > 1 ? "Points per stage" : "Points", {},
                    stage_points_chart(data, summary));
    html +=
        section("endings", "How games ended", {}, endings_chart(summary) + sides_chart(summary));
    html += section("time", "Time used",
                    "Time per move on a logarithmic scale: the dot is the mean, the end of the bar "
                    "is the longest.",
                    time_chart(data, summary));
    html += section("forfeits", "Forfeits", {}, forfeits_table(data));
    html += games_section(data);
    html +=
        "</main>\n<main id=\"detail\" hidden></main>\n"
        "<noscript><p class=\"note\">Replaying games and the pages of bots need JavaScript.</p>"
        "</noscript>\n";
    html += "<script type=\"application/json\" id=\"data\">" + report_json(data, summary, bundle) +
            "</script>\n";
    html += fmt::format("<script>\n{}</script>\n</body>\n</html>\n", bundle.script);
    return html;
}

}  // namespace xttt
