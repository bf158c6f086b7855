#pragma once

#include <ostream>
#include <string>

#include "base/result.h"

namespace xttt {

struct NewBotOptions {
    std::string folder;  // its last part is the name of the bot
    std::string language = "python";
};

// Makes a folder with a bot that plays, for its author to go on from.
Result<void> run_new_bot(const NewBotOptions& options, std::ostream& out);

}  // namespace xttt
