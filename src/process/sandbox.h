#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "process/cgroup.h"

namespace xttt {

// The configuration of a sandbox; docs/reference/sandbox.md describes what each part guarantees.
struct SandboxConfig {
    // Files and folders that it may read besides the system libraries and itself, at the same
    // paths. No other files exist for it, except an empty private /tmp. A folder that others share
    // (the home folder, /tmp, ...) is an error.
    std::vector<std::string> readable = {};
    // Folders of this installation that it may read too, wherever it is installed.
    std::vector<std::string> installed = {};
    std::uint64_t memory_limit = std::uint64_t{1} << 30;  // resident bytes
    std::uint64_t stack_limit = std::uint64_t{512} << 20;
    std::uint64_t temporary_space = std::uint64_t{16} << 20;  // bytes in its /tmp
    std::uint64_t temporary_inodes = 1024;  // files, folders and links in its /tmp
    int open_files = 64;
    // Threads it may start, for runtimes that need them. They share one processor.
    int threads = 0;
    // The control groups to use; not set: all that the host offers. CgroupSupport{} is none.
    std::optional<CgroupSupport> cgroups = std::nullopt;
    // The launcher inside the sandbox; empty: xttt-sandbox next to this executable.
    std::string launcher = {};
};

// An action of a sandboxed program that ends its game.
struct Violation {
    enum class Kind {
        ProcessOrThread,  // it tried to start one
        SystemCall,       // it tried a forbidden system call
        Memory,           // it exceeded its memory limit
        OpponentTime,     // it ran during its opponent's turn
    };
    Kind kind;
    std::string evidence;  // the system call with its known arguments, or the memory used
};

// What this host can enforce. Probed once per process; takes some milliseconds.
struct SandboxSupport {
    struct Guarantee {
        std::string name;     // "bubblewrap", "freezer", ...
        std::string purpose;  // its purpose, in a few words
        bool available = false;
        bool required = true;      // without it no bot runs; otherwise a weaker substitute is used
        std::string missing = {};  // why it is not available
        std::string remedy = {};   // the command that provides it, if there is one
    };
    std::vector<Guarantee> guarantees;

    bool complete() const;  // has all that is required
    bool has_all() const;
    // One line per missing requirement.
    std::string what_is_missing() const;
};
const SandboxSupport& sandbox_support();

// Whether a folder may contain files of others, so that it must not be visible in a sandbox: a
// system folder, a home folder or a parent of one, or a world-writable folder.
bool is_shared_folder(const std::string& folder);

// The environment of a sandboxed program: a PATH, a home in its /tmp, and variables that keep
// numeric libraries from starting threads.
std::vector<std::string> sandbox_environment();

// The path of the launcher, according to SandboxConfig::launcher.
Result<std::string> sandbox_launcher(const SandboxConfig& options);

// The bubblewrap command that runs argv, a program with an absolute path, inside the sandbox. The
// launcher expects its control socket as descriptor kSandboxControl, and as kSandboxLifeline the
// reading end of a pipe: the sandbox ends when the other end is closed everywhere. Bubblewrap
// itself needs no death signal. With one it could end before the first process of the sandbox has
// heard from it, and that process would wait for ever.
Result<std::vector<std::string>> sandbox_command(const SandboxConfig& options,
                                                 const std::vector<std::string>& argv,
                                                 const std::string& cwd);
inline constexpr int kSandboxControl = 3;
inline constexpr int kSandboxLifeline = 4;

}  // namespace xttt
