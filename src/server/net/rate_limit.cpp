#include "server/net/rate_limit.h"

#include <algorithm>
#include <chrono>

namespace xttt {
namespace {

// Each sweep looks at all addresses.
constexpr std::chrono::seconds kSweepInterval{10};

double filled(double tokens, const Rate& rate, Clock::duration since) {
    const double seconds = to_seconds(since);
    return std::min(rate.burst, tokens + std::max(seconds, 0.0) * rate.per_second);
}

}  // namespace

bool TokenBucket::take(const Rate& rate, Clock::time_point now) {
    tokens_ = filled(tokens_, rate, now - at_);
    at_ = std::max(at_, now);
    if (tokens_ < 1) return false;
    tokens_ -= 1;
    return true;
}

bool TokenBucket::is_full(const Rate& rate, Clock::time_point now) const {
    return filled(tokens_, rate, now - at_) >= rate.burst;
}

bool RateLimiter::allow(const std::string& address, Clock::time_point now) {
    auto found = buckets_.find(address);
    if (found == buckets_.end()) {
        if (buckets_.size() >= max_addresses_ && now >= next_sweep_) {
            sweep(now);
            next_sweep_ = now + kSweepInterval;
        }
        if (buckets_.size() >= max_addresses_) return shared_.take(rate_, now);
        found = buckets_.emplace(address, TokenBucket(rate_, now)).first;
    }
    return found->second.take(rate_, now);
}

void RateLimiter::sweep(Clock::time_point now) {
    std::erase_if(buckets_, [&](const auto& entry) { return entry.second.is_full(rate_, now); });
}

}  // namespace xttt
