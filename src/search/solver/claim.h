#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>

#include "base/result.h"
#include "rules/position.h"

namespace xttt {

// What one side is said to reach from a position against every defence: a line in at most so many
// moves of both players together, or at least a margin in points (a line also meets that).
struct Claim {
    enum class Kind { Line, Margin };
    Side side = Side::X;
    Kind kind = Kind::Margin;
    int amount = 0;  // moves, or points in the side's own view

    bool operator==(const Claim&) const = default;
};

// Plays the claiming side's chosen move against every reply, once for each position with a future
// of its own, and sees whether every ending meets the claim. The one walk serves to write a proof
// (the choice comes from the solver) and to check it (the choice is read back), so a proof is no
// more than the list of choices in the order of the walk.
//
// Knows the rules and one consequence of them: a small board in which every line holds a mark of
// a player can no longer be won by the other. Where that settles a margin, the walk goes no
// deeper. Nothing of the solver is used.
template <const Variant& V>
class ClaimWalk {
public:
    // The move of the claiming side in a position.
    using Choose = std::function<Result<Move>(const Position<V>&)>;

    ClaimWalk(const Claim& claim, Choose choose, std::size_t max_positions)
        : claim_(claim), choose_(std::move(choose)), max_positions_(max_positions) {}

    // The longest game of the walk, in moves; or where the claim fails.
    Result<int> run(const Position<V>& root);
    std::size_t positions() const { return longest_.size(); }

private:
    // All that decides how a game can go on.
    struct Future {
        std::array<std::array<std::uint16_t, V.small_boards()>, 2> marks{};  // of open boards
        std::array<BoardSet, 2> won{};
        BoardSet open = 0;
        int place = 0;
        Side side = Side::X;
        bool bonus = false;
        Key key = 0;

        explicit Future(const Position<V>& pos);
        bool operator==(const Future&) const = default;
    };
    struct HashFuture {
        std::size_t operator()(const Future& future) const { return future.key; }
    };

    Result<int> walk(const Position<V>& pos);
    bool settled(const Position<V>& pos) const;
    bool holds(const Outcome& outcome) const;

    Claim claim_;
    Choose choose_;
    std::size_t max_positions_;
    std::unordered_map<Future, int, HashFuture> longest_;
};

}  // namespace xttt
