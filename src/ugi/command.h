#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/names.h"
#include "base/result.h"
#include "search/limits.h"

// Commands of a manager to an engine, as structs and as text: docs/reference/ugi.md.
namespace xttt::ugi {

template <std::size_t N>
struct CommandName {
    char text[N];
    consteval CommandName(const char (&name)[N]) { std::ranges::copy(name, text); }
};
// A command without arguments.
template <CommandName Name>
struct PlainCommand {
    static constexpr std::string_view kName{Name.text};
    bool operator==(const PlainCommand&) const = default;
};

using Hello = PlainCommand<"ugi">;
using IsReady = PlainCommand<"isready">;
struct SetOption {
    static constexpr std::string_view kName = "setoption";
    std::string name;
    std::string value;
    bool operator==(const SetOption&) const = default;
};
using NewGame = PlainCommand<"uginewgame">;
struct SetPosition {
    static constexpr std::string_view kName = "position";
    std::optional<std::string> fen;  // empty: the start
    std::vector<std::string> moves;
    bool operator==(const SetPosition&) const = default;
};
enum class Question { P1Turn, GameOver, Result };
// The words after "query".
inline constexpr Names<Question, 3> kQuestions{{"p1turn", "gameover", "result"}};
struct Query {
    static constexpr std::string_view kName = "query";
    Question question = Question::P1Turn;
    bool operator==(const Query&) const = default;
};
// The clocks of both players; only that of the side to move is used.
struct Clocks {
    Milliseconds p1time{}, p2time{}, p1inc{}, p2inc{};
    bool operator==(const Clocks&) const = default;
};
struct Go {
    static constexpr std::string_view kName = "go";
    std::optional<Milliseconds> movetime;
    std::optional<Clocks> clocks;
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
    bool infinite = false;
    bool ponder = false;
    std::vector<std::string> searchmoves;
    bool operator==(const Go&) const = default;
};
using Stop = PlainCommand<"stop">;
using PonderHit = PlainCommand<"ponderhit">;
// Waits for the running search or task before reading on; for scripts.
using Wait = PlainCommand<"wait">;
using Quit = PlainCommand<"quit">;
using Display = PlainCommand<"d">;
struct Perft {
    static constexpr std::string_view kName = "perft";
    int depth = 1;
    bool operator==(const Perft&) const = default;
};
using Eval = PlainCommand<"eval">;
struct Bench {
    static constexpr std::string_view kName = "bench";
    std::optional<int> depth;
    bool operator==(const Bench&) const = default;
};

using Command = std::variant<Hello, IsReady, SetOption, NewGame, SetPosition, Query, Go, Stop,
                             PonderHit, Wait, Quit, Display, Perft, Eval, Bench>;

// Parses one text line. An unknown command is an error, and so is a missing, malformed or unknown
// argument. The caller skips blank lines.
Result<Command> parse_command(std::string_view text_line);

// The inverse of parse_command.
std::string to_text(const Command& command);

}  // namespace xttt::ugi
