#include <unordered_map>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "command.h"
#include "command_help.h"
#include "common_options.h"

namespace xttt {
namespace {

CLI::Option* add_argument(CLI::App& app, const Argument& argument) {
    const auto set = [&argument](const std::string& text) {
        if (const auto done = argument.set(text); !done)
            throw CLI::ValidationError(argument.name(), done.error().message);
    };
    std::vector<std::string> names = argument.names;
    names.insert(names.end(), argument.aliases.begin(), argument.aliases.end());
    if (argument.positional()) names.push_back(argument.value);
    const std::string all = fmt::format("{}", fmt::join(names, ","));
    if (argument.flag()) return app.add_flag_callback(all, [set] { set({}); });
    auto* option = app.add_option(all, [set](const CLI::results_t& results) {
        for (const std::string& text : results) set(text);
        return true;
    });
    option->required(argument.is_required);
    if (argument.repeats)
        option->expected(-1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    return option;
}

// Declares a command and its subcommands.
void add_command(CLI::App& app, const Command& command) {
    app.set_help_flag("-h,--help");
    if (!command.commands().empty()) app.require_subcommand(0, 1);
    std::unordered_map<const Argument*, CLI::Option*> options;
    for (const auto& argument : command.arguments())
        options[argument.get()] = add_argument(app, *argument);
    for (const auto& argument : command.arguments()) {
        for (const Argument* other : argument->conflicts)
            options.at(argument.get())->excludes(options.at(other));
        for (const Argument* other : argument->prerequisites)
            options.at(argument.get())->needs(options.at(other));
    }
    for (const auto& below : command.commands())
        add_command(*app.add_subcommand(below->name(), ""), *below);
}

// The innermost command that the words select.
const Command& chosen_command(const CLI::App& app, const Command& command) {
    const auto chosen = app.get_subcommands();
    if (chosen.empty()) return command;
    for (const auto& below : command.commands())
        if (below->name() == chosen.front()->get_name())
            return chosen_command(*chosen.front(), *below);
    return command;
}

std::string unknown_word_text(const std::string& word, const Command& command) {
    std::vector<std::string_view> known;
    std::unordered_map<std::string_view, std::string_view> shown;  // instead of a name that is not
    std::string_view kind = "unexpected argument";
    if (word.starts_with('-') && word.size() > 1) {
        kind = "unknown option";
        known.emplace_back("--help");
        for (const auto& argument : command.arguments())
            known.insert(known.end(), argument->names.begin(), argument->names.end());
        for (const auto& argument : command.arguments())
            for (const auto* others : {&argument->aliases, &argument->foreign})
                for (const std::string& other : *others) {
                    known.emplace_back(other);
                    shown.emplace(other, argument->name());
                }
    } else if (!command.commands().empty()) {
        kind = "unknown command";
        for (const auto& below : command.commands())
            if (!below->hidden()) known.emplace_back(below->name());
    }
    const std::string name = word.substr(0, word.find('='));
    std::string_view meant = nearest_word(name, known);
    if (const auto found = shown.find(meant); found != shown.end()) meant = found->second;
    return fmt::format("{} {}{}", kind, quote(kind == "unknown option" ? name : word),
                       meant.empty() ? "" : fmt::format(". Did you mean '{}'?", meant));
}

// An unknown word is reported first, because it explains the errors that follow from it.
std::string error_text(const CLI::App& app, const CLI::ParseError& error, const Command& command) {
    if (const auto unknown = app.remaining(true); !unknown.empty())
        return unknown_word_text(unknown.front(), command);
    std::string text = error.what();
    const auto replace = [&](std::string_view from, std::string_view to) {
        if (const auto at = text.find(from); at != std::string::npos)
            text.replace(at, from.size(), to);
    };
    const auto subject = text.substr(0, text.find(':'));
    if (error.get_name() == "ArgumentMismatch")
        return text.find("missing") != std::string::npos ||
                       text.find("At least") != std::string::npos
                   ? subject + " needs a value"
                   : subject + " is given more than once";
    if (error.get_name() == "ExcludesError") replace(" excludes ", " cannot be used with ");
    if (error.get_name() == "RequiresError") replace(" requires ", " needs ");
    return text;
}

Result<int> run_parsed(const Command& root, const std::vector<std::string>& words, Streams io) {
    TRY(const ParsedCommand parsed, parse_command_line(root, words));
    if (parsed.help) {
        io.out << help_text(*parsed.command);
    } else {
        TRY(const int status, parsed.command->action()(io));
        if (status != 0) return status;  // an interrupted command has already reported it
    }
    TRY_VOID(check_written(io.out, "standard output"));
    return 0;
}

}  // namespace

Result<ParsedCommand> parse_command_line(const Command& root,
                                         const std::vector<std::string>& words) {
    CLI::App app;
    add_command(app, root);
    std::string error_message;
    try {
        // The library expects the words in reverse order.
        app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::CallForHelp&) {
        return ParsedCommand{&chosen_command(app, root), true};
    } catch (const CLI::ParseError& error) {
        error_message = error_text(app, error, chosen_command(app, root));
    }
    const Command& command = chosen_command(app, root);
    if (error_message.empty() && !command.action()) {
        std::vector<std::string> names;
        for (const auto& below : command.commands()) names.push_back(below->name());
        error_message =
            fmt::format("'{}' needs a command: {}", command.path(), fmt::join(names, ", "));
    }
    if (error_message.empty()) return ParsedCommand{&command};
    return fail(Errc::Usage,
                fmt::format("{}{} '{} --help'", error_message,
                            error_message.ends_with('?') ? " See" : "; see", command.path()));
}

int run_command_line(const Command& root, const std::vector<std::string>& words, Streams io) {
    const auto status = run_parsed(root, words, io);
    if (status) return *status;
    // Messages may contain untrusted text from files, bots and command lines.
    io.err << "xttt: " << terminal_safe(status.error().message, LineBreaks::Keep) << '\n';
    return status.error().code == Errc::Usage ? 2 : 1;
}

}  // namespace xttt
