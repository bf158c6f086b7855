#pragma once

#include <array>
#include <cstdint>

#include "eval/handcrafted/tuned_features.h"

namespace xttt::tuned {

// What weights add up to, for both phases of the game: two numbers in one, so that one instruction
// adds both. A lower half below zero borrows from the upper one, which has it back when read.
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

// The weights in the form in which sums need them, without detours.
template <const Variant& V>
struct SumTables {
    std::array<std::array<Phases, kBoths>, kKinds> local;  // in x's view
    std::array<Phases, kLineCodes<V>> line;
    std::array<Phases, Layout<V>::kCount> feature;

    explicit SumTables(const Weights<V>& weights) : local{}, line{}, feature{} {
        for (int b = 0; b < V.small_boards(); ++b) {
            auto& table = local[static_cast<int>(kKindOf<V>[b])];
            for (int both = 0; both < kBoths; ++both) {
                table[both] = Phases(weights[Layout<V>::local(b, both)]);
                table[both] -= Phases(weights[Layout<V>::local(b, other_view(both))]);
            }
        }
        for (int code = 0; code < kLineCodes<V>; ++code)
            line[code] = Phases(weights[Layout<V>::line(code)]);
        for (int i = 0; i < Layout<V>::kCount; ++i) feature[i] = Phases(weights[i]);
    }
};

// Features go to a sink, all in x's view: the prospects of both sides in a small board, the levels
// of both along a line of small boards, what stands for one side alone, and any feature.
// This sink sums up weights.
template <const Variant& V>
class Sum {
public:
    explicit Sum(const SumTables<V>& tables, Phases start = {}) : tables_(tables), sum_(start) {}

    template <int Sign>
    void local(int board, int both) {
        add<Sign>(tables_.local[static_cast<int>(kKindOf<V>[board])][both]);
    }
    template <int Sign>
    void lines(std::uint32_t codes) {
        add<Sign>(tables_.line[codes & 0xffff]);
        add<-Sign>(tables_.line[codes >> 16]);
    }
    void of_side(int number, Side side) {
        feature(number, 1 - 2 * index(side));  // +1 for x; no branch, as it is hard to foretell
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

// This one reports features one by one.
template <const Variant& V, class Listener>
struct Report {
    Listener& listener;
    template <int Sign>
    void local(int board, int both) {
        listener.add(Layout<V>::local(board, both), Sign);
        listener.add(Layout<V>::local(board, other_view(both)), -Sign);
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
