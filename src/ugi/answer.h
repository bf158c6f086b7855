#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "eval/score.h"

// The answers of an engine, as structs and as text: docs/reference/ugi.md.
namespace xttt::ugi {

struct Id {
    std::string field;  // "name" or "author"
    std::string text;
    bool operator==(const Id&) const = default;
};
struct OptionInfo {
    std::string name;
    std::string type;  // "spin", "check", "combo", ...
    std::string default_value;
    std::optional<std::int64_t> min, max;
    std::vector<std::string> choices;
    bool operator==(const OptionInfo&) const = default;
};
struct UgiOk {
    bool operator==(const UgiOk&) const = default;
};
struct ReadyOk {
    bool operator==(const ReadyOk&) const = default;
};
// One "info" line; all parts are optional.
struct Info {
    std::optional<int> depth, seldepth, multipv;
    std::optional<Score> score;  // a margin, or a line score; see eval/score.h
    std::optional<std::uint64_t> nodes, nps;
    std::optional<int> hashfull;  // per mille
    std::optional<std::chrono::milliseconds> time;
    std::vector<std::string> pv;
    std::optional<std::string> text;  // "info string ..."
    bool operator==(const Info&) const = default;
};
struct Chosen {         // "bestmove"
    std::string move;   // "none" where the game is over
    std::string reply;  // after "ponder"; empty if not given
    bool operator==(const Chosen&) const = default;
};
struct Response {
    std::string text;
    bool operator==(const Response&) const = default;
};

using Answer = std::variant<Id, OptionInfo, UgiOk, ReadyOk, Info, Chosen, Response>;

// Parses one text line of an engine. Anything else is an error, which a manager should ignore,
// because engines may print other text. Unknown parts of an info line are skipped.
Result<Answer> parse_answer(std::string_view text_line);

std::string to_text(const Answer& answer);

}  // namespace xttt::ugi
