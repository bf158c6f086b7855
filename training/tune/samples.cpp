#include "samples.h"

#include <utility>

namespace xttt::tune {

std::span<const Term> TermCollector::take() {
    terms_.clear();
    for (const int feature : touched_) {
        const int times = std::exchange(times_[static_cast<std::size_t>(feature)], 0);
        if (times != 0)
            terms_.push_back(
                {static_cast<std::uint16_t>(feature), static_cast<std::int16_t>(times)});
    }
    touched_.clear();
    return terms_;
}

}  // namespace xttt::tune
