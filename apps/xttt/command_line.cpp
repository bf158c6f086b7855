#include "command_line.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include <unistd.h>

#include "base/text.h"
#include "rules/with_variant.h"

namespace xttt {

void complain(const Error& error) {
    std::cerr << "xttt: " << error.message << '\n';
}

int exit_code(const Result<void>& result) {
    if (result) return 0;
    complain(result.error());
    return result.error().code == Errc::Usage ? 2 : 1;
}

Result<void> check_written(std::ostream& out, const std::string& name) {
    // A stream that failed before has left its reason in errno.
    if (out) {
        errno = 0;
        out.flush();
    }
    if (out) return {};
    return fail(Errc::Io, fmt::format("cannot write {}: {}", name,
                                      errno != 0 ? std::strerror(errno) : "output failed"));
}

void add_variant_option(CLI::App& command, std::string& variant) {
    command.add_option("--variant", variant, "The variant: " + variant_names())
        ->capture_default_str();
}

void add_seed_option(CLI::App& command, std::optional<std::uint64_t>& seed) {
    const auto read = [&seed](const std::string& text) {
        seed = to_number<std::uint64_t>(text);
        if (!seed)
            throw CLI::ValidationError("--seed", "not a number from 0 to 2^64-1: " + quote(text));
    };
    command.add_option_function<std::string>("--seed", read, "Repeats the game with this number");
}

void add_position_options(CLI::App& command, PositionOptions& options) {
    add_variant_option(command, options.variant);
    command.add_option("--fen", options.fen, "Start from this position instead of the empty board");
    command.add_option("--moves", options.moves, "Moves to play from there, such as \"h9 p16\"");
}

void add_style_options(CLI::App& command, StyleOptions& options) {
    command.add_flag("--ascii", options.ascii, "Draw with plain ASCII characters");
    command.add_option("--color", options.color, "Colours: auto (on a terminal), always or never")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->capture_default_str();
}

DrawingStyle style_of(const StyleOptions& options) {
    const auto variable = [](const char* name) -> std::string_view {
        const char* value = std::getenv(name);
        return value == nullptr ? "" : value;
    };
    const bool wanted =
        isatty(STDOUT_FILENO) == 1 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
    return {.ascii = options.ascii,
            .color = options.color == "always" || (options.color == "auto" && wanted)};
}

}  // namespace xttt
