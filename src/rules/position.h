#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>

#include "base/bits.h"
#include "rules/cell_set.h"
#include "rules/lines.h"
#include "rules/move.h"
#include "rules/outcome.h"
#include "rules/variant.h"
#include "rules/zobrist.h"

namespace xttt {

enum class Status : std::uint8_t { Playing, LineX, LineO, Full };

// Whether a position maintains its Zobrist key and last move. Perft and random playouts need
// neither and are 20% faster without them.
enum class Tracking : bool { None, KeyAndLastMove };

// A position of variant V, as a small value. Copy it to look ahead, or use play and undo.
template <const Variant& V, Tracking T = Tracking::KeyAndLastMove>
class Position {
public:
    static constexpr bool kTracked = T == Tracking::KeyAndLastMove;
    static constexpr int kAnyPlace = V.places();

    // The state that undo() cannot derive from the move.
    struct Undo {
        std::uint64_t playable_word;
        Key marks_key;
        std::array<BoardSet, 2> won;
        Mask bound_cells;
        std::uint8_t place;
        Side side;
        bool bonus;
        Move last;
    };

    // The independent facts of a position, from which assemble() derives the rest.
    struct Facts {
        std::array<std::array<std::uint16_t, V.small_boards()>, 2> marks{};
        Side side = Side::X;
        bool bonus = false;
        Move last = kNoMove;
    };

    constexpr Position() : playable_(CellSet<V>::all()) {}
    static constexpr Position initial() { return {}; }

    // Builds a position from its facts, unchecked. Use parse_fen for untrusted input.
    static constexpr Position assemble(const Facts& facts);

    // The same position with or without key and last move.
    template <Tracking U>
    constexpr Position<V, U> with_tracking() const;

    // --- Boards --------------------------------------------------------------------------------
    constexpr Mask marks(Side side, int board) const { return marks_[index(side)][board]; }
    // Empty cells of open small boards; nothing else can ever be played again.
    constexpr const CellSet<V>& playable() const { return playable_; }
    constexpr BoardSet won(Side side) const { return won_[index(side)]; }
    constexpr bool is_open(int board) const { return playable_.board(board) != 0; }
    constexpr bool is_drawn(int board) const {
        return !is_open(board) && ((won_[0] | won_[1]) >> board & 1) == 0;
    }
    constexpr std::optional<Side> board_winner(int board) const {
        if (won_[0] >> board & 1) return Side::X;
        if (won_[1] >> board & 1) return Side::O;
        return std::nullopt;
    }
    constexpr int mark_count() const;

    // --- Side to move and legal moves ----------------------------------------------------------
    constexpr Side side_to_move() const { return side_; }
    constexpr bool is_bonus_move() const { return bonus_; }
    // The place that the last cell names, if a small board there is open; kAnyPlace at the start of
    // the game, and if all small boards there are closed (an open move).
    constexpr int bound_place() const { return place_; }
    constexpr bool is_bound() const { return bound_cells_ != 0; }
    // The playable cells at the bound place, big board 2 in the bits above big board 1; 0 if
    // unbound.
    constexpr Mask bound_cells() const { return bound_cells_; }
    constexpr Move last_move() const
        requires kTracked
    {
        return last_;
    }

    constexpr int legal_count() const {
        if (over()) return 0;
        return is_bound() ? std::popcount(bound_cells_) : playable_.size();
    }
    constexpr bool is_legal(Move m) const {
        if (over() || m.board >= V.small_boards() || m.cell >= V.places()) return false;
        if (is_bound() && m.board % V.places() != place_) return false;
        return playable_.contains(m);
    }
    // The legal moves as a set of cells.
    constexpr CellSet<V> legal_moves() const {
        if (over()) return {};
        if (!is_bound()) return playable_;
        CellSet<V> set;
        for (int big = 0; big < V.big_boards; ++big) {
            const int board = big * V.places() + place_;
            set.set_board(board, playable_.board(board));
        }
        return set;
    }
    // Calls f(move) for each legal move, ascending. f may play and undo on this position.
    template <class F>
    constexpr void for_each_legal(F&& f) const {
        if (over()) return;
        if (is_bound()) {
            const int place = place_;
            for_each_bit(bound_cells_, [&](int bit) { f(bound_move(place, bit)); });
        } else {
            const CellSet<V> set = playable_;
            set.for_each(f);
        }
    }
    // Legal move number k, ascending. Requires k < legal_count().
    Move nth_legal(unsigned k) const {
        return is_bound() ? bound_move(place_, nth_set_bit(bound_cells_, k)) : playable_.nth(k);
    }

