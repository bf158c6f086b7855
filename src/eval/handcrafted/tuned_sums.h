#pragma once

#include <array>
#include <cstdint>

#include "eval/handcrafted/tuned_features.h"

namespace xttt::tuned {

// A sum of weights for both phases of the game, packed into one integer so that one instruction
// adds both. A negative lower half borrows from the upper one, which is corrected when read.
class Phases {
public:
    constexpr Phases() = default;
    constexpr explicit Phases(Weight w) : both_((std::int64_t{w.ending} << 32) + w.opening) {}

    constexpr std::int32_t opening() const { return static_cast<std::int32_t>(both_); }
    constexpr std::int32_t ending() const {
        return static_cast<std::int32_t>((both_ - opening()) >> 32);
    }
    constexpr Phases& operator+=(Phases other) {
        both_ += other.both_;
        return *this;
    }
    constexpr Phases& operator-=(Phases other) {
        both_ -= other.both_;
        return *this;
    }
    constexpr Phases operator*(int times) const {
        Phases result;
        result.both_ = both_ * times;
        return result;
    }
    constexpr bool operator==(const Phases&) const = default;

private:
    std::int64_t both_ = 0;
};
static_assert(Phases({-3, 5}).opening() == -3 && Phases({-3, 5}).ending() == 5);
static_assert((Phases({3, -5}) * -7).opening() == -21 && (Phases({3, -5}) * -7).ending() == 35);

// The weights arranged for fast sums.
template <const Variant& V>
struct SumTables {
    std::array<std::array<Phases, kProspectPairs>, kKinds> local;  // in x's view
    std::array<Phases, kLineCodes<V>> line;
    std::array<Phases, Layout<V>::kCount> feature;

    explicit SumTables(const Weights<V>& weights) : local{}, line{}, feature{} {
        for (int b = 0; b < V.small_boards(); ++b) {
            auto& table = local[static_cast<int>(kKindOf<V>[b])];
            for (int pair = 0; pair < kProspectPairs; ++pair) {
                table[pair] = Phases(weights[Layout<V>::local(b, pair)]);
                table[pair] -= Phases(weights[Layout<V>::local(b, swapped_sides(pair))]);
            }
        }
        for (int code = 0; code < kLineCodes<V>; ++code)
            line[code] = Phases(weights[Layout<V>::line(code)]);
        for (int i = 0; i < Layout<V>::kCount; ++i) feature[i] = Phases(weights[i]);
    }
};

// A sink receives the features of a position, in x's view: the prospects of both sides in a small
// board, the levels of both sides along a line of small boards, features of one side, and any other
// feature. This sink sums up weights.
template <const Variant& V>
class Sum {
public:
    explicit Sum(const SumTables<V>& tables, Phases start = {}) : tables_(tables), sum_(start) {}

    template <int Sign>
    void local(int board, int pair) {
        add<Sign>(tables_.local[static_cast<int>(kKindOf<V>[board])][pair]);
    }
    template <int Sign>
    void lines(std::uint32_t codes) {
        add<Sign>(tables_.line[codes & 0xffff]);
        add<-Sign>(tables_.line[codes >> 16]);
    }
    void of_side(int number, Side side) {
        feature(number, 1 - 2 * index(side));  // +1 for x; branch-free, because it is unpredictable
    }
    void feature(int number, int times) { sum_ += tables_.feature[number] * times; }

    Phases result() const { return sum_; }

private:
    template <int Sign>
    void add(Phases weights) {
        if constexpr (Sign > 0)
            sum_ += weights;
        else
            sum_ -= weights;
    }
    const SumTables<V>& tables_;
    Phases sum_;
};

// A sink that reports each feature to a listener.
template <const Variant& V, class Listener>
struct Report {
    Listener& listener;
    template <int Sign>
    void local(int board, int pair) {
        listener.add(Layout<V>::local(board, pair), Sign);
        listener.add(Layout<V>::local(board, swapped_sides(pair)), -Sign);
    }
    template <int Sign>
    void lines(std::uint32_t codes) {
        listener.add(Layout<V>::line(static_cast<int>(codes & 0xffff)), Sign);
        listener.add(Layout<V>::line(static_cast<int>(codes >> 16)), -Sign);
    }
    void of_side(int number, Side side) { feature(number, side == Side::X ? +1 : -1); }
    void feature(int number, int times) { listener.add(number, times); }
};

}  // namespace xttt::tuned
