#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "record/game_record.h"

namespace xttt {

// Results as the recorded vectors call them; "*" for a game that has not ended.
inline constexpr std::array kResultNames{std::pair{GameResult::XWins, std::string_view("x")},
                                         std::pair{GameResult::OWins, std::string_view("o")},
                                         std::pair{GameResult::Draw, std::string_view("draw")},
                                         std::pair{GameResult::Unfinished, std::string_view("*")}};

inline std::string_view result_name(GameResult result) {
    for (const auto& [known, text] : kResultNames)
        if (known == result) return text;
    std::unreachable();
}

inline std::optional<GameResult> find_result(std::string_view name) {
    for (const auto& [result, known] : kResultNames)
        if (known == name) return result;
    return std::nullopt;
}

}  // namespace xttt
