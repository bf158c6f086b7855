#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#if defined(__AVX2__) || defined(__SSE2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace xttt::nnue {

// Width of the accumulator of one view.
inline constexpr int kHidden = 64;
// Activations are clipped at this value: weights of the first layer are in units of
// 1/kActivationMax.
inline constexpr int kActivationMax = 127;
// Output weights are in units of 1/kOutputUnit and at most kMaxOutput units, so that the product
// with a fully activated neuron fits into 16 bits.
inline constexpr int kOutputUnit = 64;
inline constexpr int kMaxOutput = 255;

using Accumulator = std::array<std::int16_t, kHidden>;
using Row = std::array<std::int8_t, kHidden>;
// A precomputed sum of rows.
struct alignas(64) WideRow {
    std::array<std::int16_t, kHidden> weights{};
    bool operator==(const WideRow&) const = default;
};
// One row added and another removed.
struct RowDelta {
    const WideRow* added;
    const WideRow* removed;
};
using OutputRow = std::array<std::int16_t, 2 * kHidden>;

// The arithmetic of the network in scalar code. Sums of the first layer wrap around at 16 bits.
struct PlainKernel {
    static void add_rows(Accumulator& sum, const Row* table, const std::uint16_t* rows, int count,
                         int sign) {
        for (int r = 0; r < count; ++r)
            for (int i = 0; i < kHidden; ++i)
                sum[i] = static_cast<std::int16_t>(sum[i] + sign * table[rows[r]][i]);
    }
    // The sum over neurons of weight * value^2, where the value is the sum of the accumulator and
    // the rows, clipped to 0..kActivationMax.
    static std::int32_t output(const Accumulator& sum, const Row* table, const std::uint16_t* rows,
                               int count, const std::int16_t* weights) {
        Accumulator whole = sum;
        add_rows(whole, table, rows, count, +1);
        std::int32_t total = 0;
        for (int i = 0; i < kHidden; ++i) {
            const std::int32_t value = std::clamp<std::int32_t>(whole[i], 0, kActivationMax);
            total += value * value * weights[i];
        }
        return total;
    }
    static void update(Accumulator& sum, const Row* table, const std::uint16_t* added,
                       int added_count, const std::uint16_t* removed, int removed_count) {
        add_rows(sum, table, added, added_count, +1);
        add_rows(sum, table, removed, removed_count, -1);
    }
    static void add(Accumulator& sum, const WideRow& row) {
        for (int i = 0; i < kHidden; ++i)
            sum[i] = static_cast<std::int16_t>(sum[i] + row.weights[i]);
    }
    static void update(Accumulator& sum, const Row* table, const std::uint16_t* added,
                       int added_count, const std::uint16_t* removed, int removed_count,
                       const RowDelta& whole) {
        add(sum, *whole.added);
        for (int i = 0; i < kHidden; ++i)
            sum[i] = static_cast<std::int16_t>(sum[i] - whole.removed->weights[i]);
        update(sum, table, added, added_count, removed, removed_count);
    }
};

#if defined(__AVX512BW__)
inline constexpr int kVectorBytes = 64;
#elif defined(__AVX2__)
inline constexpr int kVectorBytes = 32;
#else
inline constexpr int kVectorBytes = 16;
#endif

// The same results with the widest vectors of the target: the compilers' vector types, and
// intrinsics where the compilers do not find the instruction.
struct VectorKernel {
    static constexpr int kLanes = kVectorBytes / 2, kVectors = kHidden / kLanes;
    // Unsigned, because sums wrap around.
    using Words = std::uint16_t __attribute__((vector_size(kVectorBytes)));
    using SignedWords = std::int16_t __attribute__((vector_size(kVectorBytes)));
    using Bytes = std::int8_t __attribute__((vector_size(kVectorBytes / 2)));
    using Integers = std::int32_t __attribute__((vector_size(kVectorBytes)));

    static void update(Accumulator& sum, const Row* table, const std::uint16_t* added,
                       int added_count, const std::uint16_t* removed, int removed_count) {
        store(updated(load(sum), table, added, added_count, removed, removed_count), sum);
    }
    static void update(Accumulator& sum, const Row* table, const std::uint16_t* added,
                       int added_count, const std::uint16_t* removed, int removed_count,
                       const RowDelta& whole) {
        const Sums in = load(whole.added->weights), out = load(whole.removed->weights);
        Sums sums = load(sum);
        for (int v = 0; v < kVectors; ++v) sums.parts[v] += in.parts[v] - out.parts[v];
        store(updated(sums, table, added, added_count, removed, removed_count), sum);
    }
    static void add(Accumulator& sum, const WideRow& row) {
        const Sums in = load(row.weights);
        Sums sums = load(sum);
        for (int v = 0; v < kVectors; ++v) sums.parts[v] += in.parts[v];
        store(sums, sum);
    }

