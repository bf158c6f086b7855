#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ugi/answer.h"

namespace xttt::ugi {

namespace {

std::string text_of(const Id& id) {
    return fmt::format("id {} {}", id.field, id.text);
}
std::string text_of(const OptionInfo& option) {
    std::string text = fmt::format("option name {} type {} default {}", option.name, option.type,
                                   option.default_value.empty() ? "<empty>" : option.default_value);
    if (option.min) text += fmt::format(" min {}", *option.min);
    if (option.max) text += fmt::format(" max {}", *option.max);
    for (const std::string& choice : option.choices) text += " var " + choice;
    return text;
}
std::string text_of(const UgiOk&) {
    return "ugiok";
}
std::string text_of(const ReadyOk&) {
    return "readyok";
}
std::string score_text(Score score) {
    return is_line_score(score) ? fmt::format("win {}", moves_to_line(score))
                                : fmt::format("points {}", score);
}
std::string text_of(const Info& info) {
    std::string text = "info";
    const auto add = [&](std::string_view name, const auto& value) {
        if (value) text += fmt::format(" {} {}", name, *value);
    };
    add("depth", info.depth);
    add("seldepth", info.seldepth);
    add("multipv", info.multipv);
    add("score", info.score.transform(score_text));
    add("nodes", info.nodes);
    add("nps", info.nps);
    add("hashfull", info.hashfull);
    add("time", info.time.transform([](auto time) { return time.count(); }));
    if (!info.pv.empty()) text += fmt::format(" pv {}", fmt::join(info.pv, " "));
    add("string", info.text);
    return text;
}
std::string text_of(const Chosen& chosen) {
    std::string text = "bestmove " + chosen.move;
    if (!chosen.reply.empty()) text += " ponder " + chosen.reply;
    return text;
}
std::string text_of(const Response& response) {
    return "response " + response.text;
}

}  // namespace

std::string to_text(const Answer& answer) {
    return std::visit([](const auto& a) { return text_of(a); }, answer);
}

}  // namespace xttt::ugi
