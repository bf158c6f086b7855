#include "tournament/output/standings_text.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "stats/ratings.h"

namespace xttt {
namespace {

constexpr std::size_t kNameWidth = 24;

std::size_t name_width(const std::vector<TableRow>& table, const std::vector<std::string>& names) {
    std::size_t width = 4;
    for (const TableRow& row : table)
        width = std::max(width, names[static_cast<std::size_t>(row.player)].size());
    return std::min(width, kNameWidth);
}

Ratings ratings_of(const Progress& progress, const std::vector<std::string>& names) {
    std::vector<PlayedRound> rounds;
    for (const auto& stage : progress.stages())
        rounds.insert(rounds.end(), stage.rounds.begin(), stage.rounds.end());
    return rate(static_cast<int>(names.size()), encounters_of(rounds));
}

}  // namespace

std::string fitted(std::string_view text, std::size_t width) {
    std::string out;
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size() && count < width; ++count) {
        const std::size_t length = std::max<std::size_t>(utf8_length(text, at), 1);
        out += text.substr(at, length);
        at += length;
    }
    out.append(width - count, ' ');
    return out;
}

std::string standings_text(const Progress& progress, int stage,
                           const std::vector<std::string>& names, int most_rows) {
    const auto tables = progress.tables(stage);
    std::string text;
    for (std::size_t pool = 0; pool < tables.size(); ++pool) {
        const auto& table = tables[pool];
        const std::size_t width = name_width(table, names);
        if (tables.size() > 1) text += fmt::format("pool {}\n", pool + 1);
        text += fmt::format("{:>4}  {}  {:>7}  {:>7}  {:>5}  {:>5}  {:>5}  {:>6}\n", "",
                            fitted("name", width), "points", "against", "won", "drawn", "lost",
                            "games");
        int rows = 0;
        for (const TableRow& row : table) {
            if (most_rows > 0 && rows++ == most_rows) {
                text += fmt::format("      ... and {} more\n",
                                    static_cast<int>(table.size()) - most_rows);
                break;
            }
            text += fmt::format("{:>4}  {}  {:>7}  {:>7}  {:>5}  {:>5}  {:>5}  {:>6}\n", row.rank,
                                fitted(names[static_cast<std::size_t>(row.player)], width),
                                row.points, row.against, row.results.wins, row.results.draws,
                                row.results.losses, row.results.games());
        }
    }
    return text;
}

nlohmann::ordered_json standings_json(const Progress& progress, int stage,
                                      const std::vector<std::string>& names) {
    auto pools = nlohmann::ordered_json::array();
    for (const auto& table : progress.tables(stage)) {
        auto rows = nlohmann::ordered_json::array();
        for (const TableRow& row : table)
            rows.push_back({{"rank", row.rank},
                            {"name", to_utf8(names[static_cast<std::size_t>(row.player)])},
                            {"points", row.points},
                            {"against", row.against},
                            {"won", row.results.wins},
                            {"drawn", row.results.draws},
                            {"lost", row.results.losses}});
        pools.push_back(std::move(rows));
    }
    return pools;
}

std::string ratings_text(const Progress& progress, const std::vector<std::string>& names) {
    const Ratings ratings = ratings_of(progress, names);
    std::string text = fmt::format("{:>4}  {}  {:>7}  {:>17}\n", "", fitted("name", kNameWidth),
                                   "Elo", "95% interval");
    int rank = 0;
    for (const int player : ratings.best_first()) {
        const Estimate& elo = ratings[player].elo;
        text += fmt::format("{:>4}  {}  {:>+7.0f}  {:>+7.0f} to {:>+6.0f}\n", ++rank,
                            fitted(names[static_cast<std::size_t>(player)], kNameWidth), elo.value,
                            elo.low, elo.high);
    }
    return text;
}

nlohmann::ordered_json ratings_json(const Progress& progress,
                                    const std::vector<std::string>& names) {
    const Ratings ratings = ratings_of(progress, names);
    auto rows = nlohmann::ordered_json::array();
    for (const int player : ratings.best_first()) {
        const Estimate& elo = ratings[player].elo;
        rows.push_back({{"name", to_utf8(names[static_cast<std::size_t>(player)])},
                        {"elo", elo.value},
                        {"low", elo.low},
                        {"high", elo.high}});
    }
    return rows;
}

}  // namespace xttt