    static std::int32_t output(const Accumulator& sum, const Row* table, const std::uint16_t* rows,
                               int count, const std::int16_t* weights) {
        Sums sums = load(sum);
        for (int r = 0; r < count; ++r) sums = plus(sums, table[rows[r]]);
        Integers total{};
        for (int v = 0; v < kVectors; ++v) {
            SignedWords value = reinterpret_cast<SignedWords>(sums.parts[v]), weight;
            value = value < 0 ? SignedWords{} : value;
            value = value > kActivationMax
                        ? SignedWords{} + static_cast<std::int16_t>(kActivationMax)
                        : value;
            std::memcpy(&weight, weights + v * kLanes, sizeof weight);
            add_products(total, value * weight, value);
        }
        std::int32_t all = 0;
        for (int i = 0; i < kVectorBytes / 4; ++i) all += total[i];
        return all;
    }

private:
    // A whole accumulator in registers. Passed by value: through a pointer, the compiler would
    // store and reload each part.
    struct Sums {
        Words parts[kVectors];
    };
    [[gnu::always_inline]] static Sums load(const Accumulator& sum) {
        Sums sums;
        for (int v = 0; v < kVectors; ++v) {
            Words part;
            std::memcpy(&part, sum.data() + v * kLanes, sizeof part);
            sums.parts[v] = part;
        }
        return sums;
    }
    [[gnu::always_inline]] static void store(Sums sums, Accumulator& sum) {
        for (int v = 0; v < kVectors; ++v)
            std::memcpy(sum.data() + v * kLanes, &sums.parts[v], kVectorBytes);
    }
    [[gnu::always_inline]] static Sums updated(Sums sums, const Row* table,
                                               const std::uint16_t* added, int added_count,
                                               const std::uint16_t* removed, int removed_count) {
        for (int r = 0; r < added_count; ++r) sums = plus(sums, table[added[r]]);
        for (int r = 0; r < removed_count; ++r) sums = minus(sums, table[removed[r]]);
        return sums;
    }
    [[gnu::always_inline]] static Sums plus(Sums sums, const Row& row) {
        for (int v = 0; v < kVectors; ++v) sums.parts[v] += part(row, v);
        return sums;
    }
    [[gnu::always_inline]] static Sums minus(Sums sums, const Row& row) {
        for (int v = 0; v < kVectors; ++v) sums.parts[v] -= part(row, v);
        return sums;
    }
    // Sign-extends part of a row to 16 bits. Compilers do not find the instruction.
    [[gnu::always_inline]] static Words part(const Row& row, int v) {
        const std::int8_t* const at = row.data() + v * kLanes;
#if defined(__AVX512BW__)
        return reinterpret_cast<Words>(
            _mm512_cvtepi8_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(at))));
#elif defined(__AVX2__)
        return reinterpret_cast<Words>(
            _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at))));
#else
        Bytes bytes;
        std::memcpy(&bytes, at, sizeof bytes);
        const SignedWords words = __builtin_convertvector(bytes, SignedWords);
        return reinterpret_cast<Words>(words);
#endif
    }
    // Adds the products a[i] * b[i] to the sums, adjacent pairs to the same sum.
    static void add_products(Integers& sums, const SignedWords& a, const SignedWords& b) {
#if defined(__AVX512BW__)
        sums += reinterpret_cast<Integers>(
            _mm512_madd_epi16(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#elif defined(__AVX2__)
        sums += reinterpret_cast<Integers>(
            _mm256_madd_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#elif defined(__SSE2__)
        sums += reinterpret_cast<Integers>(
            _mm_madd_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#elif defined(__wasm_simd128__)
        sums += reinterpret_cast<Integers>(
            wasm_i32x4_dot_i16x8(reinterpret_cast<v128_t>(a), reinterpret_cast<v128_t>(b)));
#else
        for (int i = 0; i < kLanes; ++i) sums[i / 2] += std::int32_t{a[i]} * b[i];
#endif
    }
};

}  // namespace xttt::nnue
