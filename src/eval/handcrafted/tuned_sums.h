#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "eval/handcrafted/tuned_features.h"

namespace xttt::tuned {

// What weights add up to, for both phases of the game.
struct Phases {
    std::int32_t opening = 0;
    std::int32_t ending = 0;
    bool operator==(const Phases&) const = default;
};

// The same two numbers side by side in a register: one instruction adds both.
using PhaseLanes = std::int32_t __attribute__((vector_size(8)));
static_assert(sizeof(PhaseLanes) == sizeof(Phases));

// The weights in the form in which sums need them, without detours.
template <const Variant& V>
struct SumTables {
    std::array<std::array<PhaseLanes, kBoths>, kKinds> local;  // in x's view
    std::array<PhaseLanes, kLineCodes<V>> line;
    std::array<PhaseLanes, Layout<V>::kCount> feature;

    explicit SumTables(const Weights<V>& weights) : local{}, line{}, feature{} {
        const auto lanes = [](Weight w) { return PhaseLanes{w.opening, w.ending}; };
        for (int b = 0; b < V.small_boards(); ++b) {
            auto& table = local[static_cast<int>(kKindOf<V>[b])];
            for (int both = 0; both < kBoths; ++both)
                table[both] = lanes(weights[Layout<V>::local(b, both)]) -
                              lanes(weights[Layout<V>::local(b, other_view(both))]);
        }
        for (int code = 0; code < kLineCodes<V>; ++code)
            line[code] = lanes(weights[Layout<V>::line(code)]);
        for (int i = 0; i < Layout<V>::kCount; ++i) feature[i] = lanes(weights[i]);
    }
};

// Features go to a sink, all in x's view: the prospects of both sides in a small board, the levels
// of both along a line of small boards, what stands for one side alone, and any feature.
// This sink sums up weights.
template <const Variant& V>
class Sum {
public:
    explicit Sum(const SumTables<V>& tables, Phases start = {})
        : tables_(tables), sum_(std::bit_cast<PhaseLanes>(start)) {}

    template <int Sign>
    void local(int board, int both) {
        sum_ += Sign * tables_.local[static_cast<int>(kKindOf<V>[board])][both];
    }
    template <int Sign>
    void lines(std::uint32_t codes) {
        sum_ += Sign * (tables_.line[codes & 0xffff] - tables_.line[codes >> 16]);
    }
    void of_side(int number, Side side) {
        const PhaseLanes flip = PhaseLanes{} - static_cast<std::int32_t>(side == Side::O);
        sum_ += (tables_.feature[number] ^ flip) - flip;
    }
    void feature(int number, int times) { sum_ += tables_.feature[number] * times; }

    Phases result() const { return std::bit_cast<Phases>(sum_); }

private:
    const SumTables<V>& tables_;
    PhaseLanes sum_;
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
