#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "eval/line_counts.h"
#include "eval/threats.h"

namespace xttt::tuned {

// How near one side is to winning a small board, by its live lines (those without a mark of the
// opponent): lines that lack one cell (winning cells, or threats), lines that lack two ("pairs",
// because on a 4x4 board they have two marks), and lines that lack three.
enum Prospect : std::uint8_t {
    kDead,  // closed and not won, or no live line
    kBare,  // no winning cell, no pair, no line that lacks three
    kBareFew,
    kBareMany,
    kPair,  // no winning cell, one pair; few or many lines lack three
    kPairMany,
    kTwoPairs,
    kTwoPairsMany,
    kThreePairs,
    kThreat,  // one winning cell; with none, one or more pairs
    kThreatPair,
    kThreatPairs,
    kFork,  // two or more winning cells: one move cannot block them
    kForkPairs,
    kWon,
};
inline constexpr int kProspects = 16;

constexpr bool has_threat(Prospect p) {
    return p >= kThreat && p <= kForkPairs;
}

// A coarser scale, relative to the opponent, for boards as parts of a line of small boards. Eight
// levels, so that the levels of a whole line make a short table index.
enum Level : std::uint8_t {
    kLost,       // can no longer be won
    kBehind,     // only the opponent has a threat
    kSmall,      // few live lines
    kPromising,  // two pairs or more
    kContested,  // both sides have a threat
    kWinnable,   // only this side has a threat
    kForked,     // two threats
    kOwned,
};
inline constexpr int kLevelBits = 3;
inline constexpr int kLevels = 1 << kLevelBits;

constexpr Level level_of(Prospect own, Prospect other) {
    if (own == kWon) return kOwned;
    if (own == kDead) return kLost;
    if (own >= kFork) return kForked;
    if (own >= kThreat) return has_threat(other) ? kContested : kWinnable;
    if (has_threat(other)) return kBehind;
    return own >= kTwoPairs ? kPromising : kSmall;
}

inline constexpr auto kLevelTable = [] {
    std::array<std::array<std::uint8_t, kProspects>, kProspects> table{};
    for (int own = 0; own <= kWon; ++own)
        for (int other = 0; other <= kWon; ++other)
            table[own][other] = level_of(static_cast<Prospect>(own), static_cast<Prospect>(other));
    return table;
}();

// The prospects of both sides in a small board as one number: x in the upper bits, o in the lower.
constexpr int prospect_pair(int x, int o) {
    return x << 4 | o;
}
inline constexpr int kProspectPairs = prospect_pair(kProspects, 0);

// The same with the sides swapped.
constexpr int swapped_sides(int pair) {
    return (pair << 4 | pair >> 4) & (kProspectPairs - 1);
}

// The prospects of `side` in the upper bits, of the opponent in the lower. Branch-free, because the
// side to move is unpredictable.
constexpr int in_view(std::uint8_t pair, Side side) {
    return std::rotl(pair, side == Side::X ? 0 : 4);
}

// The levels of both sides for each pair of prospects: x in the lower 16 bits, o above.
inline constexpr auto kLevelsOf = [] {
    std::array<std::uint32_t, kProspectPairs> table{};
    for (int x = 0; x <= kWon; ++x)
        for (int o = 0; o <= kWon; ++o)
            table[prospect_pair(x, o)] = kLevelTable[x][o] | std::uint32_t{kLevelTable[o][x]} << 16;
    return table;
}();

// The class of a side with a live line, by winning cells * 256 + pairs * 16 + lines that lack
// three. Large enough for all counts, so that none needs a range check.
inline constexpr auto kProspectTable = [] {
    std::array<std::uint8_t, std::size_t{1} << 12> table{};
    for (int wins = 0; wins < 16; ++wins) {
        for (int pairs = 0; pairs < 16; ++pairs) {
            for (int far = 0; far < 16; ++far) {
                const bool many = far >= 2;
                Prospect now = kThreePairs;
                if (pairs == 0) now = far == 0 ? kBare : (far < 3 ? kBareFew : kBareMany);
                if (pairs == 1) now = many ? kPairMany : kPair;
                if (pairs == 2) now = many ? kTwoPairsMany : kTwoPairs;
                if (wins == 1) now = pairs == 0 ? kThreat : pairs == 1 ? kThreatPair : kThreatPairs;
                if (wins >= 2) now = pairs == 0 ? kFork : kForkPairs;
                table[wins << 8 | pairs << 4 | far] = now;
            }
        }
    }
    return table;
}();

// The prospects of the side that holds `own` in an open small board.
template <const Variant& V>
[[gnu::always_inline]] inline Prospect prospect(Mask own, Mask other, std::uint64_t own_counts,
                                                std::uint64_t other_counts) {
    const std::uint64_t blocked = other_counts | other_counts >> 1;
    const std::uint64_t alive = ~blocked & kLineOnes<V>;
    int wins = std::popcount(lines_with<V.size - 1>(own_counts, alive));
    // Two lines may lack the same cell. The large table is used only then, which keeps it out of
    // the cache.
    if (wins > 1) [[unlikely]]
        wins = std::popcount(completing_cells<V>(own) & ~other & kFullMask<V>);
    const int pairs = std::popcount(lines_with<V.size - 2>(own_counts, alive));
    const int far = std::popcount(lines_with<V.size - 3>(own_counts, alive));
    const auto living = static_cast<Prospect>(kProspectTable[wins << 8 | pairs << 4 | far]);
    return alive != 0 ? living : kDead;
}

// The prospects of both sides in an open small board, as prospect_pair().
template <const Variant& V>
[[gnu::always_inline]] inline int open_prospects(Mask x, Mask o) {
    const auto x_counts = kLineCounts<V>.of(x), o_counts = kLineCounts<V>.of(o);
    return prospect_pair(prospect<V>(x, o, x_counts, o_counts),
                         prospect<V>(o, x, o_counts, x_counts));
}

// The same in any small board.
template <const Variant& V>
[[gnu::always_inline]] inline int prospects(const Position<V>& pos, int board) {
    if (pos.is_open(board)) [[likely]]
        return open_prospects<V>(pos.marks(Side::X, board), pos.marks(Side::O, board));
    const auto closed = [&](Side side) { return pos.won(side) >> board & 1 ? kWon : kDead; };
    return prospect_pair(closed(Side::X), closed(Side::O));
}

}  // namespace xttt::tuned
