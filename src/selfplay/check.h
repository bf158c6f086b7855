#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "selfplay/game_maker.h"
#include "selfplay/training_record.h"

namespace xttt {

struct RecordSummary {
    std::uint64_t records = 0;
    std::uint64_t games = 0;
    std::uint64_t won = 0, drawn = 0, lost = 0;  // results from the view of the side to move
    double mean_score = 0;     // mean absolute score in points, without scores that prove a line
    std::uint64_t proven = 0;  // number of scores that prove a line
};

// The first fault of an untrusted record; empty if there is none. Only a record without a fault has
// a position and a best move.
template <const Variant& V>
std::string_view record_fault(const TrainingRecord<V>& record);

// Checks every record of a file: the position is not over, the best move is legal, and the result
// is consistent. The error names the first bad record.
template <const Variant& V>
Result<RecordSummary> check_records(const std::string& path);

// Checks that untrusted records are `count` complete games starting with number `first`: each game
// starts from the position that its number gives, every position follows from the previous one by a
// legal move, and a legal move leads to the recorded result. Scores and best moves are not checked.
template <const Variant& V>
Result<void> check_games(const GameStarts<V>& starts, std::uint32_t first, std::uint32_t count,
                         std::span<const TrainingRecord<V>> records);

}  // namespace xttt
