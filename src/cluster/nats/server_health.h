#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace xttt {

// Tells people about problems with the server: each once when it begins and once when it is over,
// however often it is noticed. A problem that comes and goes is reported at most every
// kQuietTime. Thread-safe.
class ServerHealth {
public:
    using Report = std::function<void(const std::string&)>;
    static constexpr std::chrono::seconds kQuietTime{10};

    explicit ServerHealth(Report report) : report_(std::move(report)) {}

    // The problem `key` exists; `recovery` is what to say when it is over.
    void raise(std::string_view key, std::string message, std::string recovery);
    void clear(std::string_view key);
    bool has(std::string_view key) const;
    // To be called regularly. Reports problems that were held back, and ends a problem with
    // permissions that was not noticed again for some seconds.
    void tick();
    // No more reports: their receiver is about to end.
    void detach();

private:
    struct Problem {
        std::string message, recovery;
        bool active = false;
        bool reported = false;           // its begin, and not yet its end
        Clock::time_point noticed = {};  // the last time
        Clock::time_point spoken = {};   // when its begin was last reported
    };
    void speak(Problem& problem);  // with mutex_ held
    void end(Problem& problem);    // with mutex_ held

    mutable std::mutex mutex_;
    Report report_;
    std::map<std::string, Problem, std::less<>> problems_;
};

// The key of problems with permissions.
inline constexpr std::string_view kPermissionProblem = "permission";

}  // namespace xttt
