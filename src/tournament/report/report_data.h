#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/game_record.h"
#include "rules/variant.h"
#include "stats/encounters.h"

namespace xttt {

// What the report of a tournament is drawn from. Bots, stages and groups are named by their index.

struct ReportBot {
    std::string name;
    std::string player;  // how it was started, as a player string; may be empty
};

// A pool, a league, a bracket: bots with a table of their own.
struct ReportGroup {
    std::string name;
    std::vector<int> bots;
    // Its table as the tournament counts it, with byes and the order of a knockout; where there is
    // none it is made from the games.
    std::vector<TableRow> table = {};
};

struct ReportStage {
    std::string name;
    std::vector<ReportGroup> groups;
};

// What a player's moves took in one game, in milliseconds.
struct ThinkingTime {
    int moves = 0;
    double total = 0;
    double longest = 0;
};

struct ReportGame {
    std::int64_t number = 0;  // as the tournament counts its games
    int stage = 0;
    int group = 0;  // of that stage
    int round = 0;  // from 1; 0 where there are none
    const Variant* variant = &kExtreme;
    int x = 0;
    int o = 0;
    std::array<int, 2> points{};
    bool by_line = false;            // else full, unless forfeited
    std::optional<Forfeit> forfeit;  // and why
    int plies = 0;
    std::array<ThinkingTime, 2> time{};
    bool host_was_busy = false;  // the clock may have been unfair
    bool in_file = false;        // listed in the report, with its evidence and replay
    std::string replay;          // see replay_code.h; empty for a game without moves

    ScoredGame scored() const { return {x, o, points}; }
};

struct ReportData {
    std::string title;
    // Facts for the head of the page, in this order: "Time control", "16 s a move".
    std::vector<std::pair<std::string, std::string>> facts;
    std::vector<ReportBot> bots;
    std::vector<ReportStage> stages;
    std::vector<ReportGame> games;
};

// Which games shall be replayable when not all can be: forfeits first, then the latest. Gives
// indices into `games`, ascending, at most `limit`.
std::vector<std::size_t> games_to_replay(const std::vector<ReportGame>& games, std::size_t limit);

}  // namespace xttt
