#include <fmt/format.h>

#include "tournament/report/markup.h"
#include "tournament/report/report_parts.h"

namespace xttt {
namespace {

constexpr std::size_t kMaxForfeits = 200;

std::string bot_link(const ReportData& data, int bot) {
    return fmt::format("<a href=\"#bot-{}\">{}</a>", bot, name_markup(data.bots[bot].name));
}

std::string signed_text(long number) {
    return number > 0 ? "+" + with_commas(number) : with_commas(number);
}

std::string group_table(const ReportData& data, const GroupTable& table) {
    std::string html = fmt::format(
        "<div class=\"card\"><table><caption>{}</caption><thead><tr><th scope=\"col\">#</th>"
        "<th scope=\"col\" class=\"left\">Bot</th><th scope=\"col\">Points</th>"
        "<th scope=\"col\"><abbr title=\"won, drawn, lost\">W D "
        "L</abbr></th></tr></thead><tbody>\n",
        name_markup(table.group->name));
    for (const TableRow& row : table.rows)
        html += fmt::format(
            "<tr><td>{}</td><th scope=\"row\" class=\"left\">{}</th><td>{}</td>"
            "<td>{} {} {}</td></tr>\n",
            row.rank, bot_link(data, row.player), with_commas(row.points), row.results.wins,
            row.results.draws, row.results.losses);
    return html + "</tbody></table></div>\n";
}

}  // namespace

std::string final_standings(const ReportData& data, const Summary& summary) {
    const bool stages = data.stages.size() > 1;
    std::string html =
        "<div class=\"wide\"><table class=\"standings\"><thead><tr><th scope=\"col\">#</th>"
        "<th scope=\"col\" class=\"left\">Bot</th>";
    if (stages) html += "<th scope=\"col\" class=\"left\">Reached</th>";
    html +=
        "<th scope=\"col\">Points</th><th scope=\"col\">Margin</th><th scope=\"col\">Games</th>"
        "<th scope=\"col\">Won</th><th scope=\"col\">Drawn</th><th scope=\"col\">Lost</th>"
        "<th scope=\"col\">Forfeits</th><th scope=\"col\">Elo</th>"
        "<th scope=\"col\">Time per move</th></tr></thead><tbody>\n";
    for (const int bot : summary.order) {
        const BotSummary& it = summary.bots[bot];
        const Trinomial results = it.all_results();
        const Estimate& elo = summary.ratings[bot].elo;
        html += fmt::format("<tr><td>{}</td><th scope=\"row\" class=\"left\">{}</th>", it.rank,
                            bot_link(data, bot));
        if (stages)
            html += fmt::format("<td class=\"left\">{}</td>",
                                it.last_stage < 0 ? std::string("–")
                                                  : name_markup(data.stages[it.last_stage].name));
        html += fmt::format(
            "<td><b>{}</b></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
            "<td>{}</td><td{}>{}</td><td>{:+.0f} <small>± {:.0f}</small></td>"
            "<td>{}</td></tr>\n",
            with_commas(it.points), signed_text(it.points - it.against), results.games(),
            results.wins, results.draws, results.losses, it.forfeits > 0 ? " class=\"bad\"" : "",
            it.forfeits, elo.value, (elo.high - elo.low) / 2,
            it.time.moves > 0 ? duration_text(it.mean_time()) : "–");
    }
    return html + "</tbody></table></div>\n";
}

std::string stage_tables(const ReportData& data, const Summary& summary) {
    if (data.stages.size() == 1 && data.stages[0].groups.size() == 1) return {};
    std::string html;
    // The last stage first: most readers look for it.
    for (std::size_t s = data.stages.size(); s-- > 0;) {
        html += fmt::format("<h3>{}</h3><div class=\"cards\">\n", name_markup(data.stages[s].name));
        for (const GroupTable& table : summary.tables[s]) html += group_table(data, table);
        html += "</div>\n";
    }
    return html;
}

std::string forfeits_table(const ReportData& data) {
    std::string rows;
    std::size_t count = 0;
    for (const ReportGame& game : data.games) {
        if (!game.forfeit || ++count > kMaxForfeits) continue;
        const bool x_lost = game.forfeit->offender == Side::X;
        const auto number = !game.in_file
                                ? fmt::format("{}", game.number)
                                : fmt::format("<a href=\"#game-{0}\">{0}</a>", game.number);
        rows += fmt::format(
            "<tr><td>{}</td><th scope=\"row\" class=\"left\">{}</th><td class=\"left\">{}</td>"
            "<td class=\"left\">{}</td><td class=\"left detail\">{}</td></tr>\n",
            number, bot_link(data, x_lost ? game.x : game.o),
            bot_link(data, x_lost ? game.o : game.x), reason_text(name(game.forfeit->reason)),
            escape_markup(shorten(game.forfeit->detail, 300)));
    }
    if (count == 0) return {};
    auto html =
        "<div class=\"wide\"><table><thead><tr><th scope=\"col\">Game</th>"
        "<th scope=\"col\" class=\"left\">Forfeited by</th>"
        "<th scope=\"col\" class=\"left\">Against</th><th scope=\"col\" class=\"left\">Reason</th>"
        "<th scope=\"col\" class=\"left\">Evidence</th></tr></thead><tbody>\n" +
        rows + "</tbody></table></div>\n";
    if (count > kMaxForfeits)
        html += fmt::format("<p class=\"note\">The first {} of {} forfeits are listed.</p>\n",
                            kMaxForfeits, with_commas(static_cast<long>(count)));
    return html;
}

}  // namespace xttt
