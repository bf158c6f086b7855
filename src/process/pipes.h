#pragma once

#include "base/result.h"
#include "process/unique_fd.h"

namespace xttt {

// The three pipes between us and a child. Our ends do not block.
struct Pipes {
    UniqueFd input, output, error;                    // ours
    UniqueFd child_input, child_output, child_error;  // the child's
};

Result<Pipes> make_pipes();

// Writing to a child that has gone away must be an error, not the end of this process.
void ignore_broken_pipes();

}  // namespace xttt
