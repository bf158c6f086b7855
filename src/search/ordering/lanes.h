#pragma once

#include <cstdint>
#include <cstring>

namespace xttt {

// Eight integers side by side, in the compilers' own vector type: it becomes whatever the target
// has, and compiles everywhere. Written out because neither compiler finds this loop by itself.
using Lanes = std::int32_t __attribute__((vector_size(32)));
inline constexpr int kLaneCount = 8;

// The largest of entries[0..count) that is smaller than `limit`, or `none`, which must not be
// larger than any entry. Requires count to be a multiple of kLaneCount.
inline std::int32_t largest_below(const std::int32_t* entries, int count, std::int32_t limit,
                                  std::int32_t none) {
    Lanes best = Lanes{} + none;
    for (int i = 0; i < count; i += kLaneCount) {
        Lanes lanes;
        std::memcpy(&lanes, entries + i, sizeof lanes);
        lanes = lanes < limit ? lanes : Lanes{} + none;
        best = best > lanes ? best : lanes;
    }
    const auto fold = [&best](Lanes other) { best = best > other ? best : other; };
    fold(__builtin_shufflevector(best, best, 4, 5, 6, 7, 0, 1, 2, 3));
    fold(__builtin_shufflevector(best, best, 2, 3, 0, 1, 6, 7, 4, 5));
    fold(__builtin_shufflevector(best, best, 1, 0, 3, 2, 5, 4, 7, 6));
    return best[0];
}

}  // namespace xttt
