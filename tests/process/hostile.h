#pragma once

#include <string>

#include "process/child.h"

namespace xttt::test {

// The command line of the misbehaving test program.
inline ChildOptions hostile(const std::string& what, const std::string& argument = "") {
    ChildOptions options;
    options.argv = {HOSTILE_BOT, what, argument};
    return options;
}

// Whether a process (or a zombie) with this number exists.
inline bool exists(pid_t pid) {
    return ::kill(pid, 0) == 0;
}

}  // namespace xttt::test
