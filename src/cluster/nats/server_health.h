#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace xttt {

// Reports problems with the server to users: once when a problem begins and once when it ends,
// however often it is detected. A recurring problem is reported at most every kQuietTime.
// Thread-safe.
class ServerHealth {
public:
    using Report = std::function<void(const std::string&)>;
    static constexpr std::chrono::seconds kQuietTime{10};

    explicit ServerHealth(Report report) : report_(std::move(report)) {}

    // Reports that problem `key` exists; `recovery` is the message for its end.
    void raise(std::string_view key, std::string message, std::string recovery);
    void clear(std::string_view key);
    bool has(std::string_view key) const;
    // Call regularly. Reports delayed problems, and ends a permission problem that was not detected
    // again for a few seconds.
    void tick();
    // Stops reporting, because the receiver is about to end.
    void detach();

private:
    struct Problem {
        std::string message, recovery;
        bool active = false;
        bool reported = false;               // its beginning, but not its end
        Clock::time_point detected = {};     // most recently
        Clock::time_point reported_at = {};  // when its beginning was last reported
    };
    void report_beginning(Problem& problem);  // with mutex_ held
    void end(Problem& problem);               // with mutex_ held

    mutable std::mutex mutex_;
    Report report_;
    std::map<std::string, Problem, std::less<>> problems_;
};

// The key of problems with permissions.
inline constexpr std::string_view kPermissionProblem = "permission";

}  // namespace xttt
