#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include "search/ordering/history.h"

namespace xttt {

// How threads learn from each other which moves cut off. One table for all would be best, were its
// cache lines not to travel between the cores at every cutoff. So each thread has a history of its
// own, and now and then adds what it has learnt to these sums and takes over what the others have.
template <const Variant& V>
class CommonHistory {
    // Only differences matter: they may pass the largest number and begin anew.
    using Sums = std::array<std::uint32_t, History<V>::kEntries>;

public:
    // Before any thread begins a search.
    void clear() { sums_ = {}; }

    // What one thread has to do with it.
    class Member {
    public:
        explicit Member(CommonHistory& common) : common_(common) {}

        void begin(std::span<const std::int16_t, History<V>::kEntries> own) {
            std::ranges::copy(own, before_.begin());
            seen_ = {};
        }
        // Entries stay within +-limit. Does nothing while another thread is here: there is no
        // hurry.
        void exchange(std::span<std::int16_t, History<V>::kEntries> own, int limit) {
            if (common_.busy_.test_and_set(std::memory_order_acquire)) return;
            for (std::size_t i = 0; i < own.size(); ++i) {
                const int theirs = static_cast<int>(common_.sums_[i] - seen_[i]);
                seen_[i] = common_.sums_[i] += static_cast<std::uint32_t>(own[i] - before_[i]);
                before_[i] = own[i] =
                    static_cast<std::int16_t>(std::clamp(own[i] + theirs, -limit, limit));
            }
            common_.busy_.clear(std::memory_order_release);
        }

    private:
        CommonHistory& common_;
        Sums seen_{};                                              // when this thread was last here
        std::array<std::int16_t, History<V>::kEntries> before_{};  // its own history then
    };

private:
    std::atomic_flag busy_;
    Sums sums_{};
};

}  // namespace xttt
