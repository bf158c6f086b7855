#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__AVX512BW__) && defined(__AVX512VL__)
#include <immintrin.h>
#endif

#include "rules/move.h"
#include "rules/position.h"

namespace xttt {

// Every cell of a variant as one number, in reading order: row by row, big board 1 first. An action
// is therefore also the index of its cell in an observation plane. (move_id, which positions use,
// counts small board by small board instead.)
namespace detail {

template <const Variant& V>
struct ActionTables {
    std::array<std::uint16_t, V.cells()> action{};  // by move_id
    std::array<Move, V.cells()> move{};             // by action

    constexpr ActionTables() {
        for (int id = 0; id < V.cells(); ++id) {
            const Move m = move_from_id<V>(id);
            const GridCell at = grid_cell<V>(m);
            const int index = (at.big_board * V.width() + at.row) * V.width() + at.column;
            action[id] = static_cast<std::uint16_t>(index);
            move[index] = m;
        }
    }
};

template <const Variant& V>
inline constexpr ActionTables<V> kActionTables{};

}  // namespace detail

template <const Variant& V>
constexpr int action_of(Move m) {
    return detail::kActionTables<V>.action[move_id<V>(m)];
}
// Requires 0 <= action < V.cells().
template <const Variant& V>
constexpr Move move_of_action(int action) {
    return detail::kActionTables<V>.move[action];
}

// The observation of a position: planes of one byte per cell, 0 or 1, from the view of one player.
// A plane has V.big_boards * V.width() rows of V.width() cells, big board 2 below big board 1, so
// the index of a cell in a plane is its action.
inline constexpr std::array<std::string_view, 8> kPlaneNames{
    "own marks",         "opponent's marks", "own boards",
    "opponent's boards", "drawn boards",     "boards open to the next move",
    "bonus move",        "own turn"};
inline constexpr int kPlanes = static_cast<int>(kPlaneNames.size());

template <const Variant& V>
inline constexpr int kObservationBytes = kPlanes * V.cells();

namespace detail {

// A row of small boards is a stripe of a plane: V.size rows of cells that follow each other. Its
// cells fit one word, one bit each in reading order, and are written at once. The bytes written are
// a power of two, which can be more than the stripe has. Stripes are written in ascending order,
// and what follows the last one after it.
template <const Variant& V>
inline constexpr int kStripeCells = V.size * V.width();
template <const Variant& V>
inline constexpr int kStripeStore = static_cast<int>(std::bit_ceil(unsigned{kStripeCells<V>}));

// The cells of the small board in a column of a stripe.
template <const Variant& V>
constexpr std::uint64_t stripe_of_board(Mask cells, int column) {
    constexpr int n = V.size;
    constexpr Mask row_mask = (Mask{1} << n) - 1;
    std::uint64_t stripe = 0;
    for (int row = 0; row < n; ++row)
        stripe |= std::uint64_t{cells >> row * n & row_mask} << (row * V.width() + column * n);
    return stripe;
}

// Exchanges the bits under `mask` with those `distance` higher.
constexpr std::uint64_t swap_bits(std::uint64_t word, std::uint64_t mask, int distance) {
    const std::uint64_t differ = (word ^ word >> distance) & mask;
    return word ^ differ ^ differ << distance;
}

// The same for a whole stripe; cells_of(column) are the cells of its small boards. Side by side
// they are a matrix of V.size bits per element, small boards by rows, which is transposed.
template <const Variant& V, class CellsOf>
inline std::uint64_t stripe_of_boards(CellsOf&& cells_of) {
    static_assert(V.size == 3 || V.size == 4);
    std::uint64_t word = 0;
    for (int column = 0; column < V.size; ++column)
        word |= std::uint64_t{cells_of(column)} << column * V.places();
    if constexpr (V.size == 4) {
        word = swap_bits(word, 0x0000'F0F0'0000'F0F0, 12);
        return swap_bits(word, 0x0000'0000'FF00'FF00, 24);
    } else {
        word = swap_bits(word, 0b111'000'000'000'111'000, 6);
        return swap_bits(word, 0b111'000'000, 12);
    }
}

// Writes one byte, 0 or 1, for each of the lowest Size bits.
template <int Size>
inline void store_bits(std::uint8_t* bytes, std::uint64_t bits) {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
    if constexpr (Size == 64) {
        _mm512_storeu_si512(bytes, _mm512_maskz_set1_epi8(bits, 1));
        return;
    }
    if constexpr (Size == 32) {
        const auto spread = _mm256_maskz_set1_epi8(static_cast<__mmask32>(bits), 1);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(bytes), spread);
        return;
    }
#endif
    static constexpr auto kByteOfBit = [] {
        std::array<std::array<std::uint8_t, 8>, 256> table{};
        for (std::size_t value = 0; value < table.size(); ++value)
            for (int i = 0; i < 8; ++i) table[value][i] = value >> i & 1;
        return table;
    }();
    for (int i = 0; i < Size; i += 8) std::memcpy(bytes + i, kByteOfBit[bits >> i & 255].data(), 8);
}

// Writes exactly the bytes of a stripe.
template <const Variant& V>
inline void store_stripe(std::uint8_t* bytes, std::uint64_t stripe) {
    if constexpr (kStripeStore<V> == kStripeCells<V>) {
        store_bits<kStripeStore<V>>(bytes, stripe);
    } else {
        std::array<std::uint8_t, kStripeStore<V>> all;
        store_bits<kStripeStore<V>>(all.data(), stripe);
        std::memcpy(bytes, all.data(), kStripeCells<V>);
    }
}

// The marks of one side. Writes up to kStripeStore - kStripeCells bytes beyond the plane.
template <const Variant& V, Tracking T>
inline void write_marks_plane(std::uint8_t* plane, const Position<V, T>& pos, Side side) {
    for (int first = 0; first < V.small_boards(); first += V.size, plane += kStripeCells<V>)
        store_bits<kStripeStore<V>>(
            plane, stripe_of_boards<V>([&](int i) { return pos.marks(side, first + i); }));
}

// Whole small boards. Also writes beyond the plane.
template <const Variant& V>
inline void write_boards_plane(std::uint8_t* plane, BoardSet boards) {
    constexpr int n = V.size;
    static constexpr auto kStripes = [] {
        std::array<std::array<std::uint8_t, kStripeStore<V>>, std::size_t{1} << n> table{};
        for (std::size_t bits = 0; bits < table.size(); ++bits)
            for (int i = 0; i < kStripeCells<V>; ++i)
                table[bits][i] = bits >> (i % V.width() / n) & 1;
        return table;
    }();
    for (int row = 0; row < V.big_boards * n; ++row, boards >>= n, plane += kStripeCells<V>)
        std::memcpy(plane, kStripes[boards & ((1u << n) - 1)].data(), kStripeStore<V>);
}

template <const Variant& V, Tracking T>
BoardSet open_boards(const Position<V, T>& pos) {
    BoardSet boards = 0;
    if constexpr (V.places() == 16) {
        // Four at a time: a carry into the top bit of each board that has a cell, then the top bits
        // side by side.
        constexpr std::uint64_t low = 0x7FFF'7FFF'7FFF'7FFF;
        for (int b = 0; b < V.small_boards(); b += 4) {
            const std::uint64_t word = pos.playable().word(b);
            const std::uint64_t any = (((word & low) + low) | word) >> 15 & 0x0001'0001'0001'0001;
            boards |= static_cast<BoardSet>(any * 0x0001'0002'0004'0008 >> 48 & 15) << b;
        }
    } else {
        for (int b = 0; b < V.small_boards(); ++b) boards |= BoardSet{pos.is_open(b)} << b;
    }
    return boards;
}

// The same if the open small boards are already known.
template <const Variant& V, Tracking T>
BoardSet target_boards(const Position<V, T>& pos, BoardSet open) {
    if (pos.over()) return 0;
    if (!pos.is_bound()) return open;
    BoardSet bound = 0;
    for (int b = pos.bound_place(); b < V.small_boards(); b += V.places())
        bound |= BoardSet{1} << b;
    return open & bound;
}

}  // namespace detail

// The small boards open to the next move; none once the game is over.
template <const Variant& V, Tracking T>
BoardSet target_boards(const Position<V, T>& pos) {
    return detail::target_boards(pos, detail::open_boards(pos));
}

// The legal actions: V.cells() bytes of 0 and 1.
template <const Variant& V, Tracking T>
inline void write_mask(const Position<V, T>& pos, std::uint8_t* mask) {
    constexpr int n = V.size;
    if (!pos.is_bound() || pos.over()) [[unlikely]] {
        const CellSet<V> legal = pos.legal_moves();
        for (int first = 0; first < V.small_boards(); first += n, mask += detail::kStripeCells<V>)
            detail::store_stripe<V>(
                mask, detail::stripe_of_boards<V>([&](int i) { return legal.board(first + i); }));
        return;
    }
    std::memset(mask, 0, V.cells());
    Mask cells = pos.bound_cells();
    for (int b = pos.bound_place(); b < V.small_boards(); b += V.places(), cells >>= V.places())
        detail::store_stripe<V>(mask + b / n * detail::kStripeCells<V>,
                                detail::stripe_of_board<V>(cells, b % n));
}

// Writes kObservationBytes<V> bytes.
template <const Variant& V, Tracking T>
inline void write_observation(const Position<V, T>& pos, Side view, std::uint8_t* planes) {
    // The order matters: see kStripeCells. The last plane is written exactly.
    constexpr int cells = V.cells();
    const Side other = opponent(view);
    const BoardSet open = detail::open_boards(pos);
    const BoardSet closed = ~open & ((BoardSet{1} << V.small_boards()) - 1);
    detail::write_marks_plane(planes, pos, view);
    detail::write_marks_plane(planes + cells, pos, other);
    detail::write_boards_plane<V>(planes + 2 * cells, pos.won(view));
    detail::write_boards_plane<V>(planes + 3 * cells, pos.won(other));
    detail::write_boards_plane<V>(planes + 4 * cells, closed & ~(pos.won(view) | pos.won(other)));
    detail::write_boards_plane<V>(planes + 5 * cells, detail::target_boards(pos, open));
    detail::write_boards_plane<V>(planes + 6 * cells, pos.is_bonus_move() ? ~BoardSet{} : 0);
    std::memset(planes + 7 * cells, !pos.over() && pos.side_to_move() == view, cells);
}

}  // namespace xttt
