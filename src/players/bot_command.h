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
    // Auto: detects Python 2 or 3 from the text. Python2: a real Python 2.7 where find_python2
    // finds one, else translated as such. See docs/reference/course-bots.md.
    enum class Language { Auto, Python2, Python3 } language = Language::Auto;
    std::string interpreter = {};  // empty: the system's python3
};

// The path of Python 2.7 on this host, as it reports itself (version managers put wrapper scripts
// into PATH): XTTT_PYTHON2 if set, which must be Python 2.7, else python2.7 or python2 in PATH.
// Empty if there is none.
Result<std::string> find_python2();

// The command that plays a course bot: the host in python/, which speaks UGI for it. Instead of a
// move it may send one line "forfeit REASON TEXT" (host.py lists the reasons; parse_forfeit parses
// it). Fails if the file, the host or the interpreter is missing; the handshake shows whether the
// file contains a bot.
//
// The result requests a sandbox in which the host and the bot's visible_files are readable
// (`others` are files of other entrants). The caller may adjust its limits, or reset it for a
// trusted bot.
Result<ChildOptions> course_bot_command(const CourseBot& bot,
                                        std::span<const std::string> others = {});

// How to start an external program, sandboxed or not; argv[0] is its full path.
//
// In the sandbox a script ("#!" and its interpreter) is started through its interpreter, because
// the sandbox allows one execve and does not show /usr/bin; the script's folder and the interpreter
// are visible. A Python script, sandboxed or not, finds the package xttt of this executable, if
// there is one: see docs/reference/python.md.
Result<ChildOptions> program_command(std::vector<std::string> argv, bool sandboxed,
                                     std::span<const std::string> others = {});

// A message that the host sends instead of an answer.
struct HostForfeit {
    // Host: this host cannot run bots; not the fault of the bot.
    enum class Reason { Load, Crash, Memory, Move, Board, Host };
    Reason reason;
    std::string evidence;
};
// Empty if the text line is not such a message.
std::optional<HostForfeit> parse_forfeit(std::string_view text_line);

}  // namespace xttt
