#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "arena/submission.h"
#include "base/text.h"
#include "process/child.h"
#include "process/process_tree.h"
#include "process/sandbox.h"
#include "process/spawn.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kBuildSpace = std::uint64_t{512} << 20;  // bytes of all files
constexpr std::uint64_t kBuildInodes = 65536;                    // files, folders and links
// Of all processes of a build together, without its files.
constexpr std::uint64_t kBuildMemory = std::uint64_t{3} << 30;
constexpr std::size_t kBuildThreads = 256;  // of all processes together
constexpr std::chrono::milliseconds kLookInterval{20};
constexpr const char* kLauncherInside = "/run/xttt-sandbox";
constexpr std::size_t kLargestProgram = std::size_t{64} << 20;
constexpr std::size_t kShownOutput = 8 * 1024;

// Builds a copy of /source in memory. The only thing that leaves the sandbox is what it writes to
// standard output: the name of the program, and its content in base64. Messages of the compiler go
// to standard error.
constexpr const char* kBuildScript = R"sh(
set -e
cp -r /source/. /build
cd /build
top=$(find . -maxdepth 3 -name CMakeLists.txt -o -maxdepth 3 -iname makefile | awk '{print length, $0}' | sort -n | head -n 1 | cut -d' ' -f2-)
[ -z "$top" ] || cd "$(dirname "$top")"
if [ -f CMakeLists.txt ]; then
  cmake -S . -B xttt-build -DCMAKE_BUILD_TYPE=Release 1>&2
  cmake --build xttt-build 1>&2
elif [ -f Makefile ] || [ -f makefile ]; then
  make 1>&2
else
  find . \( -name '*.cpp' -o -name '*.cc' -o -name '*.cxx' \) -print0 |
    xargs -0 g++ -std=c++20 -O2 -o bot 1>&2
fi
cd /build
find . -type f -perm -u+x -size -131072 -not -path '*/CMakeFiles/*' -not -name '*.so*' | while read -r file; do
  [ -e "/source/$file" ] || [ "$(head -c 4 "$file" | tail -c 3)" != ELF ] || printf '%s\n' "$file"
done > /tmp/programs
case $(wc -l < /tmp/programs) in
  0) echo "The build produced no program." 1>&2; exit 1;;
  1) ;;
  *) echo "The build made several programs, and only one can play:" 1>&2; cat /tmp/programs 1>&2; exit 1;;
esac
program=$(cat /tmp/programs)
echo "program $(basename "$program")"
base64 -w 4096 "$program"
)sh";

Result<std::vector<std::string>> build_command(const std::string& folder) {
    TRY(const auto launcher, sandbox_launcher(SandboxConfig{}));
    std::vector<std::string> command{"bwrap"};
    const auto add = [&](std::initializer_list<std::string> words) {
        command.insert(command.end(), words);
    };
    // The launcher ends the sandbox when its lifeline is closed.
    add({"--unshare-user", "--unshare-all", "--as-pid-1", "--new-session"});
    // The launcher limits the files of both folders with its only capability, and then drops it.
    add({"--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN", "--hostname", "sandbox"});
    // Read-only: as root, a build could write settings of the host's kernel, such as the program
    // that handles crashes. Root owns them, so that needs no capability.
    add({"--ro-bind", "/usr", "/usr", "--proc", "/proc", "--remount-ro", "/proc"});
    for (const char* path : {"/etc/alternatives", "/etc/ld.so.cache"})
        add({"--ro-bind-try", path, path});
    for (const char* device : {"/dev/null", "/dev/urandom", "/dev/random"})
        add({"--dev-bind-try", device, device});
    std::error_code failed;
    for (const char* path : {"/bin", "/lib", "/lib32", "/lib64"}) {
        if (fs::is_symlink(path, failed))
            add({"--symlink", fs::read_symlink(path, failed).string(), path});
        else
            add({"--ro-bind-try", path, path});
    }
    const std::string space = std::to_string(kBuildSpace);
    add({"--size", space, "--tmpfs", "/build", "--size", space, "--tmpfs", "/tmp"});
    add({"--ro-bind", folder, "/source", "--ro-bind", launcher, kLauncherInside});
    add({"--remount-ro", "/", "--chdir", "/build", "--"});
    add({kLauncherInside, "build", space, std::to_string(kBuildInodes)});
    add({"/usr/bin/nice", "-n", "10", "/bin/bash", "-c", kBuildScript});
    return command;
}

