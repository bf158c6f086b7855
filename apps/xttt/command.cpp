#include "command.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"

namespace xttt {
namespace {

template <class T>
Result<void> read_whole_number(const std::string& text, T& value) {
    const auto number = to_number<T>(text);
    if (!number) return fail(Errc::Usage, fmt::format("{} is not a whole number", quote(text)));
    value = *number;
    return {};
}

}  // namespace

Argument& Argument::required() {
    is_required = true;
    return *this;
}

Argument& Argument::range(double min, double max) {
    set = [this, read = std::move(set), min, max](const std::string& text) -> Result<void> {
        TRY_VOID(read(text));
        if (number() >= min && number() <= max) return {};
        const auto shown = [](double limit) {
            return limit < 1e15 ? fmt::format("{}", limit) : fmt::format("{:.0f}", limit);
        };
        return fail(Errc::Usage, fmt::format("{} is out of range ({} to {})", quote(text),
                                             shown(min), shown(max)));
    };
    return *this;
}

Argument& Argument::choices(std::vector<std::string> all) {
    values = std::move(all);
    set = [this, read = std::move(set)](const std::string& text) -> Result<void> {
        if (std::ranges::find(values, text) != values.end()) return read(text);
        return fail(Errc::Usage, fmt::format("unknown {}; choose from {}", quote(text),
                                             fmt::join(values, ", ")));
    };
    return *this;
}

Argument& Argument::default_text(std::string text) {
    default_value = std::move(text);
    return *this;
}

Argument& Argument::existing_file() {
    set = [read = std::move(set)](const std::string& text) -> Result<void> {
        std::error_code failed;
        if (std::filesystem::is_regular_file(text, failed)) return read(text);
        return fail(Errc::Usage, fmt::format("no such file: {}", quote(text)));
    };
    return *this;
}

Argument& Argument::alias(std::string old_name) {
    aliases.push_back(std::move(old_name));
    return *this;
}

Argument& Argument::suggest_for(std::vector<std::string> names_elsewhere) {
    foreign = std::move(names_elsewhere);
    return *this;
}

Argument& Argument::excludes(const Argument& other) {
    conflicts.push_back(&other);
    return *this;
}

Argument& Argument::needs(const Argument& other) {
    prerequisites.push_back(&other);
    return *this;
}

Result<void> read_value(const std::string& text, std::string& value) {
    value = text;
    return {};
}
Result<void> read_value(const std::string& text, int& value) {
    return read_whole_number(text, value);
}
Result<void> read_value(const std::string& text, std::uint32_t& value) {
    return read_whole_number(text, value);
}
Result<void> read_value(const std::string& text, std::uint64_t& value) {
    return read_whole_number(text, value);
}
Result<void> read_value(const std::string& text, double& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc{} && end == text.data() + text.size()) return {};
    return fail(Errc::Usage, fmt::format("{} is not a number", quote(text)));
}

std::string value_text(const std::string& value) {
    return value;
}
std::string value_text(std::uint64_t value) {
    return fmt::to_string(value);
}
std::string value_text(double value) {
    return fmt::to_string(value);
}

Command::Command(std::string name, std::string summary, std::vector<std::string> examples)
    : name_(std::move(name)), summary_(std::move(summary)), examples_(std::move(examples)) {}

Command& Command::add(std::string name, std::string summary, std::vector<std::string> examples) {
    commands_.push_back(
        std::make_unique<Command>(std::move(name), std::move(summary), std::move(examples)));
    commands_.back()->parent_ = this;
    return *commands_.back();
}

Command& Command::add_hidden(std::string name, std::string summary,
                             std::vector<std::string> examples) {
    Command& command = add(std::move(name), std::move(summary), std::move(examples));
    command.hidden_ = true;
    return command;
}

Command& Command::group(std::string heading) {
    group_ = std::move(heading);
    return *this;
}

Argument& Command::declare(std::string_view spelling, std::string help,
                           std::function<Result<void>(const std::string&)> set) {
    auto argument = std::make_unique<Argument>();
    const auto blank = std::min(spelling.find(' '), spelling.size());
    if (spelling.starts_with('-')) {
        for (const auto part : split(spelling.substr(0, blank), ','))
            argument->names.emplace_back(part);
        argument->value = spelling.substr(std::min(blank + 1, spelling.size()));
    } else {
        argument->value = spelling;
    }
    argument->help = std::move(help);
    argument->group = argument->positional() ? "Arguments" : group_;
    argument->set = std::move(set);
    arguments_.push_back(std::move(argument));
    return *arguments_.back();
}

Argument& Command::flag(std::string_view name, bool& target, std::string help) {
    return declare(name, std::move(help), [&target](const std::string&) -> Result<void> {
        target = true;
        return {};
    });
}

std::string Command::path() const {
    return parent_ == nullptr ? name_ : parent_->path() + " " + name_;
}

}  // namespace xttt
