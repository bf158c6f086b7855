#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "common_options.h"

namespace xttt {

struct CheckBotOptions {
    std::string bot;
    std::string variant = std::string(kVariants.front()->name);
    int positions = 200;
    std::optional<std::uint64_t> seed;
    LimitOptions limits;
    SandboxOptions sandbox;
};

// Says what is wrong with a bot. A bot with which something is wrong is an Errc::BadInput.
Result<void> run_check_bot(const CheckBotOptions& options, std::ostream& out);

}  // namespace xttt
