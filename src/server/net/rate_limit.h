#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

#include "process/deadline.h"

namespace xttt {

// So many at once, and so many per second in the long run.
struct Rate {
    double burst = 1;
    double per_second = 1;
};

// One bucket of permissions that fills up again with time.
class TokenBucket {
public:
    TokenBucket(const Rate& rate, Clock::time_point now) : tokens_(rate.burst), at_(now) {}
    bool take(const Rate& rate, Clock::time_point now);
    bool is_full(const Rate& rate, Clock::time_point now) const;

private:
    double tokens_;
    Clock::time_point at_;
};

// A bucket per address. Remembers only addresses that asked lately, and never more than a bound:
// beyond it, newcomers share one bucket, so that a flood of addresses costs no memory.
class RateLimiter {
public:
    RateLimiter(Rate rate, std::size_t most_addresses)
        : rate_(rate), most_addresses_(most_addresses), shared_(rate, Clock::time_point{}) {}

    bool allow(const std::string& address, Clock::time_point now);
    // Forgets addresses whose bucket is full again.
    void sweep(Clock::time_point now);
    std::size_t size() const { return buckets_.size(); }

private:
    Rate rate_;
    std::size_t most_addresses_;
    TokenBucket shared_;
    std::unordered_map<std::string, TokenBucket> buckets_;
};

}  // namespace xttt
