#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/result.h"
#include "record/board_drawing.h"
#include "rules/fen.h"
#include "rules/notation.h"

namespace xttt {

// Writes "xttt: message" on one line of standard error.
void complain(const Error& error);

// 0 for success; otherwise complains and gives 2 for wrong usage, 1 for bad data or failed files.
int exit_code(const Result<void>& result);

// Flushes a stream and tells whether everything written to it has arrived.
Result<void> check_written(std::ostream& out, const std::string& name);

void add_variant_option(CLI::App& command, std::string& variant);

// A seed for randomness; stays empty if none is given.
void add_seed_option(CLI::App& command, std::optional<std::uint64_t>& seed);

// A position named on the command line: a variant's start or a FEN, and moves from there.
struct PositionOptions {
    std::string variant = std::string(kVariants.front()->name);
    std::string fen;
    std::vector<std::string> moves;
};
void add_position_options(CLI::App& command, PositionOptions& options);

template <const Variant& V>
Result<Position<V>> position_of(const PositionOptions& options) {
    auto pos = options.fen.empty() ? Position<V>::initial() : parse_fen<V>(options.fen);
    if (!pos) return pos;
    const auto played = play_moves<V>(*pos, fmt::format("{}", fmt::join(options.moves, " ")));
    if (!played) return std::unexpected(played.error());
    return pos;
}

// How boards are drawn: --ascii and --color=auto|always|never.
struct StyleOptions {
    bool ascii = false;
    std::string color = "auto";
};
void add_style_options(CLI::App& command, StyleOptions& options);
// "auto" means colour on a terminal, unless NO_COLOR is set or the terminal is a dumb one.
DrawingStyle style_of(const StyleOptions& options);

}  // namespace xttt
