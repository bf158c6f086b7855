#pragma once

#include "arena/arena_store.h"
#include "tournament/store/database.h"

namespace xttt {

// Times as the database stores them: milliseconds since 1970.
inline std::int64_t to_stored(SystemTime time) {
    return time.time_since_epoch().count();
}
inline SystemTime from_stored(std::int64_t time) {
    return SystemTime(std::chrono::milliseconds(time));
}

}  // namespace xttt
