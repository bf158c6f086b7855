#include "process/sandbox.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <vector>

#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process/resource_limits.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

// The user's home folder according to the system's list of users; empty if unknown. Not getpwuid(),
// whose result all threads share.
std::string listed_home() {
    std::vector<char> text(std::size_t{1} << 16);
    passwd entry{};
    passwd* user = nullptr;
    const int failed = ::getpwuid_r(::getuid(), &entry, text.data(), text.size(), &user);
    return failed == 0 && user != nullptr && user->pw_dir != nullptr ? user->pw_dir : "";
}

// Not /tmp itself, where the folder of a program below /tmp is visible.
constexpr const char* kTemporaryFolder = "/tmp/own";
// Address space for the program, its libraries and files it maps.
constexpr std::uint64_t kProgramFiles = std::uint64_t{2} << 30;
constexpr const char* kLauncherInside = "/run/xttt-sandbox";

class Arguments {
public:
    void add(std::initializer_list<std::string> texts) { list_.insert(list_.end(), texts); }
    void add_all(const std::vector<std::string>& texts) {
        list_.insert(list_.end(), texts.begin(), texts.end());
    }
    // The same path inside as outside; absent ones are skipped.
    void read_only(const std::string& path) { add({"--ro-bind-try", path, path}); }
    // Folders such as /lib are symbolic links on some systems and folders on others.
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
    // The launcher limits the files of /tmp with its only capability, and then drops it.
    command.add({"--as-pid-1", "--new-session", "--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN"});
}

// Links in Java's folder lead to its settings in these. Looked up once per process.
const std::vector<std::string>& java_settings() {
    static const auto found = [] {
        std::vector<std::string> folders;
        std::error_code failed;
        for (const auto& entry : fs::directory_iterator("/etc", failed))
            if (entry.path().filename().string().starts_with("java-"))
                folders.push_back(entry.path().string());
        return folders;
    }();
    return found;
}

// Libraries and loader configuration that every dynamically linked program needs.
void add_system(Arguments& command) {
    for (const char* folder : {"/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib"})
        command.read_only(folder);
    for (const char* folder : {"/lib", "/lib32", "/lib64"}) command.system_folder(folder);
    for (const char* file : {"/etc/ld.so.cache", "/etc/alternatives", "/usr/share/zoneinfo"})
        command.read_only(file);
    for (const auto& folder : java_settings()) command.read_only(folder);
    // No /dev/zero: a shared mapping of it does not count as resident memory.
    for (const char* device : {"/dev/null", "/dev/full", "/dev/urandom", "/dev/random"})
        command.add({"--dev-bind-try", device, device});
}

}  // namespace

bool is_shared_folder(const std::string& folder) {
    std::error_code failed;
    const fs::path real = fs::canonical(folder, failed);
    if (failed || !real.is_absolute()) return true;
    const auto contains = [&](const fs::path& outer, const fs::path& inner) {
        return std::ranges::mismatch(outer, inner).in1 == outer.end();
    };
    // Folders such as "/", "/home" and "/tmp", and home folders directly below /home.
    const auto depth = std::distance(real.begin(), real.end());
    if (depth <= 2 || real.parent_path() == "/home") return true;
    for (const char* system : {"/usr", "/etc", "/bin", "/sbin", "/lib", "/dev", "/proc", "/sys"})
        if (contains(system, real)) return true;
    // The home may be a symbolic link; its parents contain it.
    const std::string listed = listed_home();
    for (const char* home : {static_cast<const char*>(std::getenv("HOME")), listed.c_str()}) {
        if (home == nullptr || *home == '\0') continue;
        const fs::path place = fs::canonical(home, failed);
        if (!failed && contains(real, place)) return true;
    }
    struct stat about{};
    return ::stat(real.c_str(), &about) != 0 || (about.st_mode & S_IWOTH) != 0;
}

Result<std::string> sandbox_launcher(const SandboxConfig& options) {
    std::error_code failed;
    const fs::path path =
        options.launcher.empty()
            ? fs::read_symlink("/proc/self/exe", failed).parent_path() / "xttt-sandbox"
            : fs::path(options.launcher);
    if (::access(path.c_str(), X_OK) == 0) return path.string();
    return fail(Errc::Unsupported,
                fmt::format("the sandbox launcher '{}' is missing", path.string()));
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
    TRY(const auto launcher, sandbox_launcher(options));

    Arguments command;
    command.add({"bwrap"});
    add_namespaces(command);
    add_system(command);
    command.add({"--size", std::to_string(options.temporary_space), "--tmpfs", "/tmp", "--dir",
                 kTemporaryFolder});
    // A folder below /tmp of which only some files are shown is read-only too, as elsewhere.
    const bool shows_part_of_cwd =
        cwd.starts_with("/tmp/") &&
        std::ranges::find(options.readable, cwd) == options.readable.end();
    if (shows_part_of_cwd) command.add({"--tmpfs", cwd});
    command.read_only(argv.front());
    for (const auto& path : options.readable) {
        if (fs::is_directory(path) && is_shared_folder(path))
            return fail(
                Errc::Usage,
                fmt::format("'{}' cannot be made visible in the sandbox because it contains files "
                            "of others: move the program to its own folder",
                            path));
        command.add({"--ro-bind", path, path});
    }
    for (const auto& path : options.installed) command.add({"--ro-bind", path, path});
    command.add({"--ro-bind", launcher, kLauncherInside, "--remount-ro", "/"});
    if (shows_part_of_cwd) command.add({"--remount-ro", cwd});
    command.add({"--chdir", cwd.empty() ? "/tmp" : cwd});
    command.add({"--", kLauncherInside});
    command.add_all(to_arguments(ResourceLimits{
        // Allows for address space that is reserved but not used. Memory in use is measured from
        // outside, which tells an exceeded limit from another failure. (The stack of a thread is
        // reserved before the thread is started, and forbidden unless threads are allowed.)
        .address_space = 4 * options.memory_limit + options.stack_limit + kProgramFiles,
        .data = 4 * options.memory_limit + options.stack_limit,
        .stack = options.stack_limit,
        .file_size = options.temporary_space,
        .open_files = static_cast<std::uint64_t>(options.open_files),
        .temporary_inodes = options.temporary_inodes,
        .threads = static_cast<std::uint64_t>(options.threads),
    }));
    command.add_all(argv);
    return command.take();
}

}  // namespace xttt
