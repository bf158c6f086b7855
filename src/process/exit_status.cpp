#include "process/exit_status.h"

#include <csignal>

#include <fmt/format.h>
#include <string.h>
#include <sys/wait.h>

namespace xttt {

ExitStatus ExitStatus::from_wait(int status) {
    if (WIFSIGNALED(status)) return {.signaled = true, .value = WTERMSIG(status)};
    return {.signaled = false, .value = WEXITSTATUS(status)};
}

ExitStatus ExitStatus::from_wrapper(int status) {
    const ExitStatus direct = from_wait(status);
    constexpr int kSignalBase = 128;
    if (direct.signaled || direct.value <= kSignalBase || direct.value >= kSignalBase + NSIG)
        return direct;
    return {.signaled = true, .value = direct.value - kSignalBase};
}

std::string to_text(ExitStatus status) {
    if (!status.signaled) return fmt::format("exit code {}", status.value);
    const char* name = ::sigdescr_np(status.value);
    return fmt::format("signal {} ({})", status.value, name != nullptr ? name : "unknown");
}

}  // namespace xttt
