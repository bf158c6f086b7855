#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <unordered_map>

#include "base/result.h"
#include "rules/position.h"

namespace xttt {

// What one side can force from a position: a line within a number of moves of both players
// together, or at least a margin in points (which a line also satisfies).
struct Claim {
    enum class Kind { Line, Margin };
    Side side = Side::X;
    Kind kind = Kind::Margin;
    int amount = 0;  // moves, or points in the side's own view

    bool operator==(const Claim&) const = default;
};

// Verifies a claim: traverses all positions that arise from the chosen moves of the claiming side
// and all replies, each position once, and checks that every ending satisfies the claim. The same
// traversal writes a proof (the moves come from the solver) and checks it (the moves are read from
// the file), so a proof is the list of chosen moves in traversal order.
//
// Uses only the rules and one consequence of them: a player cannot win a small board in which the
// opponent has a mark on every line. The traversal stops where that decides the margin. No code of
// the solver is used.
template <const Variant& V>
class ClaimVerifier {
public:
    // The move of the claiming side in a position.
    using Choose = std::function<Result<Move>(const Position<V>&)>;

    ClaimVerifier(const Claim& claim, Choose choose, std::size_t max_positions)
        : claim_(claim), choose_(std::move(choose)), max_positions_(max_positions) {}

    // The length of the longest game in moves, or the position where the claim fails.
    Result<int> run(const Position<V>& root);
    std::size_t positions() const { return longest_.size(); }

private:
    // Everything the rest of the game depends on.
    struct State {
        std::array<std::array<std::uint16_t, V.small_boards()>, 2> marks{};  // of open boards
        std::array<BoardSet, 2> won{};
        BoardSet open = 0;
        int place = 0;
        Side side = Side::X;
        bool bonus = false;
        Key key = 0;

        explicit State(const Position<V>& pos);
        bool operator==(const State&) const = default;
    };
    struct StateHash {
        std::size_t operator()(const State& state) const { return state.key; }
    };

    Result<int> verify(const Position<V>& pos);
    bool settled(const Position<V>& pos) const;
    bool holds(const Outcome& outcome) const;

    Claim claim_;
    Choose choose_;
    std::size_t max_positions_;
    std::unordered_map<State, int, StateHash> longest_;
};

}  // namespace xttt
