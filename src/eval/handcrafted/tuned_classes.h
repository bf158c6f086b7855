#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "eval/line_counts.h"
#include "eval/threats.h"

namespace xttt::tuned {

// How near one side is to winning one small board. What counts are the lines that are still alive
// (no mark of the opponent): lines that lack one cell ("winning cells", the threats), lines that
// lack two ("pairs", since on a 4x4 board they hold two marks) and lines that lack three.
enum Prospect : std::uint8_t {
    kDead,  // closed and not ours, or no line alive
    kBare,  // no winning cell, no pair, nothing lacking three
    kBareFew,
    kBareMany,
    kPair,  // no winning cell, one pair; few or many lines lack three
    kPairMany,
    kTwoPairs,
    kTwoPairsMany,
    kThreePairs,
    kThreat,  // one winning cell; none, one, more pairs
    kThreatPair,
    kThreatPairs,
    kFork,  // two or more winning cells: one move cannot answer them
    kForkPairs,
    kWon,
};
inline constexpr int kProspects = 16;

constexpr bool has_threat(Prospect p) {
    return p >= kThreat && p <= kForkPairs;
}

// The same on a coarser scale and seen against the opponent's chances: what a line of small boards
// is made of. Eight levels, so that the levels of a whole line make a short table index.
enum Level : std::uint8_t {
    kLost,       // cannot be ours
    kBehind,     // the opponent threatens to take it and we do not
    kSmall,      // alive
    kPromising,  // two pairs or more
    kContested,  // both threaten
    kWinnable,   // we threaten
    kForked,     // we threaten twice
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

// The prospects of both sides in a small board as one number: x's above, o's below.
constexpr int both(int x, int o) {
    return x << 4 | o;
}
inline constexpr int kBoths = both(kProspects, 0);

// The same with the sides changed.
constexpr int other_view(int both) {
    return (both << 4 | both >> 4) & (kBoths - 1);
}

// The prospects of `side` above, the opponent's below. Without a branch: whose turn it is is
// chance.
constexpr int in_view(std::uint8_t both, Side side) {
    return std::rotl(both, side == Side::X ? 0 : 4);
}

// The levels of both sides for each number of prospects: x's in the lower 16 bits, o's above.
inline constexpr auto kLevelsOf = [] {
    std::array<std::uint32_t, kBoths> table{};
    for (int x = 0; x <= kWon; ++x)
        for (int o = 0; o <= kWon; ++o)
            table[both(x, o)] = kLevelTable[x][o] | std::uint32_t{kLevelTable[o][x]} << 16;
    return table;
}();

// The class of a side with some line alive: winning cells * 256 + pairs * 16 + lines lacking three.
// Larger than the cases there are, so that no count has to be bounded.
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
    // Two lines may lack the same cell. Asking the large table only then keeps it out of the way.
    if (wins > 1) [[unlikely]]
        wins = std::popcount(completing_cells<V>(own) & ~other & kFullMask<V>);
    const int pairs = std::popcount(lines_with<V.size - 2>(own_counts, alive));
    const int far = std::popcount(lines_with<V.size - 3>(own_counts, alive));
    const auto living = static_cast<Prospect>(kProspectTable[wins << 8 | pairs << 4 | far]);
    return alive != 0 ? living : kDead;
}

// The prospects of both sides in an open small board, as `both`.
template <const Variant& V>
[[gnu::always_inline]] inline int open_prospects(Mask x, Mask o) {
    const auto x_counts = kLineCounts<V>.of(x), o_counts = kLineCounts<V>.of(o);
    return both(prospect<V>(x, o, x_counts, o_counts), prospect<V>(o, x, o_counts, x_counts));
}

// The same in any small board.
template <const Variant& V>
[[gnu::always_inline]] inline int prospects(const Position<V>& pos, int board) {
    if (pos.is_open(board)) [[likely]]
        return open_prospects<V>(pos.marks(Side::X, board), pos.marks(Side::O, board));
    const auto closed = [&](Side side) { return pos.won(side) >> board & 1 ? kWon : kDead; };
    return both(closed(Side::X), closed(Side::O));
}

}  // namespace xttt::tuned
