#include "players/player_spec.h"

#include <fmt/format.h>

#include "base/text.h"

namespace xttt {
namespace {

Result<PlayerSpec> usage(std::string_view text, std::string_view why) {
    return fail(Errc::Usage, fmt::format("player {}: {}; a player is one of {}", quote(text), why,
                                         player_forms()));
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
    if (words.empty() || words[0].empty()) return fail(Errc::Usage, "the program is missing");
    return words;
}

Result<PlayerSpec> parse_ugi(std::string_view text, std::string_view rest, bool sandboxed) {
    auto argv = split_command(rest);
    if (!argv) return usage(text, argv.error().message);
    return PlayerSpec{std::string(text), UgiSpec{std::move(*argv), sandboxed}};
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

std::string_view player_forms() {
    return "random[:SEED], human, engine[:ALGORITHM][,OPTION=VALUE...], ugi:COMMAND, "
           "sandbox:COMMAND, python:FILE[:CLASS], python2:FILE[:CLASS]";
}

Result<PlayerSpec> parse_player(std::string_view text) {
    const auto colon = text.find(':');
    const std::string kind = to_lower(text.substr(0, colon));
    const bool bare = colon == std::string_view::npos;
    const std::string_view rest = bare ? std::string_view() : text.substr(colon + 1);
    if (!bare && rest.empty()) return usage(text, "expected something after ':'");
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
        return fail(Errc::Usage, fmt::format("player {}: did you mean {}?", quote(text),
                                             quote(fmt::format("python:{}", text))));
    return usage(text, "unknown kind");
}

}  // namespace xttt
