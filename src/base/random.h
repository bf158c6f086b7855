#pragma once

#include <cstdint>

namespace xttt {

// A small, fast, seeded generator: a Weyl sequence folded by one 64x64->128 bit multiplication
// (the "wyrand" construction of Wang Yi). Same seed, same numbers, on every machine.
class Random {
public:
    constexpr explicit Random(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() {
        state_ += 0xa0761d6478bd642fULL;
        __extension__ using Wide = unsigned __int128;
        const Wide product = static_cast<Wide>(state_) * (state_ ^ 0xe7037ed1a0b428dbULL);
        return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
    }

    // Uniform in [0, bound), bound > 0. The bias is below bound / 2^32.
    constexpr std::uint32_t below(std::uint32_t bound) {
        return scale(static_cast<std::uint32_t>(next()), bound);
    }

    // Uniform in [0, 1).
    constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

    // Maps 32 random bits to [0, bound).
    static constexpr std::uint32_t scale(std::uint32_t bits, std::uint32_t bound) {
        return static_cast<std::uint32_t>((static_cast<std::uint64_t>(bits) * bound) >> 32);
    }

private:
    std::uint64_t state_;
};

// Turns any integer into 64 well-mixed bits: for seeding and for hashing tables.
constexpr std::uint64_t mix64(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

}  // namespace xttt
