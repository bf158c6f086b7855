#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace xttt {

// A player's evaluation of its position, from its own view.
struct NoteScore {
    enum class Kind {
        Points,  // expected margin in points, times 100
        Win,     // moves of both players to a proven line; negative: of the opponent
    };
    Kind kind = Kind::Points;
    int value = 0;
    bool operator==(const NoteScore&) const = default;
};

// The annotations of a move; all are optional.
struct MoveNote {
    std::optional<std::chrono::milliseconds> time;   // time spent on the move
    std::optional<std::chrono::milliseconds> clock;  // time left after it
    std::optional<int> depth;
    std::optional<int> seldepth;  // greatest ply reached
    std::optional<std::uint64_t> nodes;
    std::optional<int> hashfull;          // per mille of the hash table in use
    std::optional<std::uint64_t> memory;  // KiB that the process used at most during the move
    std::optional<NoteScore> score;
    std::string pv;  // principal variation: moves separated by single spaces
    std::string text;

    bool empty() const { return *this == MoveNote{}; }
    bool operator==(const MoveNote&) const = default;
};

// Whether a text is written as a principal variation: words of letters and digits. Whether its
// moves are legal depends on the position.
inline constexpr std::size_t kMaxPvBytes = 1024;
bool is_pv_text(std::string_view text);

// The content of a comment in .xgn: "[clock 15.488] [depth 12] [score +3.25] any text".
std::string note_text(const MoveNote& note);
Result<MoveNote> parse_note(std::string_view text);

}  // namespace xttt
