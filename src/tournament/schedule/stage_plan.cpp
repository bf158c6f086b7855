#include "tournament/schedule/stage_plan.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace xttt {

std::string_view name(Format format) {
    switch (format) {
        case Format::RoundRobin:
            return "round-robin";
        case Format::Gauntlet:
            return "gauntlet";
        case Format::Swiss:
            return "swiss";
        case Format::Knockout:
            return "knockout";
        case Format::Adaptive:
            return "adaptive";
    }
    std::unreachable();
}

std::optional<Format> find_format(std::string_view text) {
    for (const Format format : kFormats)
        if (name(format) == text) return format;
    return std::nullopt;
}

int swiss_rounds(const StagePlan& plan, int entrants) {
    if (entrants < 2) return 0;
    const int most = entrants % 2 == 0 ? entrants - 1 : entrants;  // then everybody has met
    const int usual = std::bit_width(static_cast<unsigned>(entrants - 1));
    return std::min(plan.rounds > 0 ? plan.rounds : usual, most);
}

}  // namespace xttt
