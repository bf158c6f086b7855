#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "eval/nnue/layout.h"

namespace xttt::nnue {

// Feature indices that are added or removed, from x's and from o's view.
template <int Capacity, class Number = std::uint16_t>
struct FeatureList {
    std::array<std::array<Number, Capacity>, 2> rows;
    int count = 0;

    void push(int x_view, int o_view) {
        rows[0][count] = static_cast<Number>(x_view);
        rows[1][count] = static_cast<Number>(o_view);
        ++count;
    }
    // The same without a branch.
    void push_if(bool present, int x_view, int o_view) {
        push(x_view, o_view);
        count -= !present;
    }
};

// The active features of a position, updated incrementally. The only place that defines which
// features a position has.
template <const Variant& V>
class FeatureSet {
public:
    // The index of a feature from x's view and from o's.
    using Views = std::array<std::int32_t, 2>;
    // The largest change by one move: it can close a full board and change every line through it.
    struct FeatureDelta {
        FeatureList<V.places() + 16> added, removed;
        // With kHasContents, marks and prospects are not included: Network::board_rows replaces one
        // row of the whole board by another.
        Views row_before, row_after;
    };
    using TurnRows = FeatureList<6>;
    static constexpr int kMostRows =
        V.cells() + V.small_boards() + 2 * V.big_boards * static_cast<int>(kLines<V>.size());
    using StartRows = FeatureList<kMostRows>;
    using AllFeatures =
        FeatureList<kMostRows + (kHasContents<V> ? V.small_boards() : 0), std::int32_t>;

    FeatureSet() = default;
    explicit FeatureSet(const Position<V>& pos) {
        for (int b = 0; b < V.small_boards(); ++b) {
            set(pos, b, tuned::prospects(pos, b));
            for (const auto& at : tuned::kCrossings<V>[b])
                line_[at.line] += tuned::kLevelsOf[prospects_[b]] << at.shift;
        }
    }

    // All features except those of the turn.
    void list(const Position<V>& pos, AllFeatures& all) const {
        list_boards(pos, all);
        if constexpr (kHasContents<V>) {
            for (int b = 0; b < V.small_boards(); ++b)
                if (pos.is_open(b)) {
                    const Views now = open_content(pos, b, kNoMove);
                    all.push(Layout<V>::content(b, now[0]), Layout<V>::content(b, now[1]));
                }
        }
        list_lines(all);
    }
    // The rows of the same features, without those that board_row() covers.
    void list_rows(const Position<V>& pos, StartRows& all) const {
        if constexpr (!kHasContents<V>) list_boards(pos, all);
        list_lines(all);
    }
    // The row for the whole content of a board (Network::board_rows).
    static Views board_row(const Position<V>& pos, int b) {
        Views now;
        if (pos.is_open(b))
            now = open_content(pos, b, kNoMove);
        else if ((pos.won(Side::X) >> b & 1) != 0)
            now = {Contents<V>::kWonByOwn, Contents<V>::kWonByOther};
        else if ((pos.won(Side::O) >> b & 1) != 0)
            now = {Contents<V>::kWonByOther, Contents<V>::kWonByOwn};
        else
            now = {Contents<V>::kDrawn, Contents<V>::kDrawn};
        return row_of(b, now);
    }

