#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json_fwd.hpp>

#include "base/count_text.h"
#include "base/text.h"
#include "tournament/runner/progress.h"
#include "tournament/store/stored_game.h"

namespace xttt {

// The standings of a stage as text, one table per pool, with at most `most_rows` rows each (0:
// all).
std::string standings_text(const Progress& progress, int stage,
                           const std::vector<std::string>& names, int most_rows = 0);

// The same as JSON: an array of pools, each an array of rows.
nlohmann::ordered_json standings_json(const Progress& progress, int stage,
                                      const std::vector<std::string>& names);

// Elo ratings over all stages with their intervals, best first.
std::string ratings_text(const Progress& progress, const std::vector<std::string>& names);
nlohmann::ordered_json ratings_json(const Progress& progress,
                                    const std::vector<std::string>& names);

// The text truncated or padded with spaces to a width in UTF-8 characters.
std::string fitted(std::string_view text, std::size_t width);

// Names that are safe to print on a terminal.
inline std::vector<std::string> terminal_safe_names(std::vector<std::string> names) {
    for (std::string& name : names) name = terminal_safe(name);
    return names;
}

// "anna 68 : 0 bert (line)", x first; a forfeit with its reason.
inline std::string game_text(const StoredGame& game, const std::vector<std::string>& names) {
    std::string text = fmt::format(
        "{} {} : {} {} ({})", names[static_cast<std::size_t>(game.entrants[0])], game.points[0],
        game.points[1], names[static_cast<std::size_t>(game.entrants[1])], game.reason);
    if (!game.counts) text += ", to be replayed";
    return text;
}

// A warning about games whose clock was not fair; empty for none.
inline std::string busy_text(long games) {
    if (games == 0) return {};
    return fmt::format("warning: in {} the host was too busy for a fair clock",
                       count_text(games, "game"));
}

// The evidence of a forfeit, shortened, on one line and safe to print.
inline std::string evidence_text(const std::string& detail) {
    std::string evidence = detail.substr(0, 160);
    for (char& c : evidence)
        if (static_cast<unsigned char>(c) < ' ') c = ' ';
    return terminal_safe(evidence);
}

// The player that forfeited and the reason, with the evidence on the same line. Requires a forfeit.
inline std::string forfeit_text(const StoredGame& game, const std::vector<std::string>& names) {
    const std::size_t offender = game.result == GameResult::XWins ? 1 : 0;
    return fmt::format("{} forfeits by {}{}: {}",
                       names[static_cast<std::size_t>(game.entrants[offender])], game.reason,
                       game.host.too_busy ? " (the host was too busy)" : "",
                       evidence_text(game.detail));
}

inline std::string stopping_text(std::size_t games) {
    return fmt::format("Finishing {}. Press Ctrl-C again to stop now.",
                       count_text(games, "running game"));
}

}  // namespace xttt