// The last bytes of the output of the build.
class BuildOutput {
public:
    void add(std::string_view text) {
        text_ += text;
        if (text_.size() > 2 * kShownOutput) text_.erase(0, text_.size() - kShownOutput);
    }
    std::string text() const {
        const std::string_view all = text_;
        const auto shown = all.substr(all.size() - std::min(all.size(), kShownOutput));
        return terminal_safe(shown, LineBreaks::Keep, kShownOutput);
    }

private:
    std::string text_;
};

std::optional<std::string> decode_base64(std::string_view text) {
    constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned held = 0;
    int bits = 0;
    while (text.ends_with('=')) text.remove_suffix(1);
    for (const char letter : text) {
        const auto value = kAlphabet.find(letter);
        if (value == std::string_view::npos) return std::nullopt;
        held = held << 6 | static_cast<unsigned>(value);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes += static_cast<char>(held >> bits & 0xff);
    }
    return bytes;
}

// Which limit the processes of a build exceed together; empty if none.
std::string excess_of(pid_t build) {
    const TreeUsage usage = usage_of_tree(build);
    if (usage.threads > kBuildThreads)
        return fmt::format("the build started more than {} processes and threads", kBuildThreads);
    if (usage.memory > kBuildMemory)
        return fmt::format("the build used more than {} GiB of memory", kBuildMemory >> 30);
    return {};
}

// The name; with a number appended if it is taken in the folder.
std::string free_name(const std::string& folder, const std::string& name) {
    std::error_code failed;
    std::string free = name;
    for (int i = 2; fs::exists(fs::symlink_status(folder + "/" + free, failed)); ++i)
        free = fmt::format("{}-{}", name, i);
    return free;
}

Result<void> write_program(const std::string& path, std::string_view program) {
    std::ofstream out(path, std::ios::binary);
    out << program;
    out.close();
    std::error_code failed;
    fs::permissions(path, fs::perms::owner_all, failed);
    if (!out || failed) return fail(Errc::Io, fmt::format("cannot write '{}'", path));
    return {};
}

}  // namespace

Result<std::string> build_bot(const std::string& folder, const BuildOptions& options) {
    BuildOutput output;
    const auto failure = [&](std::string_view why) {
        const std::string said = output.text();
        return fail(Errc::BadInput, fmt::format("{}{}{}", why, said.empty() ? "" : ":\n", said));
    };
    TRY(auto command, build_command(folder));
    TRY(auto child,
        Child::start({.argv = std::move(command),
                      .environment = std::vector<std::string>{"PATH=/usr/bin:/bin", "HOME=/tmp",
                                                              "TMPDIR=/tmp", "LANG=C.UTF-8"},
                      .has_lifeline = true,
                      .error_sink = [&](std::string_view text) { output.add(text); }}));
    const Deadline until = after(options.time);
    Deadline next_look = after(kLookInterval);
    std::string name, program;
    for (;;) {
        const OutputEvent event = child.await_text_line(std::min(until, next_look));
        if (Clock::now() >= next_look) {
            if (options.stopped != nullptr && *options.stopped)
                return fail(Errc::Process, "the build was stopped");
            if (const auto excess = excess_of(child.pid()); !excess.empty()) return failure(excess);
            next_look = after(kLookInterval);
        }
        if (event.kind == OutputEvent::Kind::TimedOut) {
            if (Clock::now() < until) continue;
            return failure(fmt::format("the build took more than {} s", options.time.count()));
        }
        if (event.kind != OutputEvent::Kind::TextLine) break;
        if (name.empty()) {
            if (!event.text_line.starts_with("program ")) return failure("the build failed");
            name = safe_file_name(event.text_line.substr(8));
            continue;
        }
        const auto bytes = decode_base64(event.text_line);
        if (!bytes || program.size() + bytes->size() > kLargestProgram)
            return failure(
                fmt::format("the built program is larger than {} MiB", kLargestProgram >> 20));
        program += *bytes;
    }
    const ExitStatus status = child.stop(after(std::chrono::seconds(5)));
    if (status != ExitStatus{} || name.empty()) return failure("the build failed");
    name = free_name(folder, name);
    TRY_VOID(write_program(folder + "/" + name, program));
    return "sandbox:" + name;
}

}  // namespace xttt
