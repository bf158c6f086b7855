#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "eval/handcrafted/tuned_classes.h"

namespace xttt::tuned {

// Classes of places on the big board with shared weights.
enum class Kind : std::uint8_t { Corner, Edge, Inner };
inline constexpr int kKinds = 3;

template <const Variant& V>
inline constexpr auto kKindOf = [] {
    std::array<Kind, V.small_boards()> kinds{};
    for (int b = 0; b < V.small_boards(); ++b) {
        const int place = b % V.places(), row = place / V.size, column = place % V.size;
        const int rims = (row == 0 || row == V.size - 1) + (column == 0 || column == V.size - 1);
        kinds[b] = rims == 2 ? Kind::Corner : (rims == 1 ? Kind::Edge : Kind::Inner);
    }
    return kinds;
}();

// The code of a line of small boards: the levels of its boards, three bits each.
template <const Variant& V>
inline constexpr int kLineCodes = 1 << kLevelBits * V.size;

// The order of the boards on a line does not matter, so all codes with the same levels share one
// feature, and all lines that can no longer be completed share feature 0. The table is defined in
// tuned_features.cpp, so that only one translation unit computes it.
template <const Variant& V>
struct [[gnu::visibility("hidden")]] LineFeatures {
    static const std::array<std::uint16_t, kLineCodes<V>> kOf;
    // Feature 0, and the multisets of V.size levels above kLost.
    static constexpr int kCount = [] {
        int sets = 1;
        for (int i = 1; i <= V.size; ++i) sets = sets * (kLevels - 2 + i) / i;
        return 1 + sets;
    }();
};
#define XTTT_DECLARE(V) extern template struct LineFeatures<V>;
XTTT_FOR_EACH_VARIANT(XTTT_DECLARE)
#undef XTTT_DECLARE

// The indices of all features, a block for each kind. A feature is added for one side and
// subtracted for the other, so the evaluation is antisymmetric.
template <const Variant& V>
struct Layout {
    static constexpr int kTurnSafe = 4;    // safe replies: 0, 1, 2, more
    static constexpr int kTurnWin = 3;     // no board to win; one; one with a strong bonus move
    static constexpr int kTurnBoards = 4;  // boards with a threat: 0, 1, 2, more
    static constexpr int kLeadSteps = 16;

    static constexpr int kLocalAt = 0;
    static constexpr int kBoundAt = kLocalAt + kKinds * kProspectPairs;
    static constexpr int kLineAt = kBoundAt + kKinds * kProspectPairs;
    static constexpr int kBoundTurnAt = kLineAt + LineFeatures<V>::kCount;
    static constexpr int kOpenTurnAt = kBoundTurnAt + 2 * kTurnWin * kTurnSafe;
    static constexpr int kSafeCellsAt = kOpenTurnAt + 2 * kTurnBoards * kTurnBoards;
    static constexpr int kTrapsAt = kSafeCellsAt + 1;
    static constexpr int kLeadAt = kTrapsAt + 1;
    static constexpr int kPointsAt = kLeadAt + kLeadSteps;
    static constexpr int kCount = kPointsAt + V.small_boards() + 1;

    // The prospects of both sides in a small board, as tuned::prospect_pair.
    static constexpr int local(int board, int pair) { return kLocalAt + of_kind(board, pair); }
    // The same for a small board where the side to move must play.
    static constexpr int bound(int board, int pair) { return kBoundAt + of_kind(board, pair); }
    static int line(int code) { return kLineAt + LineFeatures<V>::kOf[code]; }
    static constexpr int bound_turn(bool bonus, int win, int safe) {
        return kBoundTurnAt + (bonus * kTurnWin + win) * kTurnSafe + std::min(safe, kTurnSafe - 1);
    }
    static constexpr int open_turn(bool bonus, int own, int other) {
        constexpr int top = kTurnBoards - 1;
        return kOpenTurnAt + (bonus * kTurnBoards + std::min(own, top)) * kTurnBoards +
               std::min(other, top);
    }
    // The lead in points relative to the points still to be won, in steps; the last one is
    // "decided".
    static constexpr int lead(int step) { return kLeadAt + step; }
    // One point of lead, by the number of open small boards.
    static constexpr int points(int open_boards) { return kPointsAt + open_boards; }

private:
    static constexpr int of_kind(int board, int pair) {
        return static_cast<int>(kKindOf<V>[board]) * kProspectPairs + pair;
    }
};

// The weight of a feature in hundredths of a point, at the start of the game and when no cell is
// left. Between them it is interpolated by the share of playable cells.
struct Weight {
    std::int16_t opening;
    std::int16_t ending;
    constexpr Weight operator-(const Weight& other) const {
        return {static_cast<std::int16_t>(opening - other.opening),
                static_cast<std::int16_t>(ending - other.ending)};
    }
    constexpr bool operator==(const Weight&) const = default;
};

template <const Variant& V>
using Weights = std::array<Weight, Layout<V>::kCount>;

// A line of small boards through a small board, and the bit position of the board's level in its
// code.
struct Crossing {
    std::uint8_t line;
    std::uint8_t shift;
};
template <const Variant& V>
struct Crossings {
    std::array<Crossing, kLines<V>.size()> list{};
    int count = 0;
    constexpr const Crossing* begin() const { return list.data(); }
    constexpr const Crossing* end() const { return list.data() + count; }
};
template <const Variant& V>
inline constexpr auto kCrossings = [] {
    constexpr int kLineCount = static_cast<int>(kLines<V>.size());
    std::array<Crossings<V>, V.small_boards()> table{};
    for (int b = 0; b < V.small_boards(); ++b) {
        const int big = b / V.places(), place = b % V.places();
        for (int l = 0; l < kLineCount; ++l) {
            const Mask line = kLines<V>[l], bit = Mask{1} << place;
            if ((line & bit) == 0) continue;
            const int rank = std::popcount(line & (bit - 1));
            table[b].list[table[b].count++] = {static_cast<std::uint8_t>(big * kLineCount + l),
                                               static_cast<std::uint8_t>(rank * kLevelBits)};
        }
    }
    return table;
}();

}  // namespace xttt::tuned
