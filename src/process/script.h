#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "process/child.h"

namespace xttt {

// How to start a program that somebody wrote, jailed or not; argv[0] is its full path.
//
// In a jail a script ("#!" and its interpreter) is started by its interpreter, because a jail lets
// one execve through and shows neither /usr/bin nor anything else outside the folder of the
// program; it sees the script's folder and the interpreter. A Python script, jailed or not, finds
// the package xttt that belongs to this executable, where there is one: see
// docs/reference/python.md.
Result<ChildOptions> program_command(std::vector<std::string> argv, bool jailed);

}  // namespace xttt
