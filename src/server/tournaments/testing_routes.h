#pragma once

#include <string>

#include "server/net/router.h"

namespace xttt {

// The page of engine tests and its data, /testing and /api/testing: the files that the coordinator
// of the tests writes to their folder.
void add_testing_routes(Router& router, const std::string& folder);

}  // namespace xttt
