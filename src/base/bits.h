#pragma once

#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace xttt {

// The index of set bit number k (from 0). Requires k < popcount(bits).
inline int nth_set_bit(std::uint64_t bits, unsigned k) {
#if defined(__BMI2__)
    return std::countr_zero(_pdep_u64(std::uint64_t{1} << k, bits));
#else
    for (; k > 0; --k) bits &= bits - 1;
    return std::countr_zero(bits);
#endif
}

// Calls f(index) for each set bit, lowest first.
template <class F>
constexpr void for_each_bit(std::uint64_t bits, F&& f) {
    for (; bits != 0; bits &= bits - 1) f(std::countr_zero(bits));
}

}  // namespace xttt
