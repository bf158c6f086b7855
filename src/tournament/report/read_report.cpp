#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "tournament/report/report_data.h"
#include "tournament/runner/tournament_plan.h"
#include "tournament/store/store_reader.h"

namespace xttt {
namespace {

constexpr int kUnknownTime = 255;
constexpr int kLongestTime = 254;

int time_code(const std::optional<std::chrono::milliseconds>& time) {
    if (!time) return kUnknownTime;
    const auto ms = static_cast<double>(std::max<std::int64_t>(time->count(), 0));
    return std::min(kLongestTime, static_cast<int>(std::lround(16 * std::log2(1 + ms))));
}

}  // namespace

Result<std::string> moves_code(const GameRecord& record) {
    TRY_VOID(ending_of(record));
    std::string bytes;
    for (const auto& [move, note] : record.moves) {
        bytes += static_cast<char>(move.board * record.variant->places() + move.cell);
        bytes += static_cast<char>(time_code(note.time));
    }
    return base64(bytes);
}

std::vector<std::size_t> games_to_replay(const std::vector<ReportGame>& games, std::size_t limit) {
    std::vector<std::size_t> chosen;
    for (const bool forfeits : {true, false})
        for (std::size_t i = games.size(); i-- > 0 && chosen.size() < limit;)
            if (games[i].forfeit.has_value() == forfeits) chosen.push_back(i);
    std::sort(chosen.begin(), chosen.end());
    return chosen;
}

namespace {

double milliseconds(Clock::duration time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

ReportStage stage_of(const StoredStage& stored) {
    ReportStage stage{stored.name, {}};
    int pools = 1;
    for (const StoredSeat& seat : stored.seats) pools = std::max(pools, seat.pool + 1);
    for (int pool = 0; pool < pools; ++pool)
        stage.groups.push_back({pools > 1 ? fmt::format("Pool {}", pool + 1) : stored.name, {}});
    for (const StoredSeat& seat : stored.seats)
        stage.groups[seat.pool].bots.push_back(seat.entrant);
    return stage;
}

ReportGame game_of(const StoredGame& stored, int stage) {
    ReportGame game{.number = stored.id,
                    .stage = stage,
                    .group = stored.pool,
                    .round = stored.place ? stored.place->round + 1 : 0,
                    .variant = stored.variant,
                    .x = stored.entrants[0],
                    .o = stored.entrants[1],
                    .points = stored.points,
                    .by_line = stored.reason == "line",
                    .adjudicated_draw = stored.reason == kAdjudicatedDraw,
                    .plies = stored.plies,
                    .host_was_busy = stored.host.too_busy};
    if (const auto reason = stored.forfeit())
        game.forfeit =
            Forfeit{stored.result == GameResult::XWins ? Side::O : Side::X, *reason, stored.detail};
    for (const int side : {0, 1}) {
        const TimeUsed& used = stored.used[side];
        game.time[side] = {used.moves, milliseconds(used.total), milliseconds(used.longest)};
    }
    return game;
}

// Removes the folders of the files of entrants from texts, because reports are published.
class FolderFilter {
public:
    explicit FolderFilter(const std::vector<Entrant>& entrants) {
        for (const Entrant& entrant : entrants) {
            const auto slash = entrant.player.rfind('/');
            const auto start = entrant.player.find('/');
            if (start == std::string::npos || slash <= start) continue;
            folders_.insert(entrant.player.substr(start, slash + 1 - start));
        }
    }
    std::string operator()(std::string text) const {
        // Longest first: the folder of a team is inside the folder of all bots.
        for (auto folder = folders_.rbegin(); folder != folders_.rend(); ++folder)
            for (auto at = text.find(*folder); at != std::string::npos; at = text.find(*folder, at))
                text.erase(at, folder->size());
        return text;
    }

private:
    std::set<std::string> folders_;
};

// Games without a stage in the schedule get a separate stage at the end.
class Stages {
public:
    Stages(ReportData& data, const std::vector<StoredStage>& stored) : data_(data) {
        for (const StoredStage& stage : stored) {
            index_[stage.id] = static_cast<int>(data_.stages.size());
            data_.stages.push_back(stage_of(stage));
        }
    }
    void add(const StoredGame& stored) {
        const auto found = stored.place ? index_.find(stored.place->stage) : index_.end();
        if (found != index_.end() && has_group(found->second, stored.pool)) {
            data_.games.push_back(game_of(stored, found->second));
            return;
        }
        data_.games.push_back(game_of(stored, other()));
        data_.games.back().group = 0;
        auto& bots = data_.stages.back().groups[0].bots;
        for (const int bot : stored.entrants)
            if (std::find(bots.begin(), bots.end(), bot) == bots.end()) bots.push_back(bot);
    }

private:
    bool has_group(int stage, int pool) const {
        return pool >= 0 && pool < static_cast<int>(data_.stages[stage].groups.size());
    }
    int other() {
        if (!has_other_) data_.stages.push_back({"Games", {{"Games", {}}}});
        has_other_ = true;
        return static_cast<int>(data_.stages.size()) - 1;
    }

    ReportData& data_;
    std::map<int, int> index_;  // by store id
    bool has_other_ = false;
};

// Reads the moves of the selected games in two passes, forfeits and latest games: one query per
// game would be slower.
Result<void> add_replays(const StoreReader& store, std::size_t limit, ReportData& data) {
    std::map<std::int64_t, ReportGame*> chosen;
    std::array<std::optional<std::int64_t>, 2> first;  // number of other games, number of forfeits
    for (const std::size_t i : games_to_replay(data.games, limit)) {
        ReportGame& game = data.games[i];
        chosen[game.number] = &game;
        game.in_file = true;
        auto& earliest = first[game.forfeit.has_value()];
        if (!earliest) earliest = game.number;
    }
    const auto add = [&](const StoredGame& stored, const GameRecord& record) -> Result<void> {
        const auto found = chosen.find(stored.id);
        if (found == chosen.end()) return {};
        auto moves = moves_code(record);
        if (!moves)
            return fail(Errc::BadRecord, fmt::format("store {}: game {}: {}", store.path(),
                                                     stored.id, moves.error().message));
        found->second->moves = std::move(*moves);
        found->second->start_fen = record.start_fen;
        return {};
    };
    for (const bool forfeits : {false, true}) {
        if (!first[forfeits]) continue;
        const auto read =
            store.for_each_record({.forfeits_only = forfeits, .after = *first[forfeits] - 1}, add);
        if (!read) return read;
    }
    return {};
}

// Uses the standings of the schedule for games that belong to it.
void add_tables(const StoreReader& store, ReportData& data) {
    const auto tournament = read_tournament(store);
    if (!tournament) return;
    const auto stages = std::min(tournament->progress.stages().size(), data.stages.size());
    for (std::size_t s = 0; s < stages; ++s) {
        auto tables = tournament->progress.tables(static_cast<int>(s));
        auto& groups = data.stages[s].groups;
        if (tables.size() != groups.size()) continue;
        for (std::size_t g = 0; g < groups.size(); ++g) groups[g].table = std::move(tables[g]);
    }
}

}  // namespace

Result<ReportData> read_report(const StoreReader& store, std::size_t replays) {
    TRY(const auto facts, store.facts());
    TRY(const auto entrants, store.entrants());
    TRY(const auto stages, store.stages());

    ReportData data;
    data.title = facts.name;
    data.facts = {{"Variant", std::string(facts.variant->name)},
                  {"Time control", facts.time_control},
                  {"Started", facts.created},
                  {"Seed", std::to_string(facts.seed)}};
    std::erase_if(data.facts, [](const auto& fact) { return fact.second.empty(); });
    const FolderFilter without_folders(entrants);
    for (const Entrant& entrant : entrants) {
        if (entrant.id != static_cast<int>(data.bots.size()))
            return fail(Errc::BadInput, fmt::format("store {}: entrant {} is missing", store.path(),
                                                    data.bots.size()));
        data.bots.push_back({without_folders(entrant.name), without_folders(entrant.player)});
    }

    Stages sorted(data, stages);
    const auto known = [&](int bot) {
        return bot >= 0 && bot < static_cast<int>(data.bots.size());
    };
    bool all_known = true;
    for (const StoredStage& stage : stages)
        for (const StoredSeat& seat : stage.seats) all_known &= known(seat.entrant);
    TRY_VOID(store.for_each_game({}, [&](const StoredGame& stored) {
        if (known(stored.entrants[0]) && known(stored.entrants[1]))
            sorted.add(stored);
        else
            all_known = false;
    }));
    if (!all_known)
        return fail(
            Errc::BadInput,
            fmt::format("store {}: a game has a player that is not an entrant", store.path()));
    for (ReportGame& game : data.games)
        if (game.forfeit) game.forfeit->detail = without_folders(std::move(game.forfeit->detail));
    add_tables(store, data);
    TRY_VOID(add_replays(store, replays, data));
    return data;
}

}  // namespace xttt
