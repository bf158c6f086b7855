#include "process/sandbox.h"

#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "process/resource_limits.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

// Apart from /tmp itself, where the folder of a program kept below /tmp shows.
constexpr const char* kTemporaryFolder = "/tmp/own";
constexpr const char* kLauncherInside = "/run/xttt-sandbox";

class Arguments {
public:
    void add(std::initializer_list<std::string> texts) { list_.insert(list_.end(), texts); }
    void add_all(const std::vector<std::string>& texts) {
        list_.insert(list_.end(), texts.begin(), texts.end());
    }
    // The same path inside as outside; absent ones are skipped.
    void read_only(const std::string& path) { add({"--ro-bind-try", path, path}); }
    // /lib and its like are symbolic links on some systems and folders on others.
    void system_folder(const std::string& path) {
        std::error_code failed;
        if (fs::is_symlink(path, failed))
            add({"--symlink", fs::read_symlink(path, failed).string(), path});
        else
            read_only(path);
    }
    std::vector<std::string> take() { return std::move(list_); }

private:
    std::vector<std::string> list_;
};

void add_namespaces(Arguments& command) {
    command.add({"--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-net",
                 "--unshare-uts", "--hostname", "sandbox", "--unshare-cgroup-try"});
    command.add({"--die-with-parent", "--new-session", "--cap-drop", "ALL"});
}

// What every dynamically linked program needs to start: libraries, and how they are found.
void add_system(Arguments& command) {
    for (const char* folder : {"/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib"})
        command.read_only(folder);
    for (const char* folder : {"/lib", "/lib32", "/lib64"}) command.system_folder(folder);
    for (const char* file : {"/etc/ld.so.cache", "/etc/alternatives", "/usr/share/zoneinfo"})
        command.read_only(file);
    for (const char* device :
         {"/dev/null", "/dev/zero", "/dev/full", "/dev/urandom", "/dev/random"})
        command.add({"--dev-bind-try", device, device});
}

// Whether a folder holds more than one program's files, so that a sandbox must not show it: the
// system's, the user's home, or where everybody puts things.
bool is_shared(const fs::path& folder) {
    const fs::path normal = (folder / "").lexically_normal();
    const char* home = std::getenv("HOME");
    for (const char* shared : {"/", "/tmp/", "/var/tmp/", "/home/", "/bin/", "/sbin/", "/etc/"})
        if (normal == shared) return true;
    return !normal.is_absolute() || normal.string().starts_with("/usr/") ||
           (home != nullptr && normal == (fs::path(home) / "").lexically_normal());
}

}  // namespace

Result<std::string> sandbox_launcher(const SandboxConfig& options) {
    std::error_code failed;
    const fs::path path =
        options.launcher.empty()
            ? fs::read_symlink("/proc/self/exe", failed).parent_path() / "xttt-sandbox"
            : fs::path(options.launcher);
    if (::access(path.c_str(), X_OK) == 0) return path.string();
    return fail(
        Errc::Unsupported,
        fmt::format("the sandbox needs its launcher '{}', which is not there", path.string()));
}

std::vector<std::string> sandbox_environment() {
    return {
        "PATH=/usr/bin:/bin",
        "HOME=/tmp",
        std::string("TMPDIR=") + kTemporaryFolder,
        "USER=bot",
        "LOGNAME=bot",
        "LANG=C.UTF-8",
        "OMP_NUM_THREADS=1",
        "OPENBLAS_NUM_THREADS=1",
        "MKL_NUM_THREADS=1",
        "BLIS_NUM_THREADS=1",
        "NUMEXPR_NUM_THREADS=1",
        "LOKY_MAX_CPU_COUNT=1",
        "JOBLIB_MULTIPROCESSING=0",
        "PYTHONDONTWRITEBYTECODE=1",
        "PYTHONHASHSEED=0",
    };
}

Result<std::vector<std::string>> sandbox_command(const SandboxConfig& options,
                                                 const std::vector<std::string>& argv,
                                                 const std::string& cwd) {
    const auto launcher = sandbox_launcher(options);
    if (!launcher) return std::unexpected(launcher.error());

    Arguments command;
    command.add({"bwrap"});
    add_namespaces(command);
    add_system(command);
    command.add({"--size", std::to_string(options.temporary_space), "--tmpfs", "/tmp", "--dir",
                 kTemporaryFolder});
    const std::string folder = fs::path(argv.front()).parent_path().string();
    const bool has_folder = !is_shared(folder);
    command.read_only(has_folder ? folder : argv.front());
    for (const auto& path : options.readable) {
        if (is_shared(path))
            return fail(Errc::Usage,
                        fmt::format("'{}' cannot be shown inside a sandbox, for others' files are "
                                    "there too: put the program into a folder of its own",
                                    path));
        command.add({"--ro-bind", path, path});
    }
    for (const auto& path : options.hidden) command.add({"--ro-bind", "/dev/null", path});
    command.add({"--ro-bind", *launcher, kLauncherInside, "--remount-ro", "/"});
    command.add({"--chdir", !cwd.empty() ? cwd : has_folder ? folder : "/tmp"});
    command.add({"--", kLauncherInside});
    command.add_all(to_arguments(ResourceLimits{
        // Room for address space that is reserved and never used. What is used is watched from
        // outside, where going over it can be told from an innocent failure. (The stack of a thread
        // is reserved before the thread is started, and forbidden.)
        .data = 4 * options.memory_limit + options.stack_limit,
        .stack = options.stack_limit,
        .file_size = options.temporary_space,
        .open_files = static_cast<std::uint64_t>(options.open_files),
    }));
    command.add_all(argv);
    return command.take();
}

}  // namespace xttt
