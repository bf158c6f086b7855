#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace xttt {

// What an untrusted program gets: docs/reference/sandbox.md says what each of these guarantees and
// how.
struct SandboxConfig {
    // Files and folders it may read besides the system's libraries and the folder it lies in, at
    // their own paths. Nothing else of the file system exists for it, except an empty private /tmp.
    // A folder others share (the home folder, /tmp, ...) is not shown: there a program sees only
    // itself, and naming such a folder here is an error.
    std::vector<std::string> readable = {};
    // Files inside those that it shall not read after all, such as its opponent's.
    std::vector<std::string> hidden = {};
    std::uint64_t memory_limit = std::uint64_t{1} << 30;  // resident bytes
    std::uint64_t stack_limit = std::uint64_t{512} << 20;
    std::uint64_t temporary_space = std::uint64_t{16} << 20;  // bytes in its /tmp
    int open_files = 64;
    // The program that closes the sandbox from inside; empty: xttt-sandbox beside this executable.
    std::string launcher = {};
};

// What a sandboxed program did that ends its game at once.
struct Violation {
    enum class Kind {
        ProcessOrThread,  // it tried to start one
        SystemCall,       // it tried something that reaches outside
        Memory,           // it holds more memory than it may
    };
    Kind kind;
    std::string evidence;  // the system call with what is known of its arguments, or the bytes held
};

// Whether this host can keep each promise of the sandbox. Probed once per process, in some
// milliseconds.
struct SandboxSupport {
    struct Guarantee {
        std::string name;  // "namespaces", "system call filter", ...
        bool available;
        std::string missing;  // why not, and what would provide it
    };
    std::vector<Guarantee> guarantees;

    bool complete() const;
    // One line per guarantee that is missing.
    std::string what_is_missing() const;
};
const SandboxSupport& sandbox_support();

// The environment of a sandboxed program: nothing of ours but a path, a home in its /tmp, and what
// keeps numeric libraries from starting threads.
std::vector<std::string> sandbox_environment();

// Where the sandbox's launcher is, as SandboxConfig::launcher says.
Result<std::string> sandbox_launcher(const SandboxConfig& options);

// The bubblewrap command that runs argv, a program with an absolute path, inside the sandbox. The
// launcher expects its control socket as descriptor kSandboxControl.
Result<std::vector<std::string>> sandbox_command(const SandboxConfig& options,
                                                 const std::vector<std::string>& argv,
                                                 const std::string& cwd);
inline constexpr int kSandboxControl = 3;

}  // namespace xttt
