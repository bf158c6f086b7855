#pragma once

#include <atomic>
#include <functional>

#include "testing/test_folder.h"
#include "tournament/runner/game_executor.h"

namespace xttt {

// Controls of a running test, set by the coordinator from another thread.
struct TestControl {
    std::atomic<std::size_t> slots = 0;  // games that may be unfinished at a time; 0: it waits
    std::atomic<int> interrupts = 0;     // 1: finish the running games; 2: return now
};

// Creates the executor of a test. `warn` receives messages for the user.
using MakeTestExecutor = std::function<Result<RunExecutor>(
    const Test& test, std::function<void(const std::string&)> warn)>;

// Plays a test until it is decided, all its games are played, it is interrupted, or it cannot be
// played; writes its state to the folder. Run again, it resumes the test. A test without an
// executor stays queued, with the reason as its message. `log` receives warnings while it runs.
void run_test(const Test& test, const TestFolder& folder, const MakeTestExecutor& make,
              TestControl& control, const std::function<void(const std::string&)>& log = {});

}  // namespace xttt
