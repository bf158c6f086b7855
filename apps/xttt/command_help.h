#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command.h"

// Help, manual pages and completions, generated from the declarations of the command line.
namespace xttt {

// The output of `COMMAND --help`: a sentence, examples, usage, options in groups.
std::string help_text(const Command& command);

// A manual page of section 1, as roff.
std::string man_page(const Command& command, std::string_view version);
// "xttt-tournament-run" for the command "xttt tournament run".
std::string man_page_name(const Command& command);

// The completions of the last word, one per row: a word, then a tab and its description. A row
// ":files" or ":folders" makes the shell complete file names.
std::vector<std::string> completions(const Command& root, const std::vector<std::string>& words);
// The completion script for bash, zsh or fish; empty for another shell.
std::string completion_script(std::string_view shell);

}  // namespace xttt