    // Updates the set after m and lists the changed features. pos is the position after m.
    [[gnu::always_inline]] void update(const Position<V>& pos, Move m, FeatureDelta& delta) {
        const int b = m.board;
        const bool closes = !pos.is_open(b);
        auto& [added, removed, row_before, row_after] = delta;
        if constexpr (kHasContents<V>) {
            row_before = row_of(b, open_content(pos, b, m));
            row_after = board_row(pos, b);
        } else if (closes) {
            add_cells(pos, b, m, removed);
        } else {
            const int mover = static_cast<int>(pos.marks(Side::O, b) >> m.cell & 1);
            added.push(Layout<V>::cell(mover != 0, b, m.cell),
                       Layout<V>::cell(mover == 0, b, m.cell));
        }
        if (closes) closed_ |= BoardSet{1} << b;
        const int now = tuned::prospects(pos, b), before = prospects_[b];
        if (now == before) return;
        if constexpr (!kHasContents<V>) add_pair(b, removed);
        set(pos, b, now);
        if constexpr (!kHasContents<V>) add_pair(b, added);
        // Changes both halves at once: neither half of the new code is negative.
        if (const auto step = tuned::kLevelsOf[now] - tuned::kLevelsOf[before]; step != 0) {
            for (const auto& at : tuned::kCrossings<V>[b]) {
                const std::uint32_t old = line_[at.line], fresh = old + (step << at.shift);
                line_[at.line] = fresh;
                for (const Side side : {Side::X, Side::O}) {
                    add_line(side, at.line, old, fresh, removed);
                    add_line(side, at.line, fresh, old, added);
                }
            }
        }
    }

    // The features of the turn.
    [[gnu::always_inline]] void turn(const Position<V>& pos, TurnRows& rows) const {
        using L = Layout<V>;
        const int us = index(pos.side_to_move()), them = us ^ 1;
        const auto push = [&rows, us](int number) {
            rows.push(L::turn(us != 0, number), L::turn(us == 0, number));
        };
        const Mask shut = places_all<V>(closed_);
        const Mask mine = places_any<V>(threats_[us]), yours = places_any<V>(threats_[them]);
        push(L::kPlaceAt + pos.bound_place());
        if (pos.is_bound()) {
            Mask targets = pos.bound_cells(), wins = 0;
            if constexpr (V.big_boards > 1)
                targets = (targets | targets >> V.places()) & kFullMask<V>;
            for (int big = 0; big < V.big_boards; ++big) {
                const int b = pos.bound_place() + big * V.places();
                push(L::bound_pair(b, prospect(us, b), prospect(them, b)));
                if ((threats_[us] >> b & 1) != 0)
                    wins |= winning_cells<V>(pos, pos.side_to_move(), b);
            }
            int win = wins != 0;
            if (V.bonus_move && !pos.is_bonus_move() && (wins & (mine | shut)) != 0) win = 2;
            push_class(push,
                       tuned::Layout<V>::bound_turn(pos.is_bonus_move(), win,
                                                    std::popcount(targets & ~(yours | shut))));
        } else {
            push_class(push,
                       tuned::Layout<V>::open_turn(pos.is_bonus_move(), std::popcount(threats_[us]),
                                                   std::popcount(threats_[them])));
        }
        const Safety own = safety(pos, shut | yours), other = safety(pos, shut | mine);
        push(L::kSafeAt + L::difference((own.cells - other.cells) / kCellStep));
        push(L::kTrapsAt + L::difference(own.boards - other.boards));
    }

    BoardSet open() const { return ((BoardSet{1} << V.small_boards()) - 1) & ~closed_; }
    // The open boards where each side has a winning cell.
    const std::array<BoardSet, 2>& threats() const { return threats_; }

    bool operator==(const FeatureSet&) const = default;

private:
    static constexpr int kCellStep = V.cells() / 64;

    int prospect(int side, int b) const {
        return side == index(Side::X) ? prospects_[b] >> 4 : prospects_[b] & 15;
    }
    void set(const Position<V>& pos, int b, int now) {
        const BoardSet bit = BoardSet{1} << b;
        prospects_[b] = static_cast<std::uint8_t>(now);
        for (int s = 0; s < 2; ++s) {
            const bool threat = tuned::has_threat(static_cast<tuned::Prospect>(prospect(s, b)));
            threats_[s] = (threats_[s] & ~bit) | BoardSet{threat} << b;
        }
        if (!pos.is_open(b)) closed_ |= bit;
    }

