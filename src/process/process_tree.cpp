#include "process/process_tree.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
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
    pid_t parent;
    TreeUsage usage;  // of this process
};

// From "PID (NAME) STATE PPID ... THREADS ... RSS ...", where NAME may contain any characters.
std::optional<Process> read_process(pid_t pid) {
    constexpr std::size_t kParent = 1, kThreads = 17, kResident = 21;  // fields after the name
    const UniqueFd file(::open(fmt::format("/proc/{}/stat", pid).c_str(), O_RDONLY | O_CLOEXEC));
    char text[1024];
    const auto got = file ? ::read(file.get(), text, sizeof text) : -1;
    if (got <= 0) return std::nullopt;
    std::string_view rest(text, static_cast<std::size_t>(got));
    rest.remove_prefix(std::min(rest.rfind(')') + 1, rest.size()));
    const auto fields = split_words(rest);
    if (fields.size() <= kResident) return std::nullopt;
    static const auto page_size = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    const auto number = [&](std::size_t field) {
        return to_number<std::uint64_t>(fields[field]).value_or(0);
    };
    return Process{.pid = pid,
                   .parent = to_number<pid_t>(fields[kParent]).value_or(0),
                   .usage = {.threads = std::max<std::size_t>(number(kThreads), 1),
                             .memory = number(kResident) * page_size}};
}

}  // namespace

TreeUsage usage_of_tree(pid_t root) {
    std::multimap<pid_t, Process> children;
    TreeUsage total;
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), &::closedir);
    while (const dirent* entry = folder ? ::readdir(folder.get()) : nullptr) {
        const auto pid = to_number<pid_t>(std::string_view(entry->d_name));
        const auto process = pid ? read_process(*pid) : std::nullopt;
        if (!process) continue;
        children.emplace(process->parent, *process);
        if (*pid == root) total = process->usage;
    }
    std::vector<pid_t> parents{root};
    while (!parents.empty()) {
        const auto [first, last] = children.equal_range(parents.back());
        parents.pop_back();
        for (auto child = first; child != last; ++child) {
            total.threads += child->second.usage.threads;
            total.memory += child->second.usage.memory;
            parents.push_back(child->second.pid);
        }
    }
    return total;
}

}  // namespace xttt
