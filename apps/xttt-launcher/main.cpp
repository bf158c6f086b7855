// The launcher of the portable tarball (scripts/portable-tarball): starts a program of it with the
// C library and the other libraries of the tarball, and chooses the xttt that was built for this
// processor.
//
//   bin/xttt, libexec/tools/bwrap        this launcher, which starts the program with the same name
//   libexec/INSTRUCTION_SET/xttt         the program, for each instruction set
//   libexec/programs/bwrap               the sandbox's helper
//   libexec/xttt                         the loader, named as the process that it becomes
//   libexec/*.so*                        the libraries
//
// The launcher is static, because it has to run before any library is found.
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <unistd.h>

namespace {

// What the programs of the tarball require.
#if defined(__x86_64__)
constexpr const char* kRequired = "an x86-64-v2 processor (SSE4.2), as almost all since 2010";
#elif defined(__aarch64__)
constexpr const char* kRequired = "a 64-bit ARM processor and the folder libexec/aarch64";
#else
constexpr const char* kRequired = "a processor that it was built for";
#endif

// The instruction sets that this processor has, best first.
std::vector<std::string> instruction_sets() {
    std::vector<std::string> found;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("x86-64-v4")) found.push_back("x86-64-v4");
    if (__builtin_cpu_supports("x86-64-v3")) found.push_back("x86-64-v3");
    if (__builtin_cpu_supports("x86-64-v2")) found.push_back("x86-64-v2");
#elif defined(__aarch64__)
    found.push_back("aarch64");
#endif
    return found;
}

// The path of this executable, links resolved; empty if /proc is not mounted.
std::string own_path() {
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    return length <= 0 ? std::string() : std::string(path, static_cast<std::size_t>(length));
}

std::string parent(const std::string& path) {
    return path.substr(0, path.rfind('/'));
}

// The first executable of that name in the folders, or nothing.
std::string find_in(const std::string& libexec, const std::vector<std::string>& folders,
                    const std::string& name) {
    for (const std::string& folder : folders) {
        std::string path = libexec + "/" + folder + "/" + name;
        if (access(path.c_str(), X_OK) == 0) return path;
    }
    return {};
}

}  // namespace

int main(int, char** argv) {
    const std::string own = own_path();
    const std::string name = own.substr(own.rfind('/') + 1);
    const bool is_tool = name != "xttt";
    const std::string libexec = is_tool ? parent(parent(own)) : parent(parent(own)) + "/libexec";
    // For tests and comparisons; a set that the processor lacks ends in an illegal instruction.
    const char* wanted = std::getenv("XTTT_INSTRUCTION_SET");
    const std::vector<std::string> folders = is_tool ? std::vector<std::string>{"programs"}
                                             : wanted != nullptr ? std::vector<std::string>{wanted}
                                                                 : instruction_sets();
    const std::string program = find_in(libexec, folders, name);
    if (program.empty()) {
        if (!is_tool && wanted != nullptr)
            std::fprintf(stderr, "xttt: XTTT_INSTRUCTION_SET: no program for '%s' in %s\n", wanted,
                         libexec.c_str());
        else
            std::fprintf(stderr, "%s: no program in %s runs on this processor; xttt needs %s\n",
                         name.c_str(), libexec.c_str(), kRequired);
        return 1;
    }
    if (!is_tool) {
        // The distribution's tools come first: it may grant rights to them alone.
        const char* path = std::getenv("PATH");
        const std::string extended =
            std::string(path != nullptr ? path : "/usr/bin:/bin") + ":" + libexec + "/tools";
        setenv("PATH", extended.c_str(), 1);
    }
    const std::string loader = libexec + "/xttt";
    std::vector<const char*> command{name.c_str(), "--library-path", libexec.c_str(),
                                     "--argv0",    name.c_str(),     program.c_str()};
    for (char** word = argv + 1; *word != nullptr; ++word) command.push_back(*word);
    command.push_back(nullptr);
    execv(loader.c_str(), const_cast<char* const*>(command.data()));
    std::fprintf(stderr, "%s: cannot start %s: %s\n", name.c_str(), loader.c_str(),
                 std::strerror(errno));
    return 1;
}
