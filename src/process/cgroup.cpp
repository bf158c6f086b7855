#include "process/cgroup.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace xttt {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kGroupPrefix = "xttt-";

// A mounted hierarchy, and the group of this process in it.
struct Hierarchy {
    int version;
    std::string controllers;  // of v1: comma-separated
    std::string folder;       // of the group of this process
};

bool has_word(std::string_view list, char separator, std::string_view word) {
    for (std::size_t from = 0; from <= list.size();) {
        const auto end = std::min(list.find(separator, from), list.size());
        if (list.substr(from, end - from) == word) return true;
        from = end + 1;
    }
    return false;
}

// The content of a file without the final newline.
std::string first_text_line(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    std::string whole = text.str();
    if (whole.ends_with('\n')) whole.pop_back();
    return whole;
}

bool write_text(int descriptor, std::string_view text) {
    return ::pwrite(descriptor, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

bool write_file(const std::string& path, std::string_view text) {
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    return file && write_text(file.get(), text);
}

// The path of this process's group, from lines such as "4:memory:/a/b" and "0::/a/b".
std::string own_group(const std::string& controllers) {
    std::ifstream file("/proc/self/cgroup");
    for (std::string entry; std::getline(file, entry);) {
        const auto first = entry.find(':'), second = entry.find(':', first + 1);
        if (second == std::string::npos) continue;
        if (entry.substr(first + 1, second - first - 1) == controllers)
            return entry.substr(second + 1);
    }
    return {};
}

// From lines such as "36 25 0:30 ROOT MOUNTPOINT options - cgroup SOURCE rw,memory".
std::vector<Hierarchy> mounted_hierarchies() {
    std::vector<Hierarchy> found;
    std::ifstream file("/proc/self/mountinfo");
    for (std::string entry; std::getline(file, entry);) {
        std::istringstream words(entry);
        std::string skipped, root, mount_point, type, source, options;
        words >> skipped >> skipped >> skipped >> root >> mount_point;
        while (words >> skipped && skipped != "-") {
        }
        words >> type >> source >> options;
        if (type != "cgroup" && type != "cgroup2") continue;
        const int version = type == "cgroup" ? 1 : 2;
        std::string controllers;
        if (version == 1)
            for (const char* name : {"freezer", "memory"})
                if (has_word(options, ',', name)) controllers = name;
        if (version == 1 && controllers.empty()) continue;
        std::string group = own_group(controllers);
        if (root != "/") group = group.starts_with(root) ? group.substr(root.size()) : "";
        if (group.starts_with("/..")) continue;
        found.push_back({version, controllers, (mount_point + group)});
        while (found.back().folder.ends_with('/')) found.back().folder.pop_back();
    }
    return found;
}

std::string new_group_name() {
    static std::atomic<unsigned> count = 0;
    return fmt::format("{}{}-{}", kGroupPrefix, ::getpid(), ++count);
}

// Groups of processes that have ended: thaws their members, so that they can be killed, and removes
// the groups.
void remove_stale_groups(const std::string& folder) {
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder, failed)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(kGroupPrefix)) continue;
        pid_t owner = 0;
        std::from_chars(name.data() + kGroupPrefix.size(), name.data() + name.size(), owner);
        if (owner <= 0 || ::kill(owner, 0) == 0 || errno != ESRCH) continue;
        write_file(entry.path() / "freezer.state", "THAWED");
        ::rmdir(entry.path().c_str());
    }
}

// Whether a group with this file can be created there, and processes can be moved into it.
bool can_make_group(const std::string& folder, const char* needed_file) {
    if (folder.empty() || ::access((folder + "/cgroup.procs").c_str(), W_OK) != 0) return false;
    const std::string group = folder + "/" + new_group_name();
    if (::mkdir(group.c_str(), 0755) != 0) return false;
    const bool usable = ::access((group + "/" + needed_file).c_str(), W_OK) == 0 &&
                        ::access((group + "/cgroup.procs").c_str(), W_OK) == 0;
    ::rmdir(group.c_str());
    return usable;
}

// Passes the memory controller of v2 on to groups below `folder`. A group that does so must hold
// no process itself, except at the root: where this process is alone in its group, as in one that
// was delegated to it, it moves into a group below first.
void pass_memory_on(const std::string& folder) {
    const std::string control = folder + "/cgroup.subtree_control";
    if (!has_word(first_text_line(folder + "/cgroup.controllers"), ' ', "memory") ||
        has_word(first_text_line(control), ' ', "memory") || write_file(control, "+memory"))
        return;
    const std::string self = std::to_string(::getpid());
    if (first_text_line(folder + "/cgroup.procs") != self) return;
    const std::string below = folder + "/" + new_group_name();
    if (::mkdir(below.c_str(), 0755) != 0) return;
    if (write_file(below + "/cgroup.procs", self) && write_file(control, "+memory")) return;
    write_file(folder + "/cgroup.procs", self);
    ::rmdir(below.c_str());
}

// A group above this process's own that was delegated to the user, as where a login shell has a
// group below it. Groups of the bots can be beside the shell's there.
std::string delegated_parent(const Hierarchy& hierarchy) {
    const std::string parent = fs::path(hierarchy.folder).parent_path().string();
    struct stat about{};
    const bool own = ::getuid() != 0 && ::stat(parent.c_str(), &about) == 0 &&
                     about.st_uid == ::getuid() && ::access(parent.c_str(), W_OK) == 0;
    return own ? parent : "";
}

