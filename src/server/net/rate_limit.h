#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

#include "base/clock.h"

namespace xttt {

struct Rate {
    double burst = 1;  // allowed at once
    double per_second = 1;
};

// The token bucket algorithm.
class TokenBucket {
public:
    TokenBucket(const Rate& rate, Clock::time_point now) : tokens_(rate.burst), at_(now) {}
    bool take(const Rate& rate, Clock::time_point now);
    bool is_full(const Rate& rate, Clock::time_point now) const;

private:
    double tokens_;
    Clock::time_point at_;
};

// A bucket per address. Above `max_addresses`, new addresses share one bucket, so a flood of
// addresses uses bounded memory. Buckets that are full again are removed, now and
// then.
class RateLimiter {
public:
    RateLimiter(Rate rate, std::size_t max_addresses)
        : rate_(rate), max_addresses_(max_addresses), shared_(rate, Clock::time_point{}) {}

    bool allow(const std::string& address, Clock::time_point now);
    // Removes full buckets.
    void sweep(Clock::time_point now);
    std::size_t size() const { return buckets_.size(); }

private:
    Rate rate_;
    std::size_t max_addresses_;
    TokenBucket shared_;
    Clock::time_point next_sweep_{};  // of allow(), which sweeps only if the table is full
    std::unordered_map<std::string, TokenBucket> buckets_;
};

}  // namespace xttt
