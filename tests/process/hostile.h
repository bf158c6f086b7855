#pragma once

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "process/child.h"
#include "support/paths.h"

namespace xttt::test {

// The command line of the misbehaving test program.
inline ChildOptions hostile(const std::string& what, const std::string& argument = "") {
    ChildOptions options;
    options.argv = {hostile_bot(), what, argument};
    return options;
}

// Whether a process (or a zombie) with this number exists.
inline bool exists(pid_t pid) {
    return ::kill(pid, 0) == 0;
}

// How many descriptors this process has open.
inline auto open_files() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

// The shortest of several tries: what it takes on a host that is not busy with something else.
template <class Try>
Clock::duration quickest(const Try& once) {
    auto best = Clock::duration::max();
    for (int attempt = 0; attempt < 5; ++attempt) {
        best = std::min(best, once());
        if (best < std::chrono::milliseconds(50)) break;
    }
    return best;
}

// How long past its limit a child that does not answer in time is gone for good.
inline Clock::duration overrun(Child child, Clock::duration limit) {
    const Deadline until = after(limit);
    child.send("position startpos\ngo\n");
    OutputEvent event;
    do event = child.await_text_line(until);
    while (event.kind == OutputEvent::Kind::TextLine);
    EXPECT_EQ(event.kind, OutputEvent::Kind::TimedOut);
    EXPECT_GE(Clock::now(), until);
    child.kill();
    EXPECT_FALSE(exists(child.pid()));
    return Clock::now() - until;
}

}  // namespace xttt::test