CgroupSupport probe_cgroups(std::vector<Hierarchy> hierarchies) {
    CgroupSupport support;
    // v2 first: frozen processes can still be killed there.
    std::ranges::stable_sort(hierarchies, std::ranges::greater(), &Hierarchy::version);
    for (const auto& hierarchy : hierarchies) {
        const bool v2 = hierarchy.version == 2;
        remove_stale_groups(hierarchy.folder);
        if (support.freezer.empty() && (v2 || hierarchy.controllers == "freezer") &&
            can_make_group(hierarchy.folder, v2 ? "cgroup.freeze" : "freezer.state")) {
            support.freezer = hierarchy.folder;
            support.freezer_version = hierarchy.version;
        }
        if (v2) pass_memory_on(hierarchy.folder);
        for (const auto& folder :
             {hierarchy.folder, v2 ? delegated_parent(hierarchy) : std::string()})
            if (support.memory.empty() && (v2 || hierarchy.controllers == "memory") &&
                can_make_group(folder, v2 ? "memory.max" : "memory.limit_in_bytes")) {
                support.memory = folder;
                support.memory_version = hierarchy.version;
            }
        // One group for both.
        if (v2 && support.memory_version == 2 && support.freezer_version == 2)
            support.freezer = support.memory;
    }
    return support;
}

bool limit_memory(const std::string& folder, int version, std::uint64_t limit) {
    const std::string bytes = std::to_string(limit);
    if (version == 2) {
        write_file(folder + "/memory.swap.max", "0");  // absent where there is no swap
        return write_file(folder + "/memory.max", bytes);
    }
    if (!write_file(folder + "/memory.limit_in_bytes", bytes)) return false;
    write_file(folder + "/memory.memsw.limit_in_bytes", bytes);  // with swap; not always there
    return true;
}

void remove_group(const std::string& folder) {
    // The kernel may still be cleaning up the last process.
    for (int tries = 0; !folder.empty() && tries < 100; ++tries) {
        if (::rmdir(folder.c_str()) == 0 || errno != EBUSY) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace

const CgroupSupport& cgroup_support() {
    static const CgroupSupport support = probe_cgroups(mounted_hierarchies());
    return support;
}

CgroupSupport cgroup_support_of(int version) {
    cgroup_support();  // leaves this process where it can make groups
    auto hierarchies = mounted_hierarchies();
    std::erase_if(hierarchies, [&](const Hierarchy& h) { return h.version != version; });
    return probe_cgroups(std::move(hierarchies));
}

std::optional<Cgroup> Cgroup::create(const CgroupSupport& support, std::uint64_t memory_limit) {
    Cgroup group;
    const std::string name = new_group_name();
    if (!support.freezer.empty()) {
        const std::string folder = support.freezer + "/" + name;
        const bool v2 = support.freezer_version == 2;
        if (::mkdir(folder.c_str(), 0755) == 0) {
            group.freezer_folder_ = folder;
            group.freezer_version_ = support.freezer_version;
            const auto open = [&](const char* file, int mode) {
                return UniqueFd(::open((folder + "/" + file).c_str(), mode | O_CLOEXEC));
            };
            group.freezer_ = open(v2 ? "cgroup.freeze" : "freezer.state", O_WRONLY);
            group.events_ = open(v2 ? "cgroup.events" : "freezer.state", O_RDONLY);
        }
    }
    if (!support.memory.empty()) {
        const std::string folder = support.memory + "/" + name;
        if (::mkdir(folder.c_str(), 0755) == 0 || folder == group.freezer_folder_) {
            group.memory_folder_ = folder;
            limit_memory(folder, support.memory_version, memory_limit);
        }
    }
    if (group.freezer_folder_.empty() && group.memory_folder_.empty()) return std::nullopt;
    return group;
}

Cgroup::~Cgroup() {
    if (joining_.valid()) joining_.wait();
    if (frozen_) thaw();
    remove_group(freezer_folder_);
    if (memory_folder_ != freezer_folder_) remove_group(memory_folder_);
}

void Cgroup::add(pid_t pid) {
    std::vector<std::string> folders;
    for (const auto& folder : {memory_folder_, freezer_folder_})
        if (!folder.empty() && (folders.empty() || folders.front() != folder))
            folders.push_back(folder);
    const auto join = [folders, text = std::to_string(pid)] {
        bool joined = true;
        for (const auto& folder : folders)
            joined = write_file(folder + "/cgroup.procs", text) && joined;
        return joined;
    };
    try {
        joining_ = std::async(std::launch::async, join);
    } catch (const std::system_error&) {  // this machine has no threads left
        std::promise<bool> joined;
        joined.set_value(join());
        joining_ = joined.get_future();
    }
}

bool Cgroup::freeze() {
    if (!freezer_) return false;
    if (!joined_) {
        if (!joining_.valid() ||
            joining_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
            return false;
        joined_ = joining_.get();
        if (!joined_) freezer_.reset();
        if (!joined_) return false;
    }
    frozen_ = write_text(freezer_.get(), freezer_version_ == 2 ? "1" : "FROZEN");
    return frozen_;
}

bool Cgroup::is_frozen() const {
    char text[128];
    const auto got = ::pread(events_.get(), text, sizeof text, 0);
    if (got <= 0) return false;
    const std::string_view state(text, static_cast<std::size_t>(got));
    return state.find(freezer_version_ == 2 ? "frozen 1" : "FROZEN") != std::string_view::npos;
}

void Cgroup::thaw() {
    if (!frozen_) return;
    write_text(freezer_.get(), freezer_version_ == 2 ? "0" : "THAWED");
    frozen_ = false;
}

bool Cgroup::is_out_of_memory() const {
    if (memory_folder_.empty()) return false;
    for (const char* file : {"/memory.events", "/memory.oom_control"}) {
        std::ifstream in(memory_folder_ + file);
        std::string key;
        std::uint64_t value = 0;
        while (in >> key >> value)
            if (key == "oom_kill" && value > 0) return true;
    }
    return false;
}

}  // namespace xttt
