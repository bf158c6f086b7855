#pragma once

#include <array>
#include <cstdint>

#include "base/random.h"
#include "rules/move.h"

namespace xttt {

using Key = std::uint64_t;

// How a closed small board ended; indexes the keys of closed boards.
enum class Closed : std::uint8_t { WonByX = 0, WonByO = 1, Drawn = 2 };

// Random numbers; the exclusive or of those that apply is the key of a position (Zobrist, 1970).
template <const Variant& V>
struct ZobristKeys {
    std::array<std::array<std::array<Key, V.places()>, V.small_boards()>, 2> mark{};
    std::array<std::array<Key, 3>, V.small_boards()> closed{};
    // By side to move, bonus move, and bound place (last entry: unbound).
    std::array<std::array<std::array<Key, V.places() + 1>, 2>, 2> turn{};

    constexpr ZobristKeys() {
        std::uint64_t counter = static_cast<std::uint64_t>(V.cells()) << 32;
        const auto next_key = [&counter] { return mix64(counter++); };
        for (auto& side : mark)
            for (auto& board : side)
                for (auto& key : board) key = next_key();
        for (auto& board : closed)
            for (auto& key : board) key = next_key();
        for (auto& side : turn)
            for (auto& bonus : side)
                for (auto& key : bonus) key = next_key();
    }
};

template <const Variant& V>
inline constexpr ZobristKeys<V> kZobrist{};

}  // namespace xttt
