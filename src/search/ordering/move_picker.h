#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "search/ordering/history.h"
#include "search/ordering/hot_boards.h"
#include "search/ordering/lanes.h"

namespace xttt {

// The legal moves of one node, handed out best first. Sorting is by selection: most nodes look at
// few of their moves. An entry packs the order above the move, so that comparing is one integer
// comparison, and boards are entered and searched whole, cells that cannot be played last: loops of
// fixed length that the compiler turns into a few vector instructions.
template <const Variant& V>
class MovePicker {
public:
    // A move of the list, as its entry: asked for piece by piece, because a struct of a move and a
    // flag would be taken apart and put together again in memory.
    using Entry = std::int32_t;
    static constexpr Entry kNone = std::numeric_limits<Entry>::min();

    MovePicker(const Position<V>& pos, const HotBoards<V>& boards, const History<V>& history,
               Move killer, const OrderTuning& tuning, Move except) {
        const Side side = pos.side_to_move();
        hot_ = boards.hot_places(opponent(side));
        closed_ = ~boards.open_places();
        if (pos.is_bound()) {
            for (int big = 0; big < V.big_boards; ++big)
                add_board(pos, boards, pos.bound_place() + big * V.places(), history, tuning,
                          except);
            if (!killer.is_none() && killer.board % V.places() == pos.bound_place())
                favour(killer, tuning.order_killer);
            lanes_ = kBoundLanes;
            for (int i = V.places() * V.big_boards; i < lanes_; ++i) entries_[i] = kNone;
        } else {
            for (int b = 0; b < V.small_boards(); ++b)
                if (pos.is_open(b)) add_board(pos, boards, b, history, tuning, except);
            lanes_ = round_up(size_);
            for (int i = size_; i < lanes_; ++i) entries_[i] = kNone;
        }
    }

    // The best move left, or kNone.
    [[gnu::always_inline]] Entry next() {
        // Entries differ, so "below the last one" leaves out all that were handed out, and nothing
        // has to be written between two reads of the whole array.
        // Most nodes are bound: there the number of entries is known when this is compiled.
        last_ = lanes_ == kBoundLanes ? largest_below(entries_.data(), kBoundLanes, last_, kNone)
                                      : largest_below(entries_.data(), lanes_, last_, kNone);
        return last_;
    }
    Move move_of(Entry entry) const {
        const int slot = entry & 0xff;
        return Move::at(boards_[slot / V.places()], slot % V.places());
    }
    static bool wins_board(Entry entry) { return entry >= kWinsBoard; }

private:
    static constexpr int round_up(int count) {
        return (count + kLaneCount - 1) / kLaneCount * kLaneCount;
    }
    static constexpr int kBoundLanes = round_up(V.places() * V.big_boards);
    // Above anything the other terms can add up to.
    static constexpr std::int32_t kWinsBoard = 1 << 28;

    void add_board(const Position<V>& pos, const HotBoards<V>& boards, int board,
                   const History<V>& history, const OrderTuning& tuning, Move except) {
        const Side side = pos.side_to_move();
        const Mask wins = boards.winning_cells(pos, side, board);
        const Mask blocks = boards.winning_cells(pos, opponent(side), board);
        Mask cells = pos.playable().board(board);
        if (except.board == board) cells &= ~(Mask{1} << except.cell);
        const auto& quiet = history.of_board(side, board);
        std::int32_t* const out = &entries_[size_];
        const int first = size_;
        // Copies, because for all the compiler knows `out` could point to the originals.
        const Mask hot = hot_, closed = closed_;
        const std::int32_t for_block = tuning.order_block, for_threat = tuning.order_into_threat;
        const std::int32_t for_open = tuning.order_open_move;
        for (int c = 0; c < V.places(); ++c) {
            std::int32_t order = quiet[c];
            order += -static_cast<std::int32_t>(blocks >> c & 1) & for_block;
            order += -static_cast<std::int32_t>(hot >> c & 1) & for_threat;
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
    int lanes_ = 0;  // size_ and as many more entries that are no moves as fill the last vector
    std::int32_t last_ = std::numeric_limits<std::int32_t>::max();
    Mask hot_ = 0;
    Mask closed_ = 0;
};

}  // namespace xttt
