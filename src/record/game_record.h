#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/result.h"
#include "record/move_note.h"
#include "rules/any_position.h"
#include "rules/fen.h"
#include "rules/move.h"
#include "rules/notation.h"

namespace xttt {

// Why a player lost a game it did not finish. The first seven are those of docs/reference/rules.md;
// a person may also resign.
enum class ForfeitReason {
    IllegalMove,     // an illegal or malformed move
    TimeLimit,       // the time limit exceeded
    Crash,           // a crash or exit
    ChangedBoard,    // changing the board it received
    StartedProcess,  // starting a thread or process
    ForbiddenCall,   // a forbidden system call
    MemoryLimit,     // exceeding its memory
    Resignation,
};

inline constexpr std::array kForfeitReasons{
    ForfeitReason::IllegalMove,  ForfeitReason::TimeLimit,      ForfeitReason::Crash,
    ForfeitReason::ChangedBoard, ForfeitReason::StartedProcess, ForfeitReason::ForbiddenCall,
    ForfeitReason::MemoryLimit,  ForfeitReason::Resignation};

// The name in records and reports: "illegal-move", "time-limit", ...
std::string_view name(ForfeitReason reason);
// The reason of a game that the referee ended as a draw.
inline constexpr std::string_view kAdjudicatedDraw = "adjudication";
std::optional<ForfeitReason> find_forfeit_reason(std::string_view name);

// The maximum size of evidence in bytes. Evidence is untrusted text; it is converted to UTF-8 and
// cut, with a note, before it is stored, sent or shown.
inline constexpr std::size_t kMaxEvidence = 4096;
std::string bounded_evidence(std::string_view text);

struct Forfeit {
    Side offender;
    ForfeitReason reason;
    std::string detail;  // the evidence, from bounded_evidence(); may be empty
    bool operator==(const Forfeit&) const = default;
};

inline std::unexpected<Error> bad_record(std::string message) {
    return fail(Errc::BadRecord, std::move(message));
}

// Orders tags: Event, Date, Round, X, O, TimeControl first, then the others by name. The order has
// no meaning, so records compare equal regardless of it.
struct TagOrder {
    bool operator()(std::string_view a, std::string_view b) const;
};
using Tags = std::map<std::string, std::string, TagOrder>;

// Letters, digits and underscores, except the names that are reserved in .xgn (Variant, Seed, FEN,
// Result, Points, Termination, Detail).
bool is_tag_name(std::string_view name);

struct RecordedMove {
    Move move;
    MoveNote note;
    bool operator==(const RecordedMove&) const = default;
};

// A recorded game. Turns, result and points are derived from the moves, not stored: see ending_of.
struct GameRecord {
    const Variant* variant = &kExtreme;
    std::optional<std::uint64_t> seed;  // random seed of the game, if there was one
    Tags tags;
    std::string start_fen;  // empty: the start of the variant
    std::vector<RecordedMove> moves;
    std::optional<Forfeit> forfeit;
    // Set if the referee ended the game as a draw: why, from bounded_evidence(). No forfeit then.
    std::optional<std::string> drawn = {};

    bool operator==(const GameRecord&) const = default;
};

enum class GameResult { XWins, OWins, Draw, Unfinished };

// The ending of a recorded game.
struct Ending {
    GameResult result = GameResult::Unfinished;
    // "line", "full", "adjudication" (a draw) or the name of a forfeit
    std::string_view reason = "unfinished";
    std::optional<std::array<int, 2>> points;  // of x and of o, once the game has ended

    // The winner if one is needed: the side with more points; empty if equal or unfinished.
    std::optional<Side> rated_winner() const;
    bool operator==(const Ending&) const = default;
};

// The ending of a game in position `last`, given the forfeit if there was one. An adjudicated draw
// is a tie: both sides get half of the points of the small boards won so far, rounded down.
template <const Variant& V>
Ending ending_at(const Position<V>& last, const std::optional<Forfeit>& forfeit,
                 bool drawn = false);
Ending ending_at(const AnyPosition& last, const std::optional<Forfeit>& forfeit,
                 bool drawn = false);
template <const Variant& V>
Ending ending_at(const Position<V>& last, const GameRecord& record) {
    return ending_at<V>(last, record.forfeit, record.drawn.has_value());
}

// Replays the record, calling visit(position before the move, recorded move) for each move. Returns
// the final position, or fails with the number of the illegal move and the reason.
template <const Variant& V, class Visit>
Result<Position<V>> replay(const GameRecord& record, Visit&& visit) {
    auto pos = Position<V>::initial();
    if (!record.start_fen.empty()) {
        auto start = parse_fen<V>(record.start_fen);
        if (!start) return start;
        pos = *start;
    }
    int number = 0;
    for (const RecordedMove& recorded : record.moves) {
        ++number;
        if (!pos.is_legal(recorded.move))
            return fail(Errc::BadRecord, fmt::format("move {} of the record is illegal", number));
        visit(std::as_const(pos), recorded);
        pos.play(recorded.move);
    }
    return pos;
}

// The ending of the game; fails if a move of the record is illegal.
Result<Ending> ending_of(const GameRecord& record);

}  // namespace xttt
