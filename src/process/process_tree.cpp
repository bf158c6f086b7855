#include "process/process_tree.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/text.h"
#include "process/unique_fd.h"

namespace xttt {
namespace {

struct Process {
    pid_t pid;
    std::uint64_t memory;
};

// From "PID (NAME) STATE PPID ... RSS ...", where NAME may contain any characters.
bool read_stat(pid_t pid, pid_t& parent, std::uint64_t& memory) {
    constexpr std::size_t kParent = 1, kResident = 21;  // fields after the name
    const UniqueFd file(::open(fmt::format("/proc/{}/stat", pid).c_str(), O_RDONLY | O_CLOEXEC));
    char text[1024];
    const auto got = file ? ::read(file.get(), text, sizeof text) : -1;
    if (got <= 0) return false;
    std::string_view rest(text, static_cast<std::size_t>(got));
    rest.remove_prefix(std::min(rest.rfind(')') + 1, rest.size()));
    const auto fields = split_words(rest);
    if (fields.size() <= kResident) return false;
    static const auto page_size = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    parent = to_number<pid_t>(fields[kParent]).value_or(0);
    memory = to_number<std::uint64_t>(fields[kResident]).value_or(0) * page_size;
    return true;
}

}  // namespace

TreeUsage usage_of_tree(pid_t root) {
    std::multimap<pid_t, Process> children;
    TreeUsage total;
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), &::closedir);
    while (const dirent* entry = folder ? ::readdir(folder.get()) : nullptr) {
        const auto pid = to_number<pid_t>(std::string_view(entry->d_name));
        pid_t parent = 0;
        std::uint64_t memory = 0;
        if (!pid || !read_stat(*pid, parent, memory)) continue;
        children.emplace(parent, Process{*pid, memory});
        if (*pid == root) total = {.processes = 1, .memory = memory};
    }
    std::vector<pid_t> parents{root};
    while (!parents.empty()) {
        const auto [first, last] = children.equal_range(parents.back());
        parents.pop_back();
        for (auto child = first; child != last; ++child) {
            ++total.processes;
            total.memory += child->second.memory;
            parents.push_back(child->second.pid);
        }
    }
    return total;
}

}  // namespace xttt
