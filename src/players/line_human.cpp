#include "players/line_human.h"

#include <string>

#include "base/text.h"
#include "players/typed_move.h"

namespace xttt {
namespace {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r";
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

}  // namespace

Reply LineHuman::choose(const Turn& turn, Deadline) {
    std::string line;
    for (;;) {
        out_ << letter(turn.side) << "'s move (or: resign): " << std::flush;
        if (!std::getline(in_, line))
            return {Failure{ForfeitReason::Resignation, "the input ended"}};
        const auto text = trimmed(line);
        if (text.empty()) continue;
        if (to_lower(text) == "resign") return {Failure{ForfeitReason::Resignation, "resigned"}};
        const auto move =
            turn.position.visit([&](const auto& pos) { return parse_typed_move(pos, text); });
        if (move) return {*move};
        out_ << move.error().message << '\n';
    }
}

}  // namespace xttt
