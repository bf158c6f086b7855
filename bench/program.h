#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/result.h"

// Common start and end of the programs in this folder. Exit status as in `xttt`: 0 for success, 2
// for wrong usage, 1 for any other failure, with a message on standard error.
namespace xttt {

// Nodes a search may visit.
inline CLI::Range node_range() {
    return {std::uint64_t{1}, std::uint64_t{1} << 62};
}

inline int exit_code(const CLI::App& program, const Result<void>& result) {
    if (result) return 0;
    fmt::print(stderr, "{}: {}\n", program.get_name(), result.error().message);
    return result.error().code == Errc::Usage ? 2 : 1;
}

// The exit status, if there is nothing left to do: after --help, or on wrong usage.
inline std::optional<int> read_command_line(CLI::App& program, int argc, char** argv) {
    try {
        program.parse(argc, argv);
    } catch (const CLI::Success& asked) {  // --help
        return program.exit(asked);
    } catch (const CLI::ParseError& error) {
        return exit_code(program, fail(Errc::Usage, fmt::format("{}; see {} --help", error.what(),
                                                                program.get_name())));
    }
    return std::nullopt;
}

}  // namespace xttt
