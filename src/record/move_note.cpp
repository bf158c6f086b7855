#include "record/move_note.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "record/xgn_parts.h"

namespace xttt {
namespace {

using std::chrono::milliseconds;

// An integer count of 10^-decimals as an exact decimal fraction.
std::string fraction(std::int64_t value, int decimals) {
    const std::uint64_t unit = decimals == 3 ? 1000 : 100;
    const std::uint64_t size =
        value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    return fmt::format("{}{}.{:0{}}", value < 0 ? "-" : "", size / unit, size % unit, decimals);
}

// The inverse: sign optional, exactly `decimals` digits after the point.
template <class T>
std::optional<T> parse_fraction(std::string_view text, std::size_t decimals) {
    if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
    const std::size_t point = text.find('.');
    if (point == std::string_view::npos || point == 0 || text.size() - point - 1 != decimals ||
        !is_digit(text[point - 1]))
        return std::nullopt;
    std::string digits(text.substr(0, point));
    digits += text.substr(point + 1);
    return to_number<T>(digits);
}

bool read_score(MoveNote& note, std::string_view value) {
    NoteScore score;
    std::optional<int> number;
    if (value.starts_with("win ")) {
        score.kind = NoteScore::Kind::Win;
        number = to_number<int>(value.substr(4));
    } else {
        number = parse_fraction<int>(value, 2);
    }
    score.value = number.value_or(0);
    note.score = score;
    return number.has_value();
}

// Reads one "[name value]"; false if the name is unknown or the value is malformed.
bool read_field(MoveNote& note, std::string_view name, std::string_view value) {
    const auto duration = [&](std::optional<milliseconds>& field) {
        const auto count = parse_fraction<std::int64_t>(value, 3);
        if (count) field = milliseconds(*count);
        return count.has_value();
    };
    if (name == "time") return duration(note.time);
    if (name == "clock") return duration(note.clock);
    if (name == "depth") return (note.depth = to_number<int>(value)).has_value();
    if (name == "seldepth") return (note.seldepth = to_number<int>(value)).has_value();
    if (name == "hash") return (note.hashfull = to_number<int>(value)).has_value();
    if (name == "memory") return (note.memory = to_number<std::uint64_t>(value)).has_value();
    if (name == "pv") return is_pv_text(note.pv = value);
    if (name == "nodes") return (note.nodes = to_number<std::uint64_t>(value)).has_value();
    if (name == "score") return read_score(note, value);
    return false;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

// Protects leading and trailing spaces from the trimming of the reader.
std::string guarded(std::string_view text) {
    constexpr std::string_view kSpace = "\\x20";
    std::string out;
    if (text.starts_with(' ')) {
        out += kSpace;
        text.remove_prefix(1);
    }
    const bool space_at_end = text.ends_with(' ');
    if (space_at_end) text.remove_suffix(1);
    out += escaped(text, "{}[");
    if (space_at_end) out += kSpace;
    return out;
}

}  // namespace

bool is_pv_text(std::string_view text) {
    if (text.empty() || text.size() > kMaxPvBytes) return false;
    const auto allowed = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'z'); };
    for (const std::string_view move : split(text, ' '))
        if (move.empty() || !std::ranges::all_of(move, allowed)) return false;
    return true;
}

std::string note_text(const MoveNote& note) {
    std::string out;
    const auto add = [&out](std::string_view part) {
        if (!out.empty()) out += ' ';
        out += part;
    };
    if (note.time) add(fmt::format("[time {}]", fraction(note.time->count(), 3)));
    if (note.clock) add(fmt::format("[clock {}]", fraction(note.clock->count(), 3)));
    if (note.depth) add(fmt::format("[depth {}]", *note.depth));
    if (note.seldepth) add(fmt::format("[seldepth {}]", *note.seldepth));
    if (note.nodes) add(fmt::format("[nodes {}]", *note.nodes));
    if (note.hashfull) add(fmt::format("[hash {}]", *note.hashfull));
    if (note.memory) add(fmt::format("[memory {}]", *note.memory));
    if (note.score && note.score->kind == NoteScore::Kind::Win)
        add(fmt::format("[score win {}]", note.score->value));
    if (note.score && note.score->kind == NoteScore::Kind::Points)
        add(fmt::format("[score {}{}]", note.score->value < 0 ? "" : "+",
                        fraction(note.score->value, 2)));
    if (!note.pv.empty()) add(fmt::format("[pv {}]", note.pv));
    if (!note.text.empty()) add(guarded(note.text));
    return out;
}

Result<MoveNote> parse_note(std::string_view text) {
    MoveNote note;
    text = trimmed(text);
    while (text.starts_with('[')) {
        const std::size_t end = text.find(']');
        const std::string_view field = text.substr(1, end == text.npos ? end : end - 1);
        const std::size_t space = field.find(' ');
        if (end == text.npos || space == field.npos ||
            !read_field(note, field.substr(0, space), field.substr(space + 1)))
            return fail(Errc::BadRecord,
                        fmt::format("unknown annotation {} in a comment; allowed are [time S.mmm] "
                                    "[clock S.mmm] [depth N] [seldepth N] [nodes N] [hash N] "
                                    "[memory N] [score +P.cc] [score win N] [pv MOVES]",
                                    quote(fmt::format("[{}]", field))));
        text = trimmed(text.substr(end + 1));
    }
    TRY(note.text, unescaped(text));
    return note;
}

}  // namespace xttt
