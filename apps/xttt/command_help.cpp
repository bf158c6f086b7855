#include "command_help.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"

namespace xttt {
namespace {

constexpr std::size_t kHelpWidth = 80;
constexpr std::size_t kHelpIndent = 26;  // where descriptions begin

// "-o, --output FILE"; with an ellipsis if several values may follow.
std::string spelling(const Argument& argument) {
    std::string text = fmt::format("{}", fmt::join(argument.names, ", "));
    if (!argument.value.empty()) text += (text.empty() ? "" : " ") + argument.value;
    return argument.repeats ? text + "..." : text;
}

std::string description(const Argument& argument) {
    std::string text = argument.help;
    if (!argument.values.empty()) text += fmt::format(": {}", fmt::join(argument.values, ", "));
    if (argument.is_required && !argument.positional()) text += " (required)";
    if (!argument.is_required && !argument.default_value.empty())
        text += fmt::format(" (default: {})", argument.default_value);
    return text;
}

// Required options, then "[OPTION]...", then positional arguments.
std::string usage(const Command& command) {
    std::string text = command.path();
    if (!command.commands().empty()) return text + " COMMAND";
    bool optional = false;
    for (const auto& argument : command.arguments()) {
        if (argument->is_required && !argument->positional())
            text += fmt::format(" {} {}", argument->names.back(), argument->value);
        optional = optional || (!argument->is_required && !argument->positional());
    }
    if (optional) text += " [OPTION]...";
    for (const auto& argument : command.arguments())
        if (argument->positional())
            text += argument->is_required ? " " + spelling(*argument)
                                          : fmt::format(" [{}]", spelling(*argument));
    return text;
}

// Groups in the order in which they were declared, the positional arguments first.
std::vector<std::string> groups_of(const Command& command) {
    std::vector<std::string> groups;
    const auto add = [&](const Argument& argument) {
        if (std::ranges::find(groups, argument.group) == groups.end())
            groups.push_back(argument.group);
    };
    for (const bool positional : {true, false})
        for (const auto& argument : command.arguments())
            if (argument->positional() == positional) add(*argument);
    return groups;
}

// Wraps a text at an indentation.
std::string wrapped(std::string_view text, std::size_t indent) {
    std::string result;
    std::size_t column = indent;
    for (const auto word : split(text, ' ')) {
        if (column > indent && column + 1 + word.size() > kHelpWidth) {
            result += "\n" + std::string(indent, ' ');
            column = indent;
        }
        if (column > indent) result += ' ', ++column;
        result += word;
        column += word.size();
    }
    return result;
}

std::string help_entry(const std::string& left, std::string_view right) {
    std::string text = "  " + left;
    if (text.size() + 2 > kHelpIndent)
        text += "\n" + std::string(kHelpIndent, ' ');
    else
        text += std::string(kHelpIndent - text.size(), ' ');
    return text + wrapped(right, kHelpIndent) + "\n";
}

// Escapes text for roff.
std::string roff(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        if (c == '\\')
            safe += "\\e";
        else if (c == '-')
            safe += "\\-";
        else if (c == '\'')
            safe += "\\(aq";
        else
            safe += c;
    }
    return safe.starts_with('.') ? "\\&" + safe : safe;
}

}  // namespace

std::string help_text(const Command& command) {
    std::string text = wrapped(command.summary(), 0) + "\n\nExamples:\n";
    for (const auto& example : command.examples()) text += "  " + example + "\n";
    text += "\nUsage: " + wrapped(usage(command), 7) + "\n";
    if (!command.commands().empty()) text += "\nCommands:\n";
    for (const auto& below : command.commands())
        if (!below->hidden()) text += help_entry(below->name(), below->summary());
    for (const auto& group : groups_of(command)) {
        text += fmt::format("\n{}:\n", group);
        for (const auto& argument : command.arguments())
            if (argument->group == group)
                text += help_entry(spelling(*argument), description(*argument));
    }
    text += "\nHelp:\n" + help_entry("-h, --help", "Show this help");
    for (const auto& note : command.notes()) text += "\n" + wrapped(note, 0) + "\n";
    if (!command.commands().empty())
        text += fmt::format("\nSee '{} COMMAND --help' for the options of a command.\n",
                            command.path());
    return text;
}

std::string man_page_name(const Command& command) {
    std::string name = command.path();
    std::ranges::replace(name, ' ', '-');
    return name;
}

std::string man_page(const Command& command, std::string_view version) {
    std::string title = man_page_name(command);
    std::string text = fmt::format(
        ".TH {0} 1 \"\" \"xttt {1}\" \"xttt manual\"\n.SH NAME\n{2} \\- {3}\n.SH SYNOPSIS\n.B {4}\n"
        ".SH DESCRIPTION\n{5}\n",
        roff(title), version, roff(title), roff(command.summary()), roff(usage(command)),
        roff(command.summary()));
    for (const auto& note : command.notes()) text += fmt::format(".PP\n{}\n", roff(note));
    const auto entry = [&](const std::string& left, const std::string& right) {
        text += fmt::format(".TP\n.B {}\n{}\n", roff(left), roff(right));
    };
    if (!command.commands().empty()) text += ".SH COMMANDS\n";
    for (const auto& below : command.commands())
        if (!below->hidden()) entry(below->name(), below->summary());
    text += ".SH OPTIONS\n";
    for (const auto& group : groups_of(command)) {
        text += fmt::format(".SS {}\n", roff(group));
        for (const auto& argument : command.arguments())
            if (argument->group == group) entry(spelling(*argument), description(*argument));
    }
    text += ".SS Help\n";
    entry("-h, --help", "Show a short form of this page");
    text += ".SH EXAMPLES\n";
    for (const auto& example : command.examples())
        text += fmt::format(".PP\n.EX\n{}\n.EE\n", roff(example));
    text +=
        ".SH EXIT STATUS\n0 for success, 1 for bad data or a file error, 2 for a usage error, 3 "
        "if the machine was too busy to judge a bot, 130 after an interrupt.\n.SH SEE ALSO\n";
    std::vector<std::string> related;
    if (command.parent() != nullptr) related.push_back(man_page_name(*command.parent()));
    for (const auto& below : command.commands())
        if (!below->hidden()) related.push_back(man_page_name(*below));
    for (std::size_t i = 0; i < related.size(); ++i)
        text += fmt::format(".BR {} (1){}\n", roff(related[i]), i + 1 < related.size() ? "," : "");
    return text;
}

}  // namespace xttt
