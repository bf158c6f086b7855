#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "process/child.h"

namespace xttt {

// A Python file with a class that has move(self, board, old_move, flag).
struct CourseBot {
    std::string file;
    std::string class_name = {};  // empty: the only such class in the file
    // Auto: Python 2 or 3 as the text looks. See docs/reference/course-bots.md.
    enum class Language { Auto, Python2, Python3 } language = Language::Auto;
    std::string interpreter = {};  // empty: the system's python3
};

// The command that plays a course bot: the host in python/, which speaks UGI for it and, where a
// move was due but none came, one line "forfeit REASON TEXT" instead (host.py lists the reasons;
// parse_forfeit reads it). Fails when file, host or interpreter is missing; whether the file holds
// a bot shows in the handshake.
//
// The result asks for a sandbox in which the host and the bot's visible_files can be read (others
// are files of other entrants); adjust its
// limits, or reset it where the caller was told to trust the bot.
Result<ChildOptions> course_bot_command(const CourseBot& bot,
                                        std::span<const std::string> others = {});

// How to start a program that somebody wrote, sandboxed or not; argv[0] is its full path.
//
// In a sandbox a script ("#!" and its interpreter) is started by its interpreter, because a sandbox
// lets one execve through and shows neither /usr/bin nor anything else outside the folder of the
// program; it sees the script's folder and the interpreter. A Python script, sandboxed or not,
// finds the package xttt that belongs to this executable, where there is one: see
// docs/reference/python.md.
Result<ChildOptions> program_command(std::vector<std::string> argv, bool sandboxed,
                                     std::span<const std::string> others = {});

// What the host says instead of an answer.
struct HostForfeit {
    enum class Reason { Load, Crash, Memory, Move, Board };
    Reason reason;
    std::string evidence;
};
// Empty when the line is something else.
std::optional<HostForfeit> parse_forfeit(std::string_view line);

}  // namespace xttt
