#include "ugi/answer.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "ugi/text_input.h"

namespace xttt::ugi {

namespace {

std::unexpected<Error> malformed(std::string_view text_line, std::string_view expected) {
    return fail(Errc::BadInput,
                fmt::format("invalid answer {}: expected {}", quote(text_line), expected));
}

// Keywords of an info line, which also end a list of moves.
constexpr std::array<std::string_view, 12> kInfoWords{
    "depth", "seldepth", "multipv", "score",    "nodes",          "nps",
    "time",  "hashfull", "pv",      "currmove", "currmovenumber", "string"};

template <class T>
bool take(Words& words, std::optional<T>& into) {
    into = to_number<T>(words.next());
    return into.has_value();
}

bool take_score(Words& words, std::optional<Score>& into) {
    const std::string_view kind = words.next();
    const auto number = to_number<int>(words.next());
    if (!number) return false;
    if (kind == "points" && std::abs(*number) < kLineScore - kMaxPly) {
        into = *number;
        return true;
    }
    if (kind == "win" && *number != 0 && std::abs(*number) <= kMaxPly) {
        into = *number > 0 ? kLineScore - *number : -kLineScore - *number;
        return true;
    }
    return false;
}

bool take_info_part(Words& words, Info& info) {
    const std::string_view word = words.next();
    if (word == "depth") return take(words, info.depth);
    if (word == "seldepth") return take(words, info.seldepth);
    if (word == "multipv") return take(words, info.multipv);
    if (word == "score") return take_score(words, info.score);
    if (word == "nodes") return take(words, info.nodes);
    if (word == "nps") return take(words, info.nps);
    if (word == "hashfull") return take(words, info.hashfull);
    if (word == "time") {
        const auto time = to_number<std::int64_t>(words.next());
        if (time) info.time = std::chrono::milliseconds{*time};
        return time.has_value();
    }
    if (word == "pv") {
        while (!words.empty() && std::ranges::find(kInfoWords, words.peek()) == kInfoWords.end())
            info.pv.emplace_back(words.next());
        return true;
    }
    if (word == "string") {
        info.text = words.rest();
        while (!words.empty()) words.next();
    }
    return true;
}

Result<Answer> parse_info(Words& words, std::string_view text_line) {
    Info info;
    while (!words.empty())
        if (!take_info_part(words, info)) return malformed(text_line, "a number in the info line");
    return info;
}

Result<Answer> parse_option(Words& words, std::string_view text_line) {
    OptionInfo option;
    if (words.next() != "name") return malformed(text_line, "option name NAME type TYPE ...");
    option.name = words.until("type");
    words.next();
    option.type = words.next();
    if (option.name.empty() || option.type.empty())
        return malformed(text_line, "option name NAME type TYPE ...");
    while (!words.empty()) {
        const std::string_view word = words.next();
        if (word == "default") {
            // A text without a value is written as <empty>.
            if (words.peek() == "<empty>")
                words.next();
            else
                option.default_value = words.next();
        } else if (word == "min") {
            take(words, option.min);
        } else if (word == "max") {
            take(words, option.max);
        } else if (word == "var") {
            option.choices.emplace_back(words.next());
        }
    }
    return option;
}

}  // namespace

Result<Answer> parse_answer(std::string_view text_line) {
    Words words(text_line);
    const std::string_view name = words.next();
    if (name == "ugiok") return UgiOk{};
    if (name == "readyok") return ReadyOk{};
    if (name == "info") return parse_info(words, text_line);
    if (name == "option") return parse_option(words, text_line);
    if (name == "id") {
        const std::string field(words.next());
        return Id{field, std::string(words.rest())};
    }
    if (name == "response") {
        if (words.empty()) return malformed(text_line, "a word after response");
        return Response{std::string(words.next())};
    }
    if (name == "bestmove") {
        if (words.empty()) return malformed(text_line, "a move after bestmove");
        Chosen chosen{std::string(words.next()), {}};
        if (words.next() == "ponder") chosen.reply = words.next();
        return chosen;
    }
    return malformed(text_line, "id, option, ugiok, readyok, info, response or bestmove");
}

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
