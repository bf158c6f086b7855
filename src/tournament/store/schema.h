#pragma once

#include "base/result.h"
#include "tournament/store/database.h"

namespace xttt {

// The version of the tables this program writes; kept in the file as its user_version.
inline constexpr int kSchemaVersion = 1;

// Says why the file is not one we may use: made by a newer version, or by another program.
Result<void> check_schema(Database& database);

// Brings a checked file, which may be empty, to the present version, each step in a transaction.
Result<void> migrate(Database& database);

}  // namespace xttt
