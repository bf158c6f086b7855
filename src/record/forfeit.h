#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "rules/move.h"

namespace xttt {

// Why a player lost a game it did not finish. The first seven are those of docs/reference/rules.md;
// a person may also resign.
enum class ForfeitReason {
    IllegalMove,     // an illegal or malformed move
    TimeLimit,       // the time limit exceeded
    Crash,           // a crash or exit
    ChangedBoard,    // changing the board it was lent
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
std::optional<ForfeitReason> find_forfeit_reason(std::string_view name);

struct Forfeit {
    Side offender;
    ForfeitReason reason;
    std::string detail;  // the evidence, in words for a person; may be empty
    bool operator==(const Forfeit&) const = default;
};

}  // namespace xttt
