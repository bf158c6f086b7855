#include "tournament/report/summary.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace xttt {
namespace {

void count_game(const ReportGame& game, Summary& summary) {
    const double x_score = game.scored().x_score();
    summary.x_results.add(x_score);
    ++summary.endings[ending_name(game)];
    summary.busy_games += game.host_was_busy;
    for (const int side : {0, 1}) {
        BotSummary& bot = summary.bots[side == 0 ? game.x : game.o];
        bot.points += game.points[side];
        bot.against += game.points[1 - side];
        bot.results[side].add(side == 0 ? x_score : 1 - x_score);
        bot.stage_points[game.stage] += game.points[side];
        const ThinkingTime& time = game.time[side];
        bot.time.moves += time.moves;
        bot.time.total += time.total;
        bot.time.longest = std::max(bot.time.longest, time.longest);
        bot.forfeits += game.forfeit && index(game.forfeit->offender) == side;
    }
}

// Maps the bots of a group to numbers from 0 for the computation, and back.
GroupTable table_of(const ReportGroup& group, const std::vector<ScoredGame>& games, int all_bots) {
    std::vector<int> local(all_bots, -1);
    for (std::size_t i = 0; i < group.bots.size(); ++i) local[group.bots[i]] = static_cast<int>(i);
    std::vector<ScoredGame> renumbered;
    for (const ScoredGame& game : games)
        if (local[game.x] >= 0 && local[game.o] >= 0)
            renumbered.push_back({local[game.x], local[game.o], game.points});
    if (!group.table.empty()) return {&group, group.table, static_cast<long>(renumbered.size())};
    const int size = static_cast<int>(group.bots.size());
    GroupTable table{&group, points_table(size, encounters(size, renumbered)),
                     static_cast<long>(renumbered.size())};
    for (TableRow& row : table.rows) row.player = group.bots[row.player];
    return table;
}

void make_tables(const ReportData& data, Summary& summary) {
    summary.tables.resize(data.stages.size());
    std::vector<std::vector<std::vector<ScoredGame>>> games(data.stages.size());
    for (std::size_t s = 0; s < games.size(); ++s) games[s].resize(data.stages[s].groups.size());
    for (const ReportGame& game : data.games)
        games[game.stage][game.group].push_back(game.scored());
    for (std::size_t s = 0; s < games.size(); ++s)
        for (std::size_t g = 0; g < games[s].size(); ++g) {
            const ReportGroup& group = data.stages[s].groups[g];
            summary.tables[s].push_back(
                table_of(group, games[s][g], static_cast<int>(data.bots.size())));
            for (const int bot : group.bots) {
                summary.bots[bot].last_stage = static_cast<int>(s);
                summary.bots[bot].last_group = static_cast<int>(g);
            }
        }
}

// The result of a bot in its last stage; smaller is better. Uses points per game, because pools may
// differ in size.
auto final_key(const Summary& summary, int bot) {
    const BotSummary& it = summary.bots[bot];
    int rank = 0;
    double points = 0;
    if (it.last_stage >= 0)
        for (const TableRow& row : summary.tables[it.last_stage][it.last_group].rows) {
            if (row.player != bot) continue;
            rank = row.rank;
            points = static_cast<double>(row.points) /
                     static_cast<double>(std::max(row.results.games(), 1L));
        }
    return std::tuple(-it.last_stage, rank, -points);
}

void put_in_order(Summary& summary) {
    using Key = decltype(final_key(summary, 0));
    std::vector<Key> keys;
    for (std::size_t b = 0; b < summary.bots.size(); ++b)
        keys.push_back(final_key(summary, static_cast<int>(b)));
    summary.order.resize(summary.bots.size());
    std::iota(summary.order.begin(), summary.order.end(), 0);
    std::stable_sort(summary.order.begin(), summary.order.end(),
                     [&](int a, int b) { return keys[a] < keys[b]; });
    for (std::size_t i = 0; i < summary.order.size(); ++i) {
        const bool shared = i > 0 && keys[summary.order[i]] == keys[summary.order[i - 1]];
        summary.bots[summary.order[i]].rank =
            shared ? summary.bots[summary.order[i - 1]].rank : static_cast<int>(i) + 1;
    }
}

}  // namespace

Trinomial BotSummary::all_results() const {
    Trinomial sum = results[0];
    return sum += results[1];
}

std::string ending_name(const ReportGame& game) {
    if (game.forfeit) return std::string(name(game.forfeit->reason));
    if (game.adjudicated_draw) return std::string(kAdjudicatedDraw);
    return game.by_line ? "line" : "full";
}

Summary summarise(const ReportData& data) {
    Summary summary;
    summary.bots.resize(data.bots.size());
    for (BotSummary& bot : summary.bots) bot.stage_points.resize(data.stages.size());
    std::vector<ScoredGame> scored;
    scored.reserve(data.games.size());
    for (const ReportGame& game : data.games) {
        count_game(game, summary);
        scored.push_back(game.scored());
    }
    const int bots = static_cast<int>(data.bots.size());
    summary.met = encounters(bots, scored);
    summary.ratings = rate(bots, summary.met);
    make_tables(data, summary);
    put_in_order(summary);
    return summary;
}

}  // namespace xttt
