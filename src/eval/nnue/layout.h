#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "eval/handcrafted/tuned_features.h"
#include "rules/symmetry.h"
#include "rules/variant.h"

namespace xttt::nnue {

// In small variants every content of a small board is also a feature. Its marks and prospects
// follow from it, so the rows of all of them are added up in advance.
template <const Variant& V>
inline constexpr bool kHasContents = V.cells() <= 81;

// The contents of a small board from the view of one player, numbered.
template <const Variant& V>
struct Contents {
    // An open small board: a base-3 digit for each cell.
    static constexpr int kOpen = [] {
        int count = 1;
        for (int c = 0; kHasContents<V> && c < V.places(); ++c) count *= 3;
        return count;
    }();
    // A closed small board: only its result matters.
    static constexpr int kWonByOwn = kOpen, kWonByOther = kOpen + 1, kDrawn = kOpen + 2;
    static constexpr int kCount = kOpen + 3;

    static int open(Mask own, Mask other) { return kMarks[own] + 2 * kMarks[other]; }

private:
    static constexpr auto kMarks = [] {
        std::array<std::uint16_t, kHasContents<V> ? std::size_t{1} << V.places() : 1> table{};
        for (std::size_t mask = 0; mask < table.size(); ++mask)
            for (int c = 0, digit = 1; c < V.places() && kHasContents<V>; ++c, digit *= 3)
                if ((mask >> c & 1) != 0)
                    table[mask] = static_cast<std::uint16_t>(table[mask] + digit);
        return table;
    }();
};

// The number of prospects of one side in a small board (tuned::Prospect).
inline constexpr int kClasses = tuned::kWon + 1;

// Lines of small boards that are symmetric images of each other have the same kind.
template <const Variant& V>
struct LineKindsOf {
    std::array<std::uint8_t, kLines<V>.size()> of{};
    int count = 0;

    constexpr LineKindsOf() {
        for (std::size_t l = 0; l < kLines<V>.size(); ++l) {
            std::size_t first = l;
            for (int number = 0; number < 8; ++number) {
                const Mask image = Symmetry<V>(number)(kLines<V>[l]);
                const auto at = std::ranges::find(kLines<V>, image);
                first = std::min(first, static_cast<std::size_t>(at - kLines<V>.begin()));
            }
            of[l] = first == l ? static_cast<std::uint8_t>(count++) : of[first];
        }
    }
};
template <const Variant& V>
inline constexpr LineKindsOf<V> kLineKinds{};

// The indices of the features of a position from the view of one player ("own"). Features of the
// turn are added when a score is computed. The others depend only on small boards and are updated
// incrementally.
template <const Variant& V>
struct Layout {
    static constexpr int kBoards = V.small_boards(), kPlaces = V.places();
    static constexpr int kLineCodes = tuned::LineFeatures<V>::kCount;
    static constexpr int kDifferences = 17;  // differences between the sides, clipped to -8..8

    static constexpr int kCellsAt = 0;
    static constexpr int kPairsAt = kCellsAt + 2 * kBoards * kPlaces;
    static constexpr int kLinesAt = kPairsAt + kBoards * kClasses * kClasses;
    static constexpr int kTurnAt = kLinesAt + 2 * kLineKinds<V>.count * kLineCodes;

    // A mark in an open small board.
    static constexpr int cell(bool others, int board, int cell) {
        return kCellsAt + (others * kBoards + board) * kPlaces + cell;
    }
    // The prospects of both sides in a small board, open or closed.
    static constexpr int pair(int board, int own, int other) {
        return kPairsAt + (board * kClasses + own) * kClasses + other;
    }
    // The levels of one side along a line of small boards, by the feature of `tuned` for them; 0 is
    // a dead line, which has no feature here.
    static constexpr int line(bool others, int line, int code) {
        return kFirstOfLine[others][line] + code;
    }

    static constexpr auto kFirstOfLine = [] {
        constexpr int kLineCount = static_cast<int>(kLines<V>.size());
        std::array<std::array<std::uint16_t, V.big_boards * kLineCount>, 2> table{};
        for (int others = 0; others < 2; ++others)
            for (int l = 0; l < V.big_boards * kLineCount; ++l) {
                const int kind = others * kLineKinds<V>.count + kLineKinds<V>.of[l % kLineCount];
                table[others][l] = static_cast<std::uint16_t>(kLinesAt + kind * kLineCodes);
            }
        return table;
    }();

    // The turn, described relative to the side to move. Each view has its own block with the same
    // indices.
    static constexpr int kBoundPairs = tuned::kKinds * kClasses * kClasses;
    static constexpr int kTurnClasses =
        tuned::Layout<V>::kSafeCellsAt - tuned::Layout<V>::kBoundTurnAt;
    static constexpr int kPlaceAt = kBoundPairs;
    static constexpr int kTurnClassAt = kPlaceAt + kPlaces + 1;
    static constexpr int kSafeAt = kTurnClassAt + kTurnClasses;
    static constexpr int kTrapsAt = kSafeAt + kDifferences;
    static constexpr int kTurnSize = kTrapsAt + kDifferences;
    static constexpr int bound_pair(int board, int own, int other) {
        return (static_cast<int>(tuned::kKindOf<V>[board]) * kClasses + own) * kClasses + other;
    }
    static constexpr int difference(int value) { return std::clamp(value, -8, 8) + 8; }
    static constexpr int turn(bool waiting, int number) {
        return kTurnAt + waiting * kTurnSize + number;
    }

    // The features that have a row in the search. Their indices fit into 16 bits.
    static constexpr int kRows = kTurnAt + 2 * kTurnSize;
    static_assert(kRows < 65536);

    // The whole content of an open small board, if kHasContents.
    static constexpr int kContentsAt = kRows;
    static constexpr int kContents = kHasContents<V> ? kBoards * Contents<V>::kOpen : 0;
    static constexpr int content(int board, int number) {
        return kContentsAt + board * Contents<V>::kOpen + number;
    }

    static constexpr int kCount = kContentsAt + kContents;
};

// The output layer for a position, by the share of playable cells.
inline constexpr int kBuckets = 8;
template <const Variant& V>
constexpr int bucket_of(int playable_cells) {
    return playable_cells * kBuckets / (V.cells() + 1);
}

}  // namespace xttt::nnue