    // --- End of the game -----------------------------------------------------------------------
    constexpr Status status() const { return status_; }
    constexpr bool over() const { return status_ != Status::Playing; }
    constexpr std::optional<Outcome> outcome() const;  // empty while the game is in progress
    // The points of the small boards a side has won so far.
    constexpr int board_points(Side side) const { return points_of<V>(won(side)); }

    // --- Moving --------------------------------------------------------------------------------
    // Marks m for the side to move. Winning a small board on the first move of a turn keeps the
    // turn once, if V.bonus_move. Requires is_legal(m). Returns the new status.
    constexpr Status play(Move m);
    // The same, and saves in `undo` what undo() needs.
    constexpr Status play(Move m, Undo& undo);
    // Unmakes m, which must be the last move played.
    constexpr void undo(Move m, const Undo& undo);

    // --- Identity ------------------------------------------------------------------------------
    // Equal for positions with the same continuations: ignores the marks in closed small boards,
    // and which cell named the bound place.
    constexpr Key key() const
        requires kTracked
    {
        return marks_key_ ^ kZobrist<V>.turn[index(side_)][bonus_][place_];
    }
    // The key computed from scratch, to check the incremental one.
    constexpr Key recomputed_key() const
        requires kTracked
    {
        Key key = kZobrist<V>.turn[index(side_)][bonus_][place_];
        for (int b = 0; b < V.small_boards(); ++b) key ^= board_key(b);
        return key;
    }
    constexpr bool operator==(const Position&) const = default;

private:
    template <const Variant&, Tracking>
    friend class Position;

    static constexpr Move bound_move(int place, int bit) {
        if constexpr (V.big_boards == 1) {
            return Move::at(place, bit);
        } else {
            const int big = bit / V.places();
            return Move::at(place + big * V.places(), bit - big * V.places());
        }
    }
    // The cells playable at a place: one small board's, or both big boards' side by side.
    constexpr Mask cells_at(int place) const {
        Mask cells = playable_.board(place);
        for (int big = 1; big < V.big_boards; ++big)
            cells |= playable_.board(place + big * V.places()) << (big * V.places());
        return cells;
    }
    static constexpr bool has_big_line(BoardSet won, int board) {
        const int first = board / V.places() * V.places();
        return has_line<V>(won >> first & kFullMask<V>);
    }
    constexpr Key marks_of_board_key(int board) const {
        Key key = 0;
        for (int s = 0; s < 2; ++s)
            for_each_bit(marks_[s][board], [&](int c) { key ^= kZobrist<V>.mark[s][board][c]; });
        return key;
    }
    constexpr Key board_key(int board) const {
        if (is_open(board)) return marks_of_board_key(board);
        const auto winner = board_winner(board);
        const Closed how =
            !winner ? Closed::Drawn : (*winner == Side::X ? Closed::WonByX : Closed::WonByO);
        return kZobrist<V>.closed[board][static_cast<int>(how)];
    }

