#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include "search/ordering/history.h"

namespace xttt {

// The history shared by the threads of a search. With a single table, every cutoff would move its
// cache lines between cores. So each thread has its own history and synchronises it now and then:
// it adds its changes to these sums and takes over those of the others.
template <const Variant& V>
class SharedHistory {
    // Only differences matter, so the sums may wrap around.
    using Sums = std::array<std::uint32_t, History<V>::kEntries>;

public:
    // Call before any thread starts a search.
    void clear() { sums_ = {}; }

    // The state of one thread for synchronisation.
    class Local {
    public:
        explicit Local(SharedHistory& shared) : shared_(shared) {}

        void begin(std::span<const std::int16_t, History<V>::kEntries> own) {
            std::ranges::copy(own, before_.begin());
            seen_ = {};
        }
        // Keeps entries within +-limit. Returns at once if another thread holds the lock.
        void sync(std::span<std::int16_t, History<V>::kEntries> own, int limit) {
            if (shared_.lock_.test_and_set(std::memory_order_acquire)) return;
            for (std::size_t i = 0; i < own.size(); ++i) {
                const int others = static_cast<int>(shared_.sums_[i] - seen_[i]);
                seen_[i] = shared_.sums_[i] += static_cast<std::uint32_t>(own[i] - before_[i]);
                before_[i] = own[i] =
                    static_cast<std::int16_t>(std::clamp(own[i] + others, -limit, limit));
            }
            shared_.lock_.clear(std::memory_order_release);
        }

    private:
        SharedHistory& shared_;
        Sums seen_{};                                              // at the latest sync
        std::array<std::int16_t, History<V>::kEntries> before_{};  // own history then
    };

private:
    std::atomic_flag lock_;
    Sums sums_{};
};

}  // namespace xttt
