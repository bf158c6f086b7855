#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <ostream>
#include <string>

#include "common_options.h"

namespace xttt {

struct PlayOptions {
    std::string x = "human";
    std::string o = "engine";
    std::string variant = std::string(kVariants.front()->name);
    std::string resume;  // a saved game to go on with
    std::string save = "game.xgn";
    std::optional<std::uint64_t> seed;
    LimitOptions limits;
    SandboxOptions sandbox;
    bool plain = false;  // line by line even on a terminal
    StyleOptions style;
};

// A person plays: on the whole terminal, or line by line where there is none.
Result<void> run_play(const PlayOptions& options, std::istream& in, std::ostream& out);

}  // namespace xttt
