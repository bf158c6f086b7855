#include "record/forfeit.h"

#include <utility>

namespace xttt {

std::string_view name(ForfeitReason reason) {
    switch (reason) {
        case ForfeitReason::IllegalMove:
            return "illegal-move";
        case ForfeitReason::TimeLimit:
            return "time-limit";
        case ForfeitReason::Crash:
            return "crash";
        case ForfeitReason::ChangedBoard:
            return "changed-board";
        case ForfeitReason::StartedProcess:
            return "started-process";
        case ForfeitReason::ForbiddenCall:
            return "forbidden-call";
        case ForfeitReason::MemoryLimit:
            return "memory-limit";
        case ForfeitReason::Resignation:
            return "resignation";
    }
    std::unreachable();
}

std::optional<ForfeitReason> find_forfeit_reason(std::string_view text) {
    for (const ForfeitReason reason : kForfeitReasons)
        if (name(reason) == text) return reason;
    return std::nullopt;
}

}  // namespace xttt
