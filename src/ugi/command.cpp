#include "ugi/command.h"

#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "eval/score.h"
#include "ugi/text_input.h"

namespace xttt::ugi {

namespace {

// More than any game needs, and small enough not to overflow when added up in microseconds.
constexpr std::int64_t kMaxMilliseconds = 1'000'000'000'000;
constexpr int kMaxPerftDepth = 64;

bool is_whole_number(std::string_view word) {
    if (word.starts_with('-')) word.remove_prefix(1);
    return !word.empty() && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

// Clamps numbers to the range; text that is not a whole number is an error.
template <class T>
Result<T> number_after(Words& words, std::string_view what, T min, T max) {
    const std::string_view word = words.next();
    if (word.empty())
        return fail(Errc::BadInput, fmt::format("the number after {} is missing", what));
    if (!is_whole_number(word))
        return fail(Errc::BadInput,
                    fmt::format("{} must be a whole number, not {}", what, quote(word)));
    T value{};
    const auto error = std::from_chars(word.data(), word.data() + word.size(), value).ec;
    // from_chars does not accept a minus sign for unsigned types.
    if (error != std::errc{}) return word.front() == '-' ? min : max;
    return std::clamp(value, min, max);
}

// Some managers send a negative number for a clock that has run out.
Result<Milliseconds> time_after(Words& words, std::string_view what) {
    TRY(const auto number, number_after<std::int64_t>(words, what, 0, kMaxMilliseconds));
    return Milliseconds{number};
}

template <class T, class U>
Result<void> store(Result<T> value, U& into) {
    TRY(into, std::move(value));
    return {};
}

// Commands without arguments ignore the rest of the line.
template <class C>
Result<void> read_arguments(Words&, C&) {
    return {};
}

Result<void> read_arguments(Words& words, SetOption& option) {
    const bool named = words.next() == "name";
    option.name = words.until("value");
    words.next();
    option.value = words.rest();
    if (!named || option.name.empty())
        return fail(Errc::BadInput, "expected: setoption name NAME value VALUE");
    return {};
}

Result<void> read_arguments(Words& words, SetPosition& position) {
    const std::string_view kind = words.next();
    if (kind == "fen") {
        position.fen = words.until("moves");
        if (position.fen->empty()) return fail(Errc::BadInput, "the position after fen is missing");
    } else if (kind != "startpos") {
        return fail(
            Errc::BadInput,
            fmt::format("expected startpos or fen FEN after position, not {}", quote(kind)));
    }
    if (words.empty()) return {};
    if (const auto word = words.next(); word != "moves")
        return fail(
            Errc::BadInput,
            fmt::format("expected the word moves and a list of moves, not {}", quote(word)));
    while (!words.empty()) position.moves.emplace_back(words.next());
    return {};
}

Result<void> read_arguments(Words& words, Query& query) {
    const std::string_view word = words.next();
    if (const auto question = kQuestions.find(word)) {
        query.question = *question;
        return {};
    }
    return fail(
        Errc::BadInput,
        fmt::format("expected p1turn, gameover or result after query, not {}", quote(word)));
}

Milliseconds* clock_field(Clocks& clocks, std::string_view word) {
    if (word == "p1time") return &clocks.p1time;
    if (word == "p2time") return &clocks.p2time;
    if (word == "p1inc") return &clocks.p1inc;
    if (word == "p2inc") return &clocks.p2inc;
    return nullptr;
}

constexpr std::array<std::string_view, 10> kGoWords{"movetime", "p1time",     "p2time", "p1inc",
                                                    "p2inc",    "depth",      "nodes",  "infinite",
                                                    "ponder",   "searchmoves"};

Result<void> read_go_word(Words& words, std::string_view word, Go& go) {
    if (word == "movetime") return store(time_after(words, word), go.movetime);
    if (word == "depth") return store(number_after<int>(words, word, 1, kMaxPly), go.depth);
    if (word == "nodes")
        return store(number_after<std::uint64_t>(words, word, 1, UINT64_MAX), go.nodes);
    if (word == "searchmoves") {
        while (!words.empty() && std::ranges::find(kGoWords, words.peek()) == kGoWords.end())
            go.searchmoves.emplace_back(words.next());
        if (go.searchmoves.empty())
            return fail(Errc::BadInput, "the moves after searchmoves are missing");
        return {};
    }
    Clocks clocks = go.clocks.value_or(Clocks{});
    if (Milliseconds* field = clock_field(clocks, word)) {
        auto stored = store(time_after(words, word), *field);
        if (stored) go.clocks = clocks;
        return stored;
    }
    if (word == "infinite")
        go.infinite = true;
    else if (word == "ponder")
        go.ponder = true;
    else
        return fail(Errc::BadInput, fmt::format("unknown parameter {} of go; choose from {}",
                                                quote(word), fmt::join(kGoWords, ", ")));
    return {};
}

Result<void> read_arguments(Words& words, Go& go) {
    while (!words.empty()) {
        const std::string_view word = words.next();
        TRY_VOID(read_go_word(words, word, go));
    }
    return {};
}

Result<void> read_arguments(Words& words, Perft& perft) {
    return store(number_after<int>(words, perft.kName, 0, kMaxPerftDepth), perft.depth);
}

Result<void> read_arguments(Words& words, Bench& bench) {
    if (words.empty()) return {};
    return store(number_after<int>(words, bench.kName, 1, kMaxPly), bench.depth);
}

// Tries the alternatives of Command in order.
template <std::size_t I = 0>
Result<Command> read_command(std::string_view name, Words& words) {
    if constexpr (I == std::variant_size_v<Command>) {
        return fail(Errc::BadInput, fmt::format("unknown command {}", quote(name)));
    } else {
        using C = std::variant_alternative_t<I, Command>;
        if (name != C::kName) return read_command<I + 1>(name, words);
        C command;
        TRY_VOID(read_arguments(words, command));
        return command;
    }
}

}  // namespace

Result<Command> parse_command(std::string_view text_line) {
    Words words(text_line);
    const std::string_view name = words.next();
    return read_command(name, words);
}

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
    return fmt::format(" {}", kQuestions.of(query.question));
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
