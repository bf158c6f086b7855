#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "record/game_record.h"
#include "rules/variant.h"
#include "stats/encounters.h"

namespace xttt {

class StoreReader;

// The input of the report. Bots, stages and groups are referred to by index.

struct ReportBot {
    std::string name;
    std::string player;  // the player string; may be empty
};

// A pool, a league or a bracket: bots with one table.
struct ReportGroup {
    std::string name;
    std::vector<int> bots;
    // The table of the schedule, with byes and the order of a knockout; computed from the games if
    // there is none.
    std::vector<TableRow> table = {};
};

struct ReportStage {
    std::string name;
    std::vector<ReportGroup> groups;
};

// Times of a player's moves in one game, in milliseconds.
struct ThinkingTime {
    int moves = 0;
    double total = 0;
    double longest = 0;
};

struct ReportGame {
    std::int64_t number = 0;  // number of the game in the tournament
    int stage = 0;
    int group = 0;  // index in the stage
    int round = 0;  // from 1; 0 if there are no rounds
    const Variant* variant = &kExtreme;
    int x = 0;
    int o = 0;
    std::array<int, 2> points{};
    bool by_line = false;  // else on a full board, unless one of the next two is set
    bool adjudicated_draw = false;
    std::optional<Forfeit> forfeit;  // if it ended by forfeit
    int plies = 0;
    std::array<ThinkingTime, 2> time{};
    bool host_was_busy = false;  // the host was too busy for a fair clock
    bool in_file = false;        // included in the report, with evidence and moves
    std::string start_fen;       // empty: the start of the variant
    std::string moves;           // see moves_code; empty for a game without moves

    ScoredGame scored() const { return {x, o, points}; }
};

struct ReportData {
    std::string title;
    // Facts at the top of the page, in this order: "Time control", "16 s per move".
    std::vector<std::pair<std::string, std::string>> facts;
    std::vector<ReportBot> bots;
    std::vector<ReportStage> stages;
    std::vector<ReportGame> games;
};

// The moves of a game in base64, two bytes per move: the cell (small board times cells per small
// board plus cell, both from 0), and the time t in milliseconds as round(16 log2(1 + t)), at most
// 254; 255 if unknown. Fails if the moves are not a legal game.
Result<std::string> moves_code(const GameRecord& record);

// Selects the replayable games if there are too many: forfeits first, then the latest. Returns
// ascending indices into `games`, at most `limit`.
std::vector<std::size_t> games_to_replay(const std::vector<ReportGame>& games, std::size_t limit);

// Reads the data of the report from a store, which may still be in use. At most `replays` games
// become replayable. Games that were replayed because of a busy host are left out.
Result<ReportData> read_report(const StoreReader& store, std::size_t replays);

}  // namespace xttt