    std::array<std::array<std::uint16_t, V.small_boards()>, 2> marks_{};
    CellSet<V> playable_;
    Key marks_key_ = 0;  // of all boards; stays 0 when untracked
    std::array<BoardSet, 2> won_{};
    Mask bound_cells_ = 0;  // cells_at(place_) while bound, 0 when any playable cell may be marked
    std::uint8_t place_ = kAnyPlace;
    Side side_ = Side::X;
    bool bonus_ = false;
    Status status_ = Status::Playing;
    Move last_ = kNoMove;
};

template <const Variant& V, Tracking T>
[[gnu::always_inline]] constexpr Status Position<V, T>::play(Move m) {
    assert(is_legal(m));
    const int board = m.board, cell = m.cell, mover = index(side_);
    const Mask own = marks_[mover][board] | Mask{1} << cell;
    marks_[mover][board] = static_cast<std::uint16_t>(own);

    const int shift = CellSet<V>::shift_of(board);
    std::uint64_t& word = playable_.word(board);
    std::uint64_t filled = std::uint64_t{1} << (shift + cell);
    Side next = opponent(side_);
    bool bonus = false;
    Status status = Status::Playing;
    bool closed = false;

    if (has_line<V>(own)) [[unlikely]] {
        closed = true;
        filled = std::uint64_t{kFullMask<V>} << shift;
        won_[mover] |= BoardSet{1} << board;
        if (has_big_line(won_[mover], board)) {
            status = side_ == Side::X ? Status::LineX : Status::LineO;
        } else if (V.bonus_move && !bonus_) {
            next = side_;
            bonus = true;
        }
    }
    word &= ~filled;

    if constexpr (kTracked) {
        if (closed || (word >> shift & kFullMask<V>) == 0) [[unlikely]] {
            const Key mark = kZobrist<V>.mark[mover][board][cell];
            marks_key_ ^= marks_of_board_key(board) ^ mark ^ board_key(board);
        } else {
            marks_key_ ^= kZobrist<V>.mark[mover][board][cell];
        }
        last_ = m;
    }

    bound_cells_ = cells_at(cell);
    place_ = static_cast<std::uint8_t>(cell);
    if (bound_cells_ == 0) [[unlikely]] {
        place_ = kAnyPlace;
        if (status == Status::Playing && playable_.empty()) {
            status = Status::Full;
            next = opponent(side_);  // no bonus move after the end of the game
            bonus = false;
        }
    }
    side_ = next;
    bonus_ = bonus;
    status_ = status;
    return status;
}

template <const Variant& V, Tracking T>
[[gnu::always_inline]] constexpr Status Position<V, T>::play(Move m, Undo& undo) {
    undo.playable_word = playable_.word(m.board);
    if constexpr (kTracked) {
        undo.marks_key = marks_key_;
        undo.last = last_;
    }
    undo.won = won_;
    undo.bound_cells = bound_cells_;
    undo.place = place_;
    undo.side = side_;
    undo.bonus = bonus_;
    return play(m);
}

template <const Variant& V, Tracking T>
[[gnu::always_inline]] constexpr void Position<V, T>::undo(Move m, const Undo& undo) {
    marks_[index(undo.side)][m.board] &= static_cast<std::uint16_t>(~(1u << m.cell));
    playable_.word(m.board) = undo.playable_word;
    if constexpr (kTracked) {
        marks_key_ = undo.marks_key;
        last_ = undo.last;
    }
    won_ = undo.won;
    bound_cells_ = undo.bound_cells;
    place_ = undo.place;
    side_ = undo.side;
    bonus_ = undo.bonus;
    status_ = Status::Playing;
}

template <const Variant& V, Tracking T>
constexpr Position<V, T> Position<V, T>::assemble(const Facts& facts) {
    Position pos;
    pos.marks_ = facts.marks;
    for (int b = 0; b < V.small_boards(); ++b) {
        for (int s = 0; s < 2; ++s)
            if (has_line<V>(facts.marks[s][b])) pos.won_[s] |= BoardSet{1} << b;
        const bool is_won = ((pos.won_[0] | pos.won_[1]) >> b & 1) != 0;
        const Mask taken = facts.marks[0][b] | facts.marks[1][b];
        pos.playable_.set_board(b, is_won ? 0 : kFullMask<V> & ~taken);
    }
    pos.side_ = facts.side;
    pos.bonus_ = facts.bonus;
    if (!facts.last.is_none()) {
        pos.bound_cells_ = pos.cells_at(facts.last.cell);
        if (pos.bound_cells_ != 0) pos.place_ = facts.last.cell;
    }
    for (int big = 0; big < V.big_boards; ++big) {
        if (has_big_line(pos.won_[0], big * V.places())) pos.status_ = Status::LineX;
        if (has_big_line(pos.won_[1], big * V.places())) pos.status_ = Status::LineO;
    }
    if (!pos.over() && pos.playable_.empty()) pos.status_ = Status::Full;
    if constexpr (kTracked) {
        pos.last_ = facts.last;
        for (int b = 0; b < V.small_boards(); ++b) pos.marks_key_ ^= pos.board_key(b);
    }
    return pos;
}

template <const Variant& V, Tracking T>
template <Tracking U>
constexpr Position<V, U> Position<V, T>::with_tracking() const {
    if constexpr (T == U) {
        return *this;
    } else {
        Position<V, U> other;
        other.marks_ = marks_;
        other.playable_ = playable_;
        other.won_ = won_;
        other.bound_cells_ = bound_cells_;
        other.place_ = place_;
        other.side_ = side_;
        other.bonus_ = bonus_;
        other.status_ = status_;
        if constexpr (Position<V, U>::kTracked)
            for (int b = 0; b < V.small_boards(); ++b) other.marks_key_ ^= other.board_key(b);
        return other;
    }
}

template <const Variant& V, Tracking T>
constexpr int Position<V, T>::mark_count() const {
    int n = 0;
    for (const auto& side : marks_)
        for (const auto mask : side) n += std::popcount(mask);
    return n;
}

template <const Variant& V, Tracking T>
constexpr std::optional<Outcome> Position<V, T>::outcome() const {
    switch (status_) {
        case Status::Playing:
            break;
        case Status::LineX:
            return Outcome{EndReason::Line, Side::X, {V.line_points, 0}};
        case Status::LineO:
            return Outcome{EndReason::Line, Side::O, {0, V.line_points}};
        case Status::Full:
            return Outcome{
                EndReason::Full, std::nullopt, {board_points(Side::X), board_points(Side::O)}};
    }
    return std::nullopt;
}

}  // namespace xttt
