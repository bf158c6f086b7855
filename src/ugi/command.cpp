#include "ugi/command.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "eval/score.h"
#include "ugi/question.h"
#include "ugi/words.h"

namespace xttt::ugi {

namespace {

// Far more than any game needs, far less than overflows when added up in microseconds.
constexpr std::int64_t kMaxMilliseconds = 1'000'000'000'000;
constexpr int kMaxPerftDepth = 64;

// A number out of range is taken as the nearest one in range; what is no number is an error.
template <class T>
Result<T> number_after(Words& words, std::string_view what, T min, T max) {
    const std::string_view word = words.next();
    if (word.empty())
        return fail(Errc::BadInput, fmt::format("the number after {} is missing", what));
    T value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (end != word.data() + word.size() || error == std::errc::invalid_argument)
        return fail(Errc::BadInput,
                    fmt::format("{} takes a whole number, not {}", what, quote(word)));
    if (error == std::errc::result_out_of_range) value = word.front() == '-' ? min : max;
    return std::clamp(value, min, max);
}

// A clock that has run out is a negative number to some managers: no time, then.
Result<Milliseconds> time_after(Words& words, std::string_view what) {
    const auto number = number_after<std::int64_t>(words, what, 0, kMaxMilliseconds);
    if (!number) return std::unexpected(number.error());
    return Milliseconds{*number};
}

template <class T, class U>
Result<void> store(const Result<T>& value, U& into) {
    if (!value) return std::unexpected(value.error());
    into = *value;
    return {};
}

// Commands without arguments; what stands after their name does not matter.
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
        return fail(Errc::BadInput,
                    fmt::format("position takes startpos or fen F, not {}", quote(kind)));
    }
    if (words.empty()) return {};
    if (const auto word = words.next(); word != "moves")
        return fail(Errc::BadInput,
                    fmt::format("expected moves and a list of moves, not {}", quote(word)));
    while (!words.empty()) position.moves.emplace_back(words.next());
    return {};
}

Result<void> read_arguments(Words& words, Query& query) {
    const std::string_view word = words.next();
    for (const auto& [name, question] : kQuestions) {
        if (name != word) continue;
        query.question = question;
        return {};
    }
    return fail(Errc::BadInput,
                fmt::format("query takes p1turn, gameover or result, not {}", quote(word)));
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
        go.ignored.emplace_back(word);
    return {};
}

Result<void> read_arguments(Words& words, Go& go) {
    while (!words.empty()) {
        const std::string_view word = words.next();
        if (auto read = read_go_word(words, word, go); !read) return read;
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

// Tries the alternatives of Command one after the other.
template <std::size_t I = 0>
Result<Command> read_command(std::string_view name, Words& words) {
    if constexpr (I == std::variant_size_v<Command>) {
        return fail(Errc::BadInput, fmt::format("unknown command {}", quote(name)));
    } else {
        using C = std::variant_alternative_t<I, Command>;
        if (name != C::kName) return read_command<I + 1>(name, words);
        C command;
        if (auto read = read_arguments(words, command); !read) return std::unexpected(read.error());
        return command;
    }
}

}  // namespace

Result<Command> parse_command(std::string_view line) {
    Words words(line);
    const std::string_view name = words.next();
    return read_command(name, words);
}

}  // namespace xttt::ugi
