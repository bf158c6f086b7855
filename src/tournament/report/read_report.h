#pragma once

#include <cstddef>

#include "base/result.h"
#include "tournament/report/report_data.h"

namespace xttt {

class StoreReader;

// Reads the data of the report from a store, which may still be in use. At most `replays` games
// become replayable. Games that were replayed because of a busy host are left out.
Result<ReportData> read_report(const StoreReader& store, std::size_t replays);

}  // namespace xttt
