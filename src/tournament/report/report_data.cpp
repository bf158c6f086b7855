#include "tournament/report/report_data.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

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

}  // namespace xttt
