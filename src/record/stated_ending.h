#pragma once

#include <array>
#include <optional>
#include <string>

#include "record/game_record.h"

namespace xttt {

// What a file says about the end of a game, as far as it says it.
struct StatedEnding {
    std::optional<GameResult> result;
    std::optional<std::string> reason;
    std::optional<std::array<int, 2>> points;
    std::string detail;
};

// Completes a record whose moves have been read: takes the forfeit, if one is stated, and checks
// that all that is stated follows from the moves and the forfeit.
Result<void> settle(GameRecord& record, const StatedEnding& stated);

// "1-0", "0-1", "1/2-1/2" or "*".
std::string_view score_text(GameResult result);
std::optional<GameResult> read_score_text(std::string_view text);

}  // namespace xttt
