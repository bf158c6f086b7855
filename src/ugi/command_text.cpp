#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ugi/command.h"
#include "ugi/question.h"

namespace xttt::ugi {

namespace {

template <class C>
std::string arguments_text(const C&) {
    return {};
}
std::string arguments_text(const SetOption& option) {
    return fmt::format(" name {} value {}", option.name, option.value);
}
std::string arguments_text(const SetPosition& position) {
    std::string text = position.fen ? " fen " + *position.fen : " startpos";
    if (!position.moves.empty()) text += fmt::format(" moves {}", fmt::join(position.moves, " "));
    return text;
}
std::string arguments_text(const Query& query) {
    for (const auto& [name, question] : kQuestions)
        if (question == query.question) return fmt::format(" {}", name);
    return {};
}
std::string arguments_text(const Go& go) {
    std::string text;
    if (go.ponder) text += " ponder";
    if (go.movetime) text += fmt::format(" movetime {}", go.movetime->count());
    if (go.clocks)
        text += fmt::format(" p1time {} p2time {} p1inc {} p2inc {}", go.clocks->p1time.count(),
                            go.clocks->p2time.count(), go.clocks->p1inc.count(),
                            go.clocks->p2inc.count());
    if (go.depth) text += fmt::format(" depth {}", *go.depth);
    if (go.nodes) text += fmt::format(" nodes {}", *go.nodes);
    if (go.infinite) text += " infinite";
    for (const std::string& word : go.ignored) text += " " + word;
    if (!go.searchmoves.empty())
        text += fmt::format(" searchmoves {}", fmt::join(go.searchmoves, " "));
    return text;
}
std::string arguments_text(const Perft& perft) {
    return fmt::format(" {}", perft.depth);
}
std::string arguments_text(const Bench& bench) {
    return bench.depth ? fmt::format(" {}", *bench.depth) : "";
}

}  // namespace

std::string to_text(const Command& command) {
    return std::visit([](const auto& c) { return std::string(c.kName) + arguments_text(c); },
                      command);
}

}  // namespace xttt::ugi
