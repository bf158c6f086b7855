#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

// The command line as data: commands declare what they accept. The parser, `--help`, the manual
// pages and the shell completions use the same declarations. Only command_parser.cpp includes the
// library CLI11, which is slow to compile.
namespace xttt {

// The streams of a command.
struct Streams {
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
};

// An option ("--jobs N"), a flag ("--json") or a positional argument ("FILE").
struct Argument {
    std::vector<std::string> names;    // "-o", "--output"; empty for a positional argument
    std::vector<std::string> aliases;  // older names: accepted, but not shown
    std::vector<std::string> foreign;  // names in other programs: not accepted, but understood
    std::string value;                 // placeholder of the value: "N", "FILE"; empty for a flag
    std::string help;
    std::string group;
    std::string default_value;  // empty: none
    std::vector<std::string> values;
    bool is_required = false;
    bool repeats = false;
    std::vector<const Argument*> conflicts, prerequisites;
    std::function<Result<void>(const std::string& text)> set;
    std::function<double()> number;  // the value after set(), for range()

    bool positional() const { return names.empty(); }
    bool flag() const { return value.empty(); }
    // "--output", or "FILE" for a positional argument.
    const std::string& name() const { return positional() ? value : names.back(); }

    Argument& required();
    Argument& range(double min, double max);
    Argument& choices(std::vector<std::string> all);
    // Shown as the default if the program determines it at run time.
    Argument& default_text(std::string text);
    Argument& existing_file();
    Argument& alias(std::string old_name);
    // An unknown option with one of these names is answered with this one.
    Argument& suggest_for(std::vector<std::string> names_elsewhere);
    Argument& excludes(const Argument& other);
    Argument& needs(const Argument& other);
};

// Parsing and printing of each type of value.
Result<void> read_value(const std::string& text, std::string& value);
Result<void> read_value(const std::string& text, int& value);
Result<void> read_value(const std::string& text, std::uint32_t& value);
Result<void> read_value(const std::string& text, std::uint64_t& value);
Result<void> read_value(const std::string& text, double& value);
// A number without a unit is in the unit of the type.
template <class Rep, class Period>
Result<void> read_value(const std::string& text, std::chrono::duration<Rep, Period>& value) {
    using std::chrono::milliseconds;
    const auto unit =
        std::chrono::duration_cast<milliseconds>(std::chrono::duration<std::int64_t, Period>(1));
    TRY(const auto time, parse_duration(text, unit));
    value = std::chrono::duration_cast<std::chrono::duration<Rep, Period>>(time);
    return {};
}
template <class T>
Result<void> read_value(const std::string& text, std::optional<T>& value) {
    return read_value(text, value.emplace());
}
template <class T>
Result<void> read_value(const std::string& text, std::vector<T>& value) {
    return read_value(text, value.emplace_back());
}

std::string value_text(const std::string& value);
std::string value_text(std::uint64_t value);
std::string value_text(double value);
template <class T>
std::string value_text(const T& value) {
    if constexpr (std::is_integral_v<T>) return value_text(static_cast<std::uint64_t>(value));
    if constexpr (requires { typename T::period; })
        return exact_duration_text(std::chrono::duration_cast<std::chrono::milliseconds>(value));
    return {};  // optional values and lists have no default
}

class Command {
public:
    // The summary is one sentence. An example is a whole command line.
    Command(std::string name, std::string summary, std::vector<std::string> examples);
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;

    Command& add(std::string name, std::string summary, std::vector<std::string> examples);
    // A command for programs; help does not list it.
    Command& add_hidden(std::string name, std::string summary, std::vector<std::string> examples);
    // The heading of the options that follow.
    Command& group(std::string heading);

    // "--jobs N", "-o,--output FILE", "FILE"; a vector takes several values. `target` holds the
    // default and must outlive the command.
    template <class T>
    Argument& option(std::string_view spelling, T& target, std::string help) {
        Argument& argument = declare(spelling, std::move(help), [&target](const std::string& text) {
            return read_value(text, target);
        });
        argument.repeats = requires { target.emplace_back(); };
        argument.default_value = value_text(target);
        argument.number = [&target]() -> double {
            static_cast<void>(target);  // unused where the type has no number
            if constexpr (requires { target->count(); })
                return static_cast<double>(target->count());
            else if constexpr (requires { target.count(); })
                return static_cast<double>(target.count());
            else if constexpr (requires { static_cast<double>(*target); })
                return static_cast<double>(*target);
            else if constexpr (requires { static_cast<double>(target); })
                return static_cast<double>(target);
            else
                return 0;
        };
        return argument;
    }
    Argument& flag(std::string_view name, bool& target, std::string help);
    Argument& declare(std::string_view spelling, std::string help,
                      std::function<Result<void>(const std::string&)> set);
    // A paragraph below the options.
    void note(std::string text) { notes_.push_back(std::move(text)); }

    // The action, called after parsing: returns Result<void>, or the exit code as Result<int>.
    template <class F>
    void run(F action) {
        action_ = [action](Streams io) -> Result<int> {
            if constexpr (std::is_same_v<decltype(action(io)), Result<void>>) {
                TRY_VOID(action(io));
                return 0;
            } else {
                return action(io);
            }
        };
    }

    const std::string& name() const { return name_; }
    std::string path() const;  // "xttt tournament run"
    const std::string& summary() const { return summary_; }
    const std::vector<std::string>& examples() const { return examples_; }
    const std::vector<std::string>& notes() const { return notes_; }
    bool hidden() const { return hidden_; }
    const Command* parent() const { return parent_; }
    const std::vector<std::unique_ptr<Command>>& commands() const { return commands_; }
    const std::vector<std::unique_ptr<Argument>>& arguments() const { return arguments_; }
    const std::function<Result<int>(Streams)>& action() const { return action_; }

private:
    std::string name_, summary_;
    std::vector<std::string> examples_, notes_;
    std::string group_ = "Options";
    bool hidden_ = false;
    const Command* parent_ = nullptr;
    std::vector<std::unique_ptr<Command>> commands_;
    std::vector<std::unique_ptr<Argument>> arguments_;
    std::function<Result<int>(Streams)> action_;
};

// Parses the words after the program name. Returns the command, and whether its help was requested.
struct ParsedCommand {
    const Command* command;
    bool help = false;
};
Result<ParsedCommand> parse_command_line(const Command& root,
                                         const std::vector<std::string>& words);

// Parses the words, runs the command and returns the exit code: 0 for success, 1 for bad data or
// failed files, 2 for wrong usage.
int run_command_line(const Command& root, const std::vector<std::string>& words, Streams io);

}  // namespace xttt
