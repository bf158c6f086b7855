#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__AVX512BW__) && defined(__AVX512VL__)
#include <immintrin.h>
#endif

#include "rules/action.h"
#include "rules/move.h"
#include "rules/position.h"

namespace xttt {

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

// A row of small boards is a stripe of a plane: V.size rows of cells that follow each other. The
// cells of one or two stripes fit one word, one bit each in reading order, and are written at once.
// Each write has a power of two of bytes, which can reach beyond the stripes. So stripes are
// written in ascending order, and whatever follows the last stripe is written after it.
template <const Variant& V>
inline constexpr int kStripeCells = V.size * V.width();
template <const Variant& V>
inline constexpr int kStripes = V.big_boards * V.size;  // of a plane
template <const Variant& V>
inline constexpr int kStripesOfWord = 64 / kStripeCells<V>;

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

// Writes the cells of one or two stripes, given small board by small board in one word. A stripe is
// a matrix with a row for each small board and a column for each of its rows of cells, V.size bits
// per element. Reading order is its transpose.
template <const Variant& V, int Stripes>
inline void store_boards(std::uint8_t* bytes, std::uint64_t word) {
    static_assert(V.size == 3 || V.size == 4);
    constexpr int size = static_cast<int>(std::bit_ceil(unsigned{Stripes * kStripeCells<V>}));
#if defined(__AVX512VBMI__) && defined(__AVX512BW__) && defined(__AVX512VL__)
    // As bytes: one permutation.
    static constexpr auto kSource = [] {
        std::array<std::uint8_t, 64> table{};
        for (int i = 0; i < Stripes * kStripeCells<V>; ++i) {
            const int stripe = i / kStripeCells<V>, row = i % kStripeCells<V> / V.width();
            const int column = i % V.width(), board = stripe * V.size + column / V.size;
            table[i] =
                static_cast<std::uint8_t>(board * V.places() + row * V.size + column % V.size);
        }
        return table;
    }();
    const __m512i order = _mm512_loadu_si512(kSource.data());
    const __m512i spread =
        _mm512_maskz_permutexvar_epi8(~__mmask64{}, order, _mm512_maskz_set1_epi8(word, 1));
    std::memcpy(bytes, &spread, size);
#else
    if constexpr (V.size == 4) {
        word = swap_bits(word, 0x0000'F0F0'0000'F0F0, 12);
        word = swap_bits(word, 0x0000'0000'FF00'FF00, 24);
    } else {  // the second stripe begins at bit 27
        constexpr std::uint64_t both = Stripes == 2 ? (std::uint64_t{1} << 27 | 1) : 1;
        word = swap_bits(word, both * 0b111'000'000'000'111'000, 6);
        word = swap_bits(word, both * 0b111'000'000, 12);
    }
    store_bits<size>(bytes, word);
#endif
}

// Writes exactly the bytes of a stripe, given in reading order.
template <const Variant& V>
inline void store_stripe(std::uint8_t* bytes, std::uint64_t stripe) {
    std::array<std::uint8_t, std::bit_ceil(unsigned{kStripeCells<V>})> all;
    store_bits<all.size()>(all.data(), stripe);
    std::memcpy(bytes, all.data(), kStripeCells<V>);
}

// Calls store.operator()<Stripes>(bytes, first stripe) for the stripes of each word of a plane.
template <const Variant& V, class Store>
inline void for_each_word(std::uint8_t* plane, Store&& store) {
    constexpr int step = kStripesOfWord<V>, rest = kStripes<V> % step;
    for (int stripe = 0; stripe + step <= kStripes<V>; stripe += step)
        store.template operator()<step>(plane + stripe * kStripeCells<V>, stripe);
    if constexpr (rest != 0)
        store.template operator()<rest>(plane + (kStripes<V> - rest) * kStripeCells<V>,
                                        kStripes<V> - rest);
}
template <const Variant& V, int Stripes>
inline constexpr int kStoreBytes =
    static_cast<int>(std::bit_ceil(unsigned{Stripes * kStripeCells<V>}));

// The cells of small boards side by side; cells_of(i) are those of each.
template <const Variant& V, int Boards, class CellsOf>
inline std::uint64_t word_of_boards(CellsOf&& cells_of) {
    if constexpr (V.places() == 16 && std::endian::native == std::endian::little) {
        std::array<std::uint16_t, 4> boards;
        for (int i = 0; i < 4; ++i) boards[i] = static_cast<std::uint16_t>(cells_of(i));
        return std::bit_cast<std::uint64_t>(boards);
    }
    std::uint64_t word = 0;
    for (int i = 0; i < Boards; ++i) word |= std::uint64_t{cells_of(i)} << i * V.places();
    return word;
}

// A plane of cells; cells_of(board) are those of a small board. Also writes up to 37 bytes beyond
// the plane.
template <const Variant& V, class CellsOf>
inline void write_plane(std::uint8_t* plane, CellsOf&& cells_of) {
    for_each_word<V>(plane, [&]<int Stripes>(std::uint8_t* bytes, int first) {
        store_boards<V, Stripes>(bytes, word_of_boards<V, Stripes * V.size>(
                                            [&](int i) { return cells_of(first * V.size + i); }));
    });
}

// Whole small boards. Also writes beyond the plane.
template <const Variant& V>
inline void write_boards_plane(std::uint8_t* plane, BoardSet boards) {
    constexpr int n = V.size, bits = n * kStripesOfWord<V>;
    static constexpr auto kWords = [] {  // the bytes of a word, by its small boards
        std::array<std::array<std::uint8_t, 64>, std::size_t{1} << bits> table{};
        for (std::size_t set = 0; set < table.size(); ++set)
            for (int i = 0; i < kStripesOfWord<V> * kStripeCells<V>; ++i)
                table[set][i] = set >> (i / kStripeCells<V> * n + i % V.width() / n) & 1;
        return table;
    }();
    for_each_word<V>(plane, [&]<int Stripes>(std::uint8_t* bytes, int first) {
        std::memcpy(bytes, kWords[boards >> first * n & (kWords.size() - 1)].data(),
                    kStoreBytes<V, Stripes>);
    });
}

template <const Variant& V, Tracking T>
BoardSet open_boards(const Position<V, T>& pos) {
    // All boards of a word at a time: a carry into the top bit of each board that has a cell, then
    // the top bits side by side, by a product without carries.
    constexpr int width = V.places(), count = CellSet<V>::kBoardsPerWord;
    constexpr auto repeat = [](std::uint64_t bits, int distance) {
        std::uint64_t word = 0;
        for (int i = 0; i < count; ++i) word |= bits << i * distance;
        return word;
    };
    constexpr std::uint64_t first = repeat(1, width), low = first * ((1u << (width - 1)) - 1);
    constexpr std::uint64_t gather = repeat(1u << (count - 1), width - 1);
    BoardSet boards = 0;
    for (int b = 0; b < V.small_boards(); b += count) {
        const std::uint64_t word = pos.playable().word(b);
        const std::uint64_t any = (((word & low) + low) | word) >> (width - 1) & first;
        boards |= static_cast<BoardSet>(any * gather >> width * (count - 1) & ((1u << count) - 1))
                  << b;
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
        std::array<std::uint8_t, V.cells() + 64> plane;
        detail::write_plane<V>(plane.data(), [&](int board) { return legal.board(board); });
        std::memcpy(mask, plane.data(), V.cells());
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
    // The order matters: see kStripeCells. The last planes are written exactly.
    constexpr int cells = V.cells();
    const Side other = opponent(view);
    const BoardSet open = detail::open_boards(pos);
    const BoardSet closed = ~open & ((BoardSet{1} << V.small_boards()) - 1);
    detail::write_plane<V>(planes, [&](int board) { return pos.marks(view, board); });
    detail::write_plane<V>(planes + cells, [&](int board) { return pos.marks(other, board); });
    detail::write_boards_plane<V>(planes + 2 * cells, pos.won(view));
    detail::write_boards_plane<V>(planes + 3 * cells, pos.won(other));
    detail::write_boards_plane<V>(planes + 4 * cells, closed & ~(pos.won(view) | pos.won(other)));
    detail::write_boards_plane<V>(planes + 5 * cells, detail::target_boards(pos, open));
    std::memset(planes + 6 * cells, pos.is_bonus_move(), cells);
    std::memset(planes + 7 * cells, !pos.over() && pos.side_to_move() == view, cells);
}

}  // namespace xttt
