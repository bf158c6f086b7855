#include "cluster/nats/server_health.h"

namespace xttt {
namespace {

// Refused calls are retried at least every 3 s.
constexpr std::chrono::seconds kPermissionExpiry(8);

}  // namespace

void ServerHealth::report_beginning(Problem& problem) {
    if (problem.reported || Clock::now() - problem.reported_at < kQuietTime) return;
    problem.reported = true;
    problem.reported_at = Clock::now();
    if (report_) report_(problem.message);
}

void ServerHealth::end(Problem& problem) {
    problem.active = false;
    if (problem.reported && report_) report_(problem.recovery);
    problem.reported = false;
}

void ServerHealth::raise(std::string_view key, std::string message, std::string recovery) {
    const std::lock_guard lock(mutex_);
    auto found = problems_.find(key);
    if (found == problems_.end()) found = problems_.emplace(std::string(key), Problem{}).first;
    Problem& problem = found->second;
    problem.detected = Clock::now();
    if (!problem.active) {
        problem.active = true;
        problem.message = std::move(message);
        problem.recovery = std::move(recovery);
    }
    report_beginning(problem);
}

void ServerHealth::clear(std::string_view key) {
    const std::lock_guard lock(mutex_);
    const auto found = problems_.find(key);
    if (found != problems_.end() && found->second.active) end(found->second);
}

bool ServerHealth::has(std::string_view key) const {
    const std::lock_guard lock(mutex_);
    const auto found = problems_.find(key);
    return found != problems_.end() && found->second.active;
}

void ServerHealth::tick() {
    const std::lock_guard lock(mutex_);
    for (auto& [key, problem] : problems_) {
        if (!problem.active) continue;
        if (key == kPermissionProblem && Clock::now() - problem.detected > kPermissionExpiry)
            end(problem);
        else
            report_beginning(problem);
    }
}

void ServerHealth::detach() {
    const std::lock_guard lock(mutex_);
    report_ = nullptr;
}

}  // namespace xttt
