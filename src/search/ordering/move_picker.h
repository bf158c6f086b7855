#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>

#include "search/ordering/board_threats.h"
#include "search/ordering/history.h"

namespace xttt {

namespace detail {

// Eight integers in the compilers' vector type, which maps to the vector registers of any target.
using Int32x8 = std::int32_t __attribute__((vector_size(32)));
inline constexpr int kVectorWidth = 8;

// The largest of entries[0..count) below `limit`, or `none`, which must not exceed any entry.
// Requires count to be a multiple of kVectorWidth. Neither compiler vectorises the plain loop.
inline std::int32_t largest_below(const std::int32_t* entries, int count, std::int32_t limit,
                                  std::int32_t none) {
    Int32x8 best = Int32x8{} + none;
    for (int i = 0; i < count; i += kVectorWidth) {
        Int32x8 values;
        std::memcpy(&values, entries + i, sizeof values);
        values = values < limit ? values : Int32x8{} + none;
        best = best > values ? best : values;
    }
    const auto fold = [&best](Int32x8 other) { best = best > other ? best : other; };
    fold(__builtin_shufflevector(best, best, 4, 5, 6, 7, 0, 1, 2, 3));
    fold(__builtin_shufflevector(best, best, 2, 3, 0, 1, 6, 7, 4, 5));
    fold(__builtin_shufflevector(best, best, 1, 0, 3, 2, 5, 4, 7, 6));
    return best[0];
}

}  // namespace detail

// Yields the legal moves of a node, best first, by selection sort, because most nodes need only a
// few. An entry packs the ordering score above the move, so that one integer comparison orders two
// moves. All cells of a board get an entry, illegal ones the lowest: loops of fixed length
// vectorise.
template <const Variant& V>
class MovePicker {
public:
    // A move with its score. An integer, because a struct of a move and a flag would be returned
    // through memory.
    using Entry = std::int32_t;
    static constexpr Entry kNone = std::numeric_limits<Entry>::min();

    MovePicker(const Position<V>& pos, const BoardThreats<V>& boards, const History<V>& history,
               Move killer, const OrderTuning& tuning, Move except) {
        const Side side = pos.side_to_move();
        threats_ = boards.threat_places(opponent(side));
        closed_ = ~boards.open_places();
        if (pos.is_bound()) {
            for (int big = 0; big < V.big_boards; ++big)
                add_board(pos, boards, pos.bound_place() + big * V.places(), history, tuning,
                          except);
            if (!killer.is_none() && killer.board % V.places() == pos.bound_place())
                favour(killer, tuning.order_killer);
            padded_size_ = kBoundSize;
            for (int i = V.places() * V.big_boards; i < padded_size_; ++i) entries_[i] = kNone;
        } else {
            for (int b = 0; b < V.small_boards(); ++b)
                if (pos.is_open(b)) add_board(pos, boards, b, history, tuning, except);
            padded_size_ = round_up(size_);
            for (int i = size_; i < padded_size_; ++i) entries_[i] = kNone;
        }
    }

    // The best remaining move, or kNone.
    [[gnu::always_inline]] Entry next() {
        // Entries are distinct, so those below the latest one are exactly the remaining ones, and
        // nothing has to be written between two passes. Most nodes are bound: there the number of
        // entries is a compile-time constant.
        last_ = padded_size_ == kBoundSize
                    ? detail::largest_below(entries_.data(), kBoundSize, last_, kNone)
                    : detail::largest_below(entries_.data(), padded_size_, last_, kNone);
        return last_;
    }
    Move move_of(Entry entry) const {
        const int slot = entry & 0xff;
        return Move::at(boards_[slot / V.places()], slot % V.places());
    }
    static bool wins_board(Entry entry) { return entry >= kWinsBoard; }

private:
    static constexpr int round_up(int count) {
        return (count + detail::kVectorWidth - 1) / detail::kVectorWidth * detail::kVectorWidth;
    }
    static constexpr int kBoundSize = round_up(V.places() * V.big_boards);
    // Greater than any sum of the other terms.
    static constexpr std::int32_t kWinsBoard = 1 << 28;

    void add_board(const Position<V>& pos, const BoardThreats<V>& boards, int board,
                   const History<V>& history, const OrderTuning& tuning, Move except) {
        const Side side = pos.side_to_move();
        const Mask wins = boards.winning_cells(pos, side, board);
        const Mask blocks = boards.winning_cells(pos, opponent(side), board);
        Mask cells = pos.playable().board(board);
        if (except.board == board) cells &= ~(Mask{1} << except.cell);
        const auto& quiet = history.of_board(side, board);
        std::int32_t* const out = &entries_[size_];
        const int first = size_;
        // Local copies, because `out` might alias the originals.
        const Mask threats = threats_, closed = closed_;
        const std::int32_t for_block = tuning.order_block, for_threat = tuning.order_into_threat;
        const std::int32_t for_open = tuning.order_open_move;
        for (int c = 0; c < V.places(); ++c) {
            std::int32_t order = quiet[c];
            order += -static_cast<std::int32_t>(blocks >> c & 1) & for_block;
            order += -static_cast<std::int32_t>(threats >> c & 1) & for_threat;
            order += -static_cast<std::int32_t>(closed >> c & 1) & for_open;
            std::int32_t entry = order * 256 + first + c;
            entry += -static_cast<std::int32_t>(wins >> c & 1) & (2 * kWinsBoard);
            out[c] = (cells >> c & 1) != 0 ? entry : kNone;
        }
        boards_[size_ / V.places()] = static_cast<std::uint8_t>(board);
        size_ += V.places();
    }

    void favour(Move m, std::int32_t order) {
        const int slot = m.board / V.places() * V.places() + m.cell;
        if (entries_[slot] != kNone) entries_[slot] += order * 256;
    }

    // Slot i is cell i % places of the board in boards_[i / places].
    std::array<std::int32_t, round_up(V.cells())> entries_;
    std::array<std::uint8_t, V.small_boards()> boards_;
    int size_ = 0;
    int padded_size_ = 0;  // size_ rounded up to whole vectors; the rest is kNone
    std::int32_t last_ = std::numeric_limits<std::int32_t>::max();
    Mask threats_ = 0;
    Mask closed_ = 0;
};

}  // namespace xttt
