#include "cluster/nats/server_health.h"

#include <algorithm>
#include <utility>

namespace xttt {
namespace {

using namespace std::chrono_literals;

// Refused calls are retried at least every 3 s.
constexpr auto kPermissionExpiry = 8s;
// A problem that begins again so soon after its end is the same one.
constexpr auto kRecurrence = 60s;
constexpr auto kLongestSettling = 5min;

// How long a problem must seem to be over, the first time.
Clock::duration first_settling(std::string_view key) {
    return key == kStorageProblem || key == kJetStreamProblem ? 3s : 0s;
}

// How long a problem must last to be reported: a coordinator creates missing streams at once.
Clock::duration delay(std::string_view key) {
    return key == kStreamsProblem ? 1s : 0s;
}

}  // namespace

bool ServerHealth::is_active(std::string_view key) const {
    const auto found = problems_.find(key);
    return found != problems_.end() && found->second.active;
}

void ServerHealth::report_beginning(std::string_view key, Problem& problem) {
    const auto now = Clock::now();
    if (problem.reported || now - problem.began < delay(key)) return;
    if (problem.reported_at != Clock::time_point{} && now - problem.reported_at < kQuietTime)
        return;
    if (key == kConnectionProblem && (is_active(kStorageProblem) || is_active(kJetStreamProblem)))
        return;
    const bool again = problem.ended != Clock::time_point{} && now - problem.ended < kRecurrence;
    problem.settling = again ? std::min<Clock::duration>(2 * problem.settling, kLongestSettling)
                             : first_settling(key);
    problem.reported = true;
    problem.reported_at = now;
    if (report_) report_(problem.message);
}

void ServerHealth::end(Problem& problem) {
    problem.active = false;
    if (!std::exchange(problem.reported, false)) return;
    problem.ended = Clock::now();
    if (report_) report_(problem.recovery);
}

void ServerHealth::raise(std::string_view key, std::string message, std::string recovery) {
    const std::lock_guard lock(mutex_);
    auto found = problems_.find(key);
    if (found == problems_.end()) found = problems_.emplace(std::string(key), Problem{}).first;
    Problem& problem = found->second;
    problem.detected = Clock::now();
    problem.cleared = {};
    if (!problem.active) {
        problem.active = true;
        problem.began = problem.detected;
        problem.message = std::move(message);
        problem.recovery = std::move(recovery);
    }
    report_beginning(key, problem);
}

void ServerHealth::clear(std::string_view key) {
    const std::lock_guard lock(mutex_);
    const auto found = problems_.find(key);
    if (found == problems_.end() || !found->second.active) return;
    Problem& problem = found->second;
    if (problem.cleared == Clock::time_point{}) problem.cleared = Clock::now();
    if (problem.settling == Clock::duration{} || !problem.reported) end(problem);
}

bool ServerHealth::has(std::string_view key) const {
    const std::lock_guard lock(mutex_);
    return is_active(key);
}

void ServerHealth::tick() {
    const std::lock_guard lock(mutex_);
    for (auto& [key, problem] : problems_) {
        if (!problem.active) continue;
        const auto now = Clock::now();
        const bool expired =
            key == kPermissionProblem && now - problem.detected > kPermissionExpiry;
        const bool settled =
            problem.cleared != Clock::time_point{} && now - problem.cleared >= problem.settling;
        if (expired || settled)
            end(problem);
        else if (problem.cleared == Clock::time_point{})
            report_beginning(key, problem);
    }
}

void ServerHealth::reconnected() {
    connected_since_ = Clock::now();
    creation_denied_ = false;  // the permissions may be different now
    clear(kConnectionProblem);
}

void ServerHealth::detach() {
    const std::lock_guard lock(mutex_);
    report_ = nullptr;
}

}  // namespace xttt
