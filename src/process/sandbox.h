#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace xttt {

// What an untrusted program gets: docs/reference/sandbox.md says what each of these guarantees and
// how.
struct SandboxConfig {
    // Files and folders it may read besides the system's libraries and itself, at their own paths.
    // Nothing else of the file system exists for it, except an empty private /tmp. Naming a folder
    // that others share (the home folder, /tmp, ...) is an error.
    std::vector<std::string> readable = {};
    std::uint64_t memory_limit = std::uint64_t{1} << 30;  // resident bytes
    std::uint64_t stack_limit = std::uint64_t{512} << 20;
    std::uint64_t temporary_space = std::uint64_t{16} << 20;  // bytes in its /tmp
    std::uint64_t temporary_inodes = 1024;  // files, folders and links in its /tmp
    int open_files = 64;
    bool cgroups = true;  // use control groups where the host has them
    // The program that closes the sandbox from inside; empty: xttt-sandbox beside this executable.
    std::string launcher = {};
};

// What a sandboxed program did that ends its game at once.
struct Violation {
    enum class Kind {
        ProcessOrThread,  // it tried to start one
        SystemCall,       // it tried something that reaches outside
        Memory,           // it holds more memory than it may
        OpponentTime,     // it ran while it was not its turn
    };
    Kind kind;
    std::string evidence;  // the system call with what is known of its arguments, or the bytes held
};

// What this host can enforce. Probed once per process, in some milliseconds.
struct SandboxSupport {
    struct Guarantee {
        std::string name;     // "bubblewrap", "freezer", ...
        std::string purpose;  // what it is for, in a few words
        bool available = false;
        bool required = true;      // without it no bot runs; else there is a weaker substitute
        std::string missing = {};  // why it is not available
        std::string remedy = {};   // the command that provides it, where there is one
    };
    std::vector<Guarantee> guarantees;

    bool complete() const;  // has all that are required
    bool has_all() const;
    // One line per required guarantee that is missing.
    std::string what_is_missing() const;
};
const SandboxSupport& sandbox_support();

// Whether a folder may contain files of others, so that it must not be visible in a sandbox: a
// system folder, a home folder or a parent of one, or a world-writable folder.
bool is_shared_folder(const std::string& folder);

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
