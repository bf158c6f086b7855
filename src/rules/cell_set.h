#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/bits.h"
#include "rules/lines.h"
#include "rules/move.h"

namespace xttt {

// A set of cells of the whole game, as a few 64-bit words. Each word holds whole small boards: four
// of 16 cells, or seven of 9. So counting all cells takes only a few population counts.
template <const Variant& V>
class CellSet {
public:
    static constexpr int kBoardsPerWord = 64 / V.places();
    static constexpr int kWords = (V.small_boards() + kBoardsPerWord - 1) / kBoardsPerWord;

    static constexpr int word_of(int board) {
        if constexpr (std::has_single_bit(static_cast<unsigned>(kBoardsPerWord))) {
            return board / kBoardsPerWord;
        } else {
            return kPlacement[board].word;
        }
    }
    static constexpr int shift_of(int board) {
        if constexpr (std::has_single_bit(static_cast<unsigned>(kBoardsPerWord))) {
            return board % kBoardsPerWord * V.places();
        } else {
            return kPlacement[board].shift;
        }
    }

    static constexpr CellSet all() {
        CellSet set;
        for (int b = 0; b < V.small_boards(); ++b)
            set.word(b) |= std::uint64_t{kFullMask<V>} << shift_of(b);
        return set;
    }

    constexpr std::uint64_t& word(int board) { return words_[word_of(board)]; }
    constexpr std::uint64_t word(int board) const { return words_[word_of(board)]; }

    constexpr Mask board(int b) const {
        return static_cast<Mask>(word(b) >> shift_of(b)) & kFullMask<V>;
    }
    constexpr void set_board(int b, Mask mask) {
        word(b) = (word(b) & ~(std::uint64_t{kFullMask<V>} << shift_of(b))) | std::uint64_t{mask}
                                                                                  << shift_of(b);
    }

    constexpr bool contains(Move m) const { return (board(m.board) >> m.cell & 1) != 0; }
    constexpr void insert(Move m) {
        word(m.board) |= std::uint64_t{1} << (shift_of(m.board) + m.cell);
    }
    constexpr void erase(Move m) {
        word(m.board) &= ~(std::uint64_t{1} << (shift_of(m.board) + m.cell));
    }

    constexpr bool empty() const {
        std::uint64_t any = 0;
        for (const auto w : words_) any |= w;
        return any == 0;
    }
    constexpr int size() const {
        int n = 0;
        for (const auto w : words_) n += std::popcount(w);
        return n;
    }

    // Member number k in ascending order. Requires k < size().
    Move nth(unsigned k) const {
        // Selects the word without branches: the choice is random, so a branch would be
        // mispredicted.
        unsigned before = 0, seen = 0;
        int chosen = 0;
        for (int w = 0; w + 1 < kWords; ++w) {
            seen += static_cast<unsigned>(std::popcount(words_[w]));
            const bool beyond = k >= seen;
            chosen += beyond;
            before = beyond ? seen : before;
        }
        return move_at_bit(chosen, nth_set_bit(words_[chosen], k - before));
    }

    // Calls f(move) for each member, ascending.
    template <class F>
    constexpr void for_each(F&& f) const {
        for (int w = 0; w < kWords; ++w)
            for_each_bit(words_[w], [&](int bit) { f(move_at_bit(w, bit)); });
    }

    // Removes the lowest member and returns it. Requires !empty().
    constexpr Move take_first() {
        int w = 0;
        while (words_[w] == 0) ++w;
        const int bit = std::countr_zero(words_[w]);
        words_[w] &= words_[w] - 1;
        return move_at_bit(w, bit);
    }

    constexpr bool operator==(const CellSet&) const = default;

private:
    struct Placement {
        std::uint8_t word;
        std::uint8_t shift;
    };
    static constexpr auto kPlacement = [] {
        std::array<Placement, V.small_boards()> table{};
        for (int b = 0; b < V.small_boards(); ++b)
            table[b] = {static_cast<std::uint8_t>(b / kBoardsPerWord),
                        static_cast<std::uint8_t>(b % kBoardsPerWord * V.places())};
        return table;
    }();

    // A table lookup, which is cheaper than a division unless the number of cells is a power of
    // two.
    static constexpr auto kMoveAtBit = [] {
        std::array<std::array<Move, 64>, kWords> table{};
        for (int b = 0; b < V.small_boards(); ++b)
            for (int c = 0; c < V.places(); ++c)
                table[b / kBoardsPerWord][b % kBoardsPerWord * V.places() + c] = Move::at(b, c);
        return table;
    }();

    static constexpr Move move_at_bit(int word, int bit) {
        if constexpr (V.places() == 16) {
            return Move::at(word * 4 + bit / 16, bit % 16);
        } else {
            return kMoveAtBit[word][bit];
        }
    }

    std::array<std::uint64_t, kWords> words_{};
};

}  // namespace xttt
