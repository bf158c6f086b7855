#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/result.h"
#include "selfplay/game_maker.h"
#include "selfplay/training_record.h"

namespace xttt {

struct RecordSummary {
    std::uint64_t records = 0;
    std::uint64_t games = 0;
    std::uint64_t won = 0, drawn = 0, lost = 0;  // results in the side to move's view
    double mean_score = 0;                       // size of scores that prove no line, in points
    std::uint64_t proven = 0;                    // scores that prove a line
};

// Reads a whole file and tests every record: a position that is not over, a legal best move, an end
// that fits. The first that fails is named.
template <const Variant& V>
Result<RecordSummary> check_records(const std::string& path);

// Tests that records somebody else made are `count` whole games from number `first` on: each begins
// where its number's lots put it, every position follows from the one before by a legal move, and
// the end is one that a legal move leads to. What the searches said is not tested.
template <const Variant& V>
Result<void> check_games(const GameStarts<V>& starts, std::uint32_t first, std::uint32_t count,
                         std::span<const TrainingRecord<V>> records);

}  // namespace xttt
