#pragma once

#include "command.h"
#include "testing/test_folder.h"

namespace xttt {

void add_testing_run(Command& testing);

}  // namespace xttt
