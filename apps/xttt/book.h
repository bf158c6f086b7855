#pragma once

#include <ostream>
#include <string>

#include "command_line.h"
#include "search/make_searcher.h"

namespace xttt {

struct BookOptions {
    std::string variant = std::string(kVariants.front()->name);
    int plies = 4;
    int breadth = 3;
    int depth = 10;
    SearchOptions search;
    std::string out;  // file to write; standard output if empty
};

// Builds an opening book; progress goes to `log`.
Result<void> run_book(const BookOptions& options, std::ostream& out, std::ostream& log);

}  // namespace xttt
