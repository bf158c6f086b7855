#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "tournament/runner/tournament_listener.h"

namespace xttt {

// "anna 68 : 0 bert (line)", x first; a forfeit with its reason.
inline std::string game_text(const GameToStore& game, const std::vector<std::string>& names) {
    const auto points = game.game.ending.points.value_or(std::array{0, 0});
    std::string text = fmt::format(
        "{} {} : {} {} ({})", names[static_cast<std::size_t>(game.entrants[0])], points[0],
        points[1], names[static_cast<std::size_t>(game.entrants[1])], game.game.ending.reason);
    if (!game.counts) text += ", to be played again";
    return text;
}

// Who forfeited and why, with its evidence on the same line. Requires a forfeit.
inline std::string forfeit_text(const GameToStore& game, const std::vector<std::string>& names) {
    const Forfeit& forfeit = *game.game.record.forfeit;
    std::string evidence = forfeit.detail.substr(0, 160);
    for (char& c : evidence)
        if (c >= 0 && c < ' ') c = ' ';
    return fmt::format("{} forfeits by {}: {}",
                       names[static_cast<std::size_t>(
                           game.entrants[static_cast<std::size_t>(index(forfeit.offender))])],
                       name(forfeit.reason), evidence);
}

}  // namespace xttt
