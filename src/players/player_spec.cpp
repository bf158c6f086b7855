#include "players/player_spec.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/text.h"

namespace xttt {
namespace {

Result<PlayerSpec> usage(std::string_view text, std::string_view why) {
    return fail(Errc::Usage, fmt::format("player {}: {}{} player is one of {}", quote(text), why,
                                         why.ends_with('?') ? " A" : "; a", player_forms()));
}

Result<PlayerSpec> parse_random(std::string_view text, std::string_view rest) {
    if (rest.empty()) return PlayerSpec{std::string(text), RandomSpec{}};
    const auto seed = to_number<std::uint64_t>(rest);
    if (!seed) return usage(text, fmt::format("the seed {} is not a whole number", quote(rest)));
    return PlayerSpec{std::string(text), RandomSpec{*seed}};
}

// One "name=value" of an engine: a limit, or an option of the engine.
Result<void> set_engine_option(EngineSetup& setup, std::string_view name, std::string_view value) {
    const auto number = [&]<class T>(std::optional<T>& field) -> Result<void> {
        const auto parsed = to_number<std::int64_t>(value);
        if (!parsed || *parsed < 1)
            return fail(Errc::Usage,
                        fmt::format("{} must be a number from 1, not {}", name, quote(value)));
        field = T(*parsed);
        return {};
    };
    const std::string key = to_lower(name);
    if (key == "depth") return number(setup.depth);
    if (key == "nodes") return number(setup.nodes);
    if (key == "movetime") return number(setup.move_time);
    if (key == "variant")
        return fail(Errc::Usage, "the variant cannot be set here; it is the variant of the game");
    TRY_VOID(set_option(setup.options, name, value));
    if (key == "seed") setup.own_seed = setup.options.seed;
    return {};
}

Result<PlayerSpec> parse_engine(std::string_view text, std::string_view rest) {
    EngineSetup setup;
    if (rest.empty()) return PlayerSpec{std::string(text), std::move(setup)};
    bool first = true;
    for (const std::string_view part : split(rest, ',')) {
        const auto equals = part.find('=');
        Result<void> set;
        if (equals != std::string_view::npos)
            set = set_engine_option(setup, part.substr(0, equals), part.substr(equals + 1));
        else if (first)
            set = set_option(setup.options, "Algorithm", part);
        else
            set = fail(Errc::Usage, fmt::format("{} needs '=' and a value", quote(part)));
        if (!set) return usage(text, set.error().message);
        first = false;
    }
    return PlayerSpec{std::string(text), std::move(setup)};
}

// Splits a command line into words, as a shell does, with plain quotes.
Result<std::vector<std::string>> split_command(std::string_view command) {
    std::vector<std::string> words;
    bool in_word = false;
    char closing = 0;
    for (const char c : command) {
        if (closing != 0) {
            if (c == closing)
                closing = 0;
            else
                words.back() += c;
            continue;
        }
        if (c == ' ') {
            in_word = false;
            continue;
        }
        if (!in_word) words.emplace_back();
        in_word = true;
        if (c == '\'' || c == '"')
            closing = c;
        else
            words.back() += c;
    }
    if (closing != 0) return fail(Errc::Usage, fmt::format("unclosed quote {}", closing));
    return words;
}

// Quotes a word so that split_command reads it back unchanged.
std::string quoted_word(std::string_view word) {
    std::string out;
    for (const char c : word) out += c == '\'' ? "'\"'\"'" : std::string(1, c);
    return "'" + out + "'";
}

// The keys of a program, in the order in which ugi_player_text writes them.
constexpr std::string_view kOptionKey = "option.";
const std::vector<std::string_view> kUgiKeys = {"cmd",      "args",    "dir",     "name",
                                                "movetime", "tc",      "nodes",   "depth",
                                                "margin",   "restart", kOptionKey};

// Whether a word is "key=value" with a key of a program, or one that was meant to be.
bool has_ugi_key(std::string_view word) {
    const auto key = word.substr(0, word.find('='));
    return key.size() < word.size() &&
           (key.starts_with(kOptionKey) || std::ranges::find(kUgiKeys, key) != kUgiKeys.end());
}

Result<void> set_ugi_key(UgiSpec& spec, std::string_view key, const std::string& value) {
    const auto whole = [&]<class T>(std::optional<T>& field, std::uint64_t most) -> Result<void> {
        const auto number = to_number<std::uint64_t>(value);
        if (!number || *number < 1 || *number > most)
            return fail(Errc::Usage, fmt::format("{} must be a whole number from 1 to {}, not {}",
                                                 key, most, quote(value)));
        field = static_cast<T>(*number);
        return {};
    };
    if (value.empty() && !key.starts_with(kOptionKey))
        return fail(Errc::Usage, fmt::format("{} needs a value", quote(key)));
    if (key == "cmd") {
        spec.argv.insert(spec.argv.begin(), value);
    } else if (key == "args") {
        TRY(const auto words, split_command(value));
        spec.argv.insert(spec.argv.end(), words.begin(), words.end());
    } else if (key == "dir") {
        spec.folder = value;
    } else if (key == "name") {
        spec.name = value;
    } else if (key == "movetime") {
        TRY(const auto time, parse_duration(value, Milliseconds(1)));
        if (time.count() < 1) return fail(Errc::Usage, "movetime must be greater than 0");
        spec.limits.move_time = time;
    } else if (key == "margin") {
        TRY(spec.limits.margin, parse_duration(value, Milliseconds(1)));
    } else if (key == "tc") {
        TRY(spec.limits.clock, parse_clock(value));
    } else if (key == "nodes") {
        return whole(spec.limits.nodes, std::uint64_t{1} << 62);
    } else if (key == "depth") {
        return whole(spec.limits.depth, 256);
    } else if (key == "restart") {
        if (value != "on" && value != "off")
            return fail(Errc::Usage,
                        fmt::format("restart must be on or off, not {}", quote(value)));
        spec.restart = value == "on";
    } else if (key.starts_with(kOptionKey) && key.size() > kOptionKey.size()) {
        const std::string name(key.substr(kOptionKey.size()));
        if (to_lower(name) == "variant")
            return fail(Errc::Usage,
                        "the variant cannot be set here; it is the variant of the game");
        if (name.find('\n') != name.npos || value.find('\n') != value.npos)
            return fail(Errc::Usage, "an option cannot contain a line end");
        spec.options.push_back({name, value});
    } else {
        return fail(Errc::Usage,
                    fmt::format("unknown key {}{}", quote(key), known_words_hint(key, kUgiKeys)));
    }
    return {};
}

// A command, or key=value for everything about a program: "cmd=./mybot option.Hash=64".
Result<UgiSpec> parse_program(std::string_view text, bool sandboxed) {
    TRY(auto words, split_command(text));
    if (words.empty() || words[0].empty()) return fail(Errc::Usage, "the program is missing");
    UgiSpec spec{.argv = {}, .sandboxed = sandboxed};
    if (!has_ugi_key(words[0])) {
        spec.argv = std::move(words);
        return spec;
    }
    std::vector<std::string> seen;
    bool has_command = false;
    for (const std::string& word : words) {
        const auto equals = word.find('=');
        if (equals == word.npos)
            return fail(Errc::Usage,
                        fmt::format("{} is not KEY=VALUE; arguments of the program are written "
                                    "args=\"...\"",
                                    quote(word)));
        const std::string key = word.substr(0, equals);
        if (std::ranges::find(seen, key) != seen.end())
            return fail(Errc::Usage, fmt::format("{} is given twice", quote(key)));
        seen.push_back(key);
        has_command = has_command || key == "cmd";
        TRY_VOID(set_ugi_key(spec, key, word.substr(equals + 1)));
    }
    if (!has_command) return fail(Errc::Usage, "the program is missing; write cmd=PROGRAM");
    if (sandboxed && !spec.folder.empty())
        return fail(Errc::Usage, "a sandboxed program runs in its own folder; leave out dir=");
    return spec;
}

Result<PlayerSpec> parse_ugi(std::string_view text, std::string_view rest, bool sandboxed) {
    auto spec = parse_program(rest, sandboxed);
    if (!spec) return usage(text, spec.error().message);
    return PlayerSpec{std::string(text), std::move(*spec)};
}

Result<PlayerSpec> parse_python(std::string_view text, std::string_view rest,
                                CourseBot::Language language) {
    CourseBot bot{.language = language};
    // The class follows the last colon, unless the text looks like part of a path.
    const auto colon = rest.rfind(':');
    const bool has_class =
        colon != std::string_view::npos && rest.find('/', colon) == std::string_view::npos;
    bot.file = rest.substr(0, has_class ? colon : rest.size());
    if (has_class) bot.class_name = rest.substr(colon + 1);
    if (bot.file.empty()) return usage(text, "the file is missing");
    if (has_class && bot.class_name.empty()) return usage(text, "the class after ':' is missing");
    return PlayerSpec{std::string(text), std::move(bot)};
}

}  // namespace

const std::string& display_name(const PlayerSpec& spec) {
    const auto* program = std::get_if<UgiSpec>(&spec.kind);
    return program != nullptr && !program->name.empty() ? program->name : spec.text;
}

PlayLimits limits_of(const PlayerSpec& spec, const PlayLimits& game) {
    const auto* program = std::get_if<UgiSpec>(&spec.kind);
    if (program == nullptr) return game;
    const PlayLimits& own = program->limits;
    PlayLimits limits = game;
    if (own.move_time || own.clock) {
        limits.move_time = own.move_time;
        limits.clock = own.clock;
    }
    if (own.margin) limits.margin = own.margin;
    if (own.depth) limits.depth = own.depth;
    if (own.nodes) limits.nodes = own.nodes;
    return limits;
}

std::string ugi_player_text(const UgiSpec& spec) {
    std::string text = spec.sandboxed ? "sandbox:" : "ugi:";
    std::string arguments;
    for (std::size_t i = 1; i < spec.argv.size(); ++i)
        arguments += (i > 1 ? " " : "") + quoted_word(spec.argv[i]);
    const bool plain = spec.name.empty() && spec.folder.empty() && spec.options.empty() &&
                       spec.limits == PlayLimits{} && !spec.restart && !has_ugi_key(spec.argv[0]);
    if (plain) return text + quoted_word(spec.argv[0]) + (arguments.empty() ? "" : " ") + arguments;
    text += "cmd=" + quoted_word(spec.argv[0]);
    const auto add = [&](std::string_view key, std::string_view value) {
        text += fmt::format(" {}={}", key, quoted_word(value));
    };
    if (!arguments.empty()) add("args", arguments);
    if (!spec.folder.empty()) add("dir", spec.folder);
    if (!spec.name.empty()) add("name", spec.name);
    if (spec.limits.move_time) add("movetime", exact_duration_text(*spec.limits.move_time));
    if (spec.limits.clock)
        add("tc", fmt::format("{}+{}", to_seconds(spec.limits.clock->remaining),
                              to_seconds(spec.limits.clock->increment)));
    if (spec.limits.nodes) add("nodes", std::to_string(*spec.limits.nodes));
    if (spec.limits.depth) add("depth", std::to_string(*spec.limits.depth));
    if (spec.limits.margin) add("margin", exact_duration_text(*spec.limits.margin));
    if (spec.restart) add("restart", "on");
    for (const UgiOption& option : spec.options)
        text += " " + quoted_word(fmt::format("{}{}={}", kOptionKey, option.name, option.value));
    return text;
}

std::string_view player_forms() {
    return "random[:SEED], human, engine[:ALGORITHM][,OPTION=VALUE...], ugi:COMMAND, "
           "sandbox:COMMAND, python:FILE[:CLASS], python2:FILE[:CLASS]";
}

Result<PlayerSpec> parse_player(std::string_view text) {
    const auto colon = text.find(':');
    const std::string kind = to_lower(text.substr(0, colon));
    const bool bare = colon == std::string_view::npos;
    const std::string_view rest = bare ? std::string_view() : text.substr(colon + 1);
    if (!bare && rest.empty()) return usage(text, "a value is missing after ':'");
    if (kind == "random") return parse_random(text, rest);
    if (kind == "human") {
        if (!bare) return usage(text, "'human' takes no options");
        return PlayerSpec{std::string(text), HumanSpec{}};
    }
    if (kind == "engine") return parse_engine(text, rest);
    if (kind == "ugi") return parse_ugi(text, rest, false);
    if (kind == "sandbox" || kind == "jailed") return parse_ugi(text, rest, true);
    if (kind == "python") return parse_python(text, rest, CourseBot::Language::Auto);
    if (kind == "python2") return parse_python(text, rest, CourseBot::Language::Python2);
    // A bot's file without its kind, perhaps with a class: team33.py, bots/team33.py:Team33.
    if (text.ends_with(".py") || text.find(".py:") != text.npos)
        return fail(Errc::Usage,
                    fmt::format("player {}: did you mean {}, a course bot, or {}, a UGI program?",
                                quote(text), quote(fmt::format("python:{}", text)),
                                quote(fmt::format("ugi:{}", text))));
    const auto nearest =
        nearest_word(kind, {"random", "human", "engine", "ugi", "sandbox", "python", "python2"});
    return usage(text, nearest.empty()
                           ? "unknown kind"
                           : fmt::format("unknown kind of player; did you mean '{}'?", nearest));
}

}  // namespace xttt
