#pragma once

#include <cstddef>

#include "base/result.h"
#include "tournament/report/report_data.h"

namespace xttt {

class StoreReader;

// What a store knows about its tournament, as the report wants it; also while it is being played.
// At most so many games become replayable. Games that were played again are left out.
Result<ReportData> read_report(const StoreReader& store, std::size_t replays);

}  // namespace xttt
