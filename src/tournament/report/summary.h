#pragma once

#include <map>
#include <string>
#include <vector>

#include "stats/encounters.h"
#include "stats/ratings.h"
#include "tournament/report/report_data.h"

namespace xttt {

// What the report says about one bot.
struct BotSummary {
    long points = 0;
    long against = 0;
    std::array<Trinomial, 2> results;  // as x and as o
    int forfeits = 0;
    ThinkingTime time;
    std::vector<long> stage_points;
    int last_stage = -1;  // -1: never took part
    int last_group = 0;
    int rank = 0;  // in the whole tournament, from 1; shared where nothing tells apart

    Trinomial all_results() const;
    double mean_time() const { return time.moves > 0 ? time.total / time.moves : 0; }
};

struct GroupTable {
    const ReportGroup* group;
    std::vector<TableRow> rows;  // row.player is the bot's index
    long games = 0;
};

// Everything that is counted or computed for a report, once.
struct Summary {
    std::vector<BotSummary> bots;
    // Best first: who came to a later stage, then the rank in its group there, then points a game.
    std::vector<int> order;
    std::vector<std::vector<GroupTable>> tables;  // by stage and group
    std::vector<Encounter> met;
    Ratings ratings;
    std::map<std::string, long> endings;  // "line", "full", names of forfeits
    Trinomial x_results;
    long busy_games = 0;
};

Summary summarise(const ReportData& data);

// "line", "full" or the name of the forfeit.
std::string ending_name(const ReportGame& game);

}  // namespace xttt
