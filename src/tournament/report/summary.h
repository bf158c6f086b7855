#pragma once

#include <map>
#include <string>
#include <vector>

#include "stats/encounters.h"
#include "stats/ratings.h"
#include "tournament/report/report_data.h"

namespace xttt {

// The computed data of one bot.
struct BotSummary {
    long points = 0;
    long against = 0;
    std::array<Trinomial, 2> results;  // games as x and as o
    int forfeits = 0;
    ThinkingTime time;
    std::vector<long> stage_points;
    int last_stage = -1;  // -1: did not take part
    int last_group = 0;
    int rank = 0;  // in the whole tournament, from 1; equal bots share a rank

    Trinomial all_results() const;
    double mean_time() const { return time.moves > 0 ? time.total / time.moves : 0; }
};

struct GroupTable {
    const ReportGroup* group;
    std::vector<TableRow> rows;  // row.player is the bot's index
    long games = 0;
};

// All computed data of a report.
struct Summary {
    std::vector<BotSummary> bots;
    // Best first: by the last stage reached, then the rank in the group, then points per game.
    std::vector<int> order;
    std::vector<std::vector<GroupTable>> tables;  // by stage and group
    std::vector<Encounter> met;
    Ratings ratings;
    std::map<std::string, long> endings;  // as ending_name() names them
    Trinomial x_results;
    long busy_games = 0;
};

Summary summarise(const ReportData& data);

// "line", "full", "adjudication" or the reason of the forfeit.
std::string ending_name(const ReportGame& game);

}  // namespace xttt
