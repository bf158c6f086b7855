#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "search/limits.h"

// Commands of a manager to an engine, as structs and as text: docs/reference/ugi.md.
namespace xttt::ugi {

struct Hello {
    static constexpr std::string_view kName = "ugi";
    bool operator==(const Hello&) const = default;
};
struct IsReady {
    static constexpr std::string_view kName = "isready";
    bool operator==(const IsReady&) const = default;
};
struct SetOption {
    static constexpr std::string_view kName = "setoption";
    std::string name;
    std::string value;
    bool operator==(const SetOption&) const = default;
};
struct NewGame {
    static constexpr std::string_view kName = "uginewgame";
    bool operator==(const NewGame&) const = default;
};
struct SetPosition {
    static constexpr std::string_view kName = "position";
    std::optional<std::string> fen;  // empty: the start
    std::vector<std::string> moves;
    bool operator==(const SetPosition&) const = default;
};
enum class Question { P1Turn, GameOver, Result };
// The words after "query".
inline constexpr std::array<std::pair<std::string_view, Question>, 3> kQuestions{{
    {"p1turn", Question::P1Turn},
    {"gameover", Question::GameOver},
    {"result", Question::Result},
}};
struct Query {
    static constexpr std::string_view kName = "query";
    Question question = Question::P1Turn;
    bool operator==(const Query&) const = default;
};
// Times of both players; which one counts depends on the side to move.
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
struct Stop {
    static constexpr std::string_view kName = "stop";
    bool operator==(const Stop&) const = default;
};
struct PonderHit {
    static constexpr std::string_view kName = "ponderhit";
    bool operator==(const PonderHit&) const = default;
};
// Waits for the running search or task before reading on: for scripts.
struct Wait {
    static constexpr std::string_view kName = "wait";
    bool operator==(const Wait&) const = default;
};
struct Quit {
    static constexpr std::string_view kName = "quit";
    bool operator==(const Quit&) const = default;
};
struct Display {
    static constexpr std::string_view kName = "d";
    bool operator==(const Display&) const = default;
};
struct Perft {
    static constexpr std::string_view kName = "perft";
    int depth = 1;
    bool operator==(const Perft&) const = default;
};
struct Eval {
    static constexpr std::string_view kName = "eval";
    bool operator==(const Eval&) const = default;
};
struct Bench {
    static constexpr std::string_view kName = "bench";
    std::optional<int> depth;
    bool operator==(const Bench&) const = default;
};

using Command = std::variant<Hello, IsReady, SetOption, NewGame, SetPosition, Query, Go, Stop,
                             PonderHit, Wait, Quit, Display, Perft, Eval, Bench>;

// Parses one line. An unknown command, and a missing, malformed or unknown argument, is an error;
// the caller skips blank lines.
Result<Command> parse_command(std::string_view line);

// The inverse of parse_command.
std::string to_text(const Command& command);

}  // namespace xttt::ugi
