#pragma once

#include <string_view>

#include "base/names.h"
#include "record/game_record.h"

namespace xttt {

// The names of results in .jsonl; "*" for a game that has not ended.
inline constexpr Names<GameResult, 4> kResultNames{{"x", "o", "draw", "*"}};

inline std::string_view result_name(GameResult result) {
    return kResultNames.of(result);
}

}  // namespace xttt