    template <class Rows>
    void list_boards(const Position<V>& pos, Rows& all) const {
        for (int b = 0; b < V.small_boards(); ++b) {
            if (pos.is_open(b)) add_cells(pos, b, kNoMove, all);
            add_pair(b, all);
        }
    }
    template <class Rows>
    void list_lines(Rows& all) const {
        for (int l = 0; l < static_cast<int>(line_.size()); ++l)
            for (const Side side : {Side::X, Side::O}) add_line(side, l, line_[l], 0, all);
    }

    // The contents of a board without the mark of `except`.
    static Views open_content(const Position<V>& pos, int b, Move except) {
        const Mask all = except.is_none() ? kFullMask<V> : ~(Mask{1} << except.cell);
        const Mask x = pos.marks(Side::X, b) & all, o = pos.marks(Side::O, b) & all;
        return {Contents<V>::open(x, o), Contents<V>::open(o, x)};
    }
    static Views row_of(int b, Views content) {
        const int first = b * Contents<V>::kCount;
        return {first + content[0], first + content[1]};
    }

    // The marks of a board without the mark of `except`.
    template <class Rows>
    static void add_cells(const Position<V>& pos, int b, Move except, Rows& rows) {
        const Mask all = except.is_none() ? kFullMask<V> : ~(Mask{1} << except.cell);
        for (int s = 0; s < 2; ++s)
            for_each_bit(pos.marks(static_cast<Side>(s), b) & all, [&](int c) {
                rows.push(Layout<V>::cell(s != 0, b, c), Layout<V>::cell(s == 0, b, c));
            });
    }
    template <class Rows>
    void add_pair(int b, Rows& rows) const {
        const int x = prospect(0, b), o = prospect(1, b);
        rows.push(Layout<V>::pair(b, x, o), Layout<V>::pair(b, o, x));
    }
    // The feature of one side for the codes of a line, unless it equals that of the `other` codes.
    template <class Rows>
    [[gnu::always_inline]] static void add_line(Side side, int line, std::uint32_t codes,
                                                std::uint32_t other, Rows& rows) {
        const auto feature = [side](std::uint32_t of) {
            return tuned::LineFeatures<V>::kOf[side == Side::X ? of & 0xffff : of >> 16];
        };
        const int code = feature(codes);
        rows.push_if(code != 0 && code != feature(other),
                     Layout<V>::line(side == Side::O, line, code),
                     Layout<V>::line(side == Side::X, line, code));
    }
    template <class Push>
    static void push_class(const Push& push, int feature) {
        push(Layout<V>::kTurnClassAt + feature - tuned::Layout<V>::kBoundTurnAt);
    }

    // Cells that a side can play without sending the opponent to an unsafe place, and the open
    // boards with such a cell. Processes all boards of a word of cells at once.
    struct Safety {
        int cells = 0, boards = 0;
    };
    static constexpr std::uint64_t kFieldOnes = [] {
        std::uint64_t ones = 0;
        for (int i = 0; i < CellSet<V>::kBoardsPerWord; ++i)
            ones |= std::uint64_t{1} << i * V.places();
        return ones;
    }();
    static Safety safety(const Position<V>& pos, Mask unsafe) {
        constexpr std::uint64_t kLow = kFieldOnes * (kFullMask<V> >> 1);
        constexpr std::uint64_t kHigh = kFieldOnes << (V.places() - 1);
        Safety found;
        for (int w = 0; w < CellSet<V>::kWords; ++w) {
            const std::uint64_t safe =
                pos.playable().word(w * CellSet<V>::kBoardsPerWord) & ~(kFieldOnes * unsafe);
            found.cells += std::popcount(safe);
            found.boards += std::popcount((((safe & kLow) + kLow) | safe) & kHigh);
        }
        return found;
    }

    std::array<std::uint8_t, V.small_boards()>
        prospects_{};  // of both sides, as tuned::prospect_pair
    // For each line of small boards: the levels of x in the lower half, of o in the upper.
    std::array<std::uint32_t, V.big_boards * kLines<V>.size()> line_{};
    std::array<BoardSet, 2> threats_{};
    BoardSet closed_ = 0;
};

}  // namespace xttt::nnue
