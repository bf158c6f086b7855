#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "tournament/store/database.h"
#include "tournament/store/stored_game.h"

namespace xttt {

// The schema version that this program writes; stored as user_version.
inline constexpr int kSchemaVersion = 2;
// The oldest version that can be read without an upgrade: version 2 only encodes moves differently.
inline constexpr int kOldestReadable = 1;

// Fails if the file cannot be used: written by a newer version, or by another program.
Result<void> check_schema(Database& database);

// Upgrades a checked file, which may be empty, to the current version, each step in a transaction.
Result<void> migrate(Database& database);

class Statement;

// The columns of a query over games g, followed by those of moves m, in the order in which the
// functions below read them.
inline constexpr std::string_view kGameColumns =
    "g.id, g.stage, g.round, g.pairing, g.game, g.attempt, g.pool, g.x, g.o, g.variant, g.result,"
    " g.reason, g.points_x, g.points_o, g.detail, g.counts, g.plies, g.opening, g.moves_x,"
    " g.moves_o, g.time_x, g.time_o, g.longest_x, g.longest_o, g.cpu_x, g.cpu_o, g.waited,"
    " g.longest_wait, g.too_busy, g.worker, g.ended";
inline constexpr std::string_view kMovesColumns = ", m.seed, m.start, m.tags, m.moves";

std::chrono::sys_time<std::chrono::milliseconds> stored_time(std::int64_t since_epoch);

// `usual` is the variant of rows without one. Fails for values that xttt never stores.
Result<void> read_row(const Statement& row, const Variant& usual, StoredGame& game);

// The record of a row, without the tags that follow from the tournament.
Result<GameRecord> read_record(const Statement& row, const StoredGame& game);

}  // namespace xttt
