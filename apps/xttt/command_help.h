#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command.h"

// What people read and shells complete, made from the declarations of the command line.
namespace xttt {

// What `COMMAND --help` prints: a sentence, examples, usage, options in groups.
std::string help_text(const Command& command);

// A manual page of section 1, as roff.
std::string man_page(const Command& command, std::string_view version);
// "xttt-tournament-run" for the command "xttt tournament run".
std::string man_page_name(const Command& command);

// How the last of the words after the program's name can go on, a line each: a word, and after a
// tab what it means. A line ":files" or ":folders" asks the shell for names of files.
std::vector<std::string> completions(const Command& root, const std::vector<std::string>& words);
// The script that makes bash, zsh or fish ask the program; empty for another shell.
std::string completion_script(std::string_view shell);

}  // namespace xttt
