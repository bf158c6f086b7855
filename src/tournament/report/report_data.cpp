#include "tournament/report/report_data.h"

#include <algorithm>

namespace xttt {

std::vector<std::size_t> games_to_replay(const std::vector<ReportGame>& games, std::size_t limit) {
    std::vector<std::size_t> chosen;
    for (const bool forfeits : {true, false})
        for (std::size_t i = games.size(); i-- > 0 && chosen.size() < limit;)
            if (games[i].forfeit.has_value() == forfeits) chosen.push_back(i);
    std::sort(chosen.begin(), chosen.end());
    return chosen;
}

}  // namespace xttt
