#include "players/python_source.h"

#include <algorithm>
#include <span>
#include <string>

#include "base/text.h"

namespace xttt {
namespace {

// The parameters of move end within this many bytes of its name.
constexpr std::size_t kLongestParameters = 1000;

// Calls f for each line, without its end.
template <class F>
void for_each_line(std::string_view text, F&& f) {
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        f(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

std::string_view first_part(std::string_view module) {
    while (module.starts_with('.')) module.remove_prefix(1);
    return module.substr(0, module.find('.'));
}

// Adds the modules that are arguments of __import__ and import_module.
void add_called_modules(std::string_view text_line, std::set<std::string_view>& modules) {
    for (const std::string_view function : {"__import__(", "import_module("})
        for (auto at = text_line.find(function); at != text_line.npos;
             at = text_line.find(function, at + 1)) {
            auto rest = text_line.substr(at + function.size());
            rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
            if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) continue;
            const auto end = rest.find(rest[0], 1);
            if (end != rest.npos) modules.insert(first_part(rest.substr(1, end - 1)));
        }
}

// "import a.b as c, d" and "from a.b import c".
void add_imported_modules(std::string_view statement, std::set<std::string_view>& modules) {
    const auto words = split_words(statement);
    if (words.size() < 2) return;
    if (words[0] == "import") {
        bool named = false;  // "as" was read; a local name follows
        for (const auto word : std::span(words).subspan(1)) {
            if (!named && word != "as") modules.insert(first_part(word));
            named = word == "as";
        }
    } else if (words[0] == "from") {
        modules.insert(first_part(words[1]));
        // "from . import a, b"
        if (words[1].find_first_not_of('.') == std::string_view::npos)
            for (const auto word : std::span(words).subspan(2)) modules.insert(first_part(word));
    }
}

}  // namespace

std::set<std::string_view> imported_modules(std::string_view text) {
    std::set<std::string_view> modules;
    for_each_line(text, [&](std::string_view text_line) {
        if (text_line.find("import") == text_line.npos) return;
        add_called_modules(text_line, modules);
        // Also after a ';' or indented.
        for (const auto statement : split(text_line, ';')) add_imported_modules(statement, modules);
    });
    return modules;
}

std::set<std::string_view> quoted_texts(std::string_view text) {
    std::set<std::string_view> found;
    for_each_line(text, [&](std::string_view text_line) {
        for (const char quote_mark : {'\'', '"'})
            for (auto open = text_line.find(quote_mark); open != text_line.npos;) {
                const auto end = text_line.find(quote_mark, open + 1);
                if (end == text_line.npos) break;
                found.insert(text_line.substr(open + 1, end - open - 1));
                open = end;
            }
    });
    return found;
}

std::set<std::string_view> classes_with_move(std::string_view text) {
    std::set<std::string_view> classes;
    std::string_view current;
    bool counted = false;  // comparing a long name for each of its methods would be quadratic
    for_each_line(text, [&](std::string_view text_line) {
        if (text_line.find("class") == text_line.npos && text_line.find("def") == text_line.npos)
            return;
        const auto words = split_words(text_line);
        if (words.size() < 2) return;
        if (words[0] == "class") {
            current = words[1].substr(0, words[1].find_first_of("(:"));
            counted = false;
        }
        if (counted || words[0] != "def" || !(words[1] == "move" || words[1].starts_with("move(")))
            return;
        // The parameters may continue in the next lines.
        const auto at = static_cast<std::size_t>(words[1].data() - text.data());
        const auto definition = text.substr(at, kLongestParameters);
        const auto open = definition.find('('), close = definition.find(')');
        if (open == text.npos || close == text.npos || close < open) return;
        if (std::ranges::count(definition.substr(open, close - open), ',') < 3) return;
        classes.insert(current);
        counted = true;
    });
    return classes;
}

bool has_class_of_team(std::string_view text) {
    bool found = false;
    for_each_line(text, [&](std::string_view text_line) {
        const std::string start = to_lower(text_line.substr(0, 12));
        found |= start.starts_with("class team") || start.starts_with("class player");
    });
    return found;
}

}  // namespace xttt
