#pragma once

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

namespace xttt::test {

inline std::size_t open_descriptors() {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
        ++count;
    return count;
}

// Whether this process has no children left, not even dead ones.
inline bool has_no_children() {
    return ::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD;
}

// Whether some process anywhere still runs this program. One that was killed may take a moment.
inline bool still_runs(const std::string& program) {
    namespace fs = std::filesystem;
    const auto seen = [&] {
        std::error_code failed;
        for (const auto& entry : fs::directory_iterator("/proc", failed)) {
            const auto target = fs::read_symlink(entry.path() / "exe", failed);
            if (!failed && target == program) return true;
        }
        return false;
    };
    for (const auto until = after(std::chrono::seconds(2)); Clock::now() < until;) {
        if (!seen()) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

// Resident memory of this process in bytes.
inline std::size_t resident_memory() {
    std::ifstream statm("/proc/self/statm");
    std::size_t size = 0, resident = 0;
    statm >> size >> resident;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace xttt::test
