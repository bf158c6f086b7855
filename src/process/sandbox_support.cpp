#include <algorithm>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "process/cgroup.h"
#include "process/child.h"
#include "process/sandbox.h"
#include "process/spawn.h"

namespace xttt {
namespace {

using Guarantee = SandboxSupport::Guarantee;

int kernel_setting(const char* name, int otherwise) {
    std::ifstream file(fmt::format("/proc/sys/{}", name));
    int value = otherwise;
    file >> value;
    return value;
}

Guarantee check_bubblewrap() {
    const auto program = find_program("bwrap");
    return {.name = "bubblewrap",
            .purpose = "private file system, network and processes",
            .available = program.has_value(),
            .missing = "the program 'bwrap' is not installed",
            .remedy = "sudo apt install bubblewrap"};
}

Guarantee check_launcher() {
    const auto path = sandbox_launcher(SandboxConfig{});
    return {.name = "launcher",
            .purpose = "resource limits and system call filter",
            .available = path.has_value(),
            .missing = path ? "" : path.error().message,
            .remedy = "build or install xttt again; xttt-sandbox belongs beside xttt"};
}

// Settings that forbid user namespaces to an ordinary user.
std::string namespace_remedy() {
    if (kernel_setting("user/max_user_namespaces", 1) == 0)
        return "sudo sysctl user.max_user_namespaces=10000";
    if (kernel_setting("kernel/unprivileged_userns_clone", 1) == 0)
        return "sudo sysctl kernel.unprivileged_userns_clone=1";
    if (kernel_setting("kernel/apparmor_restrict_unprivileged_userns", 0) != 0)
        return "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0";
    return "needs Linux 5.9 or later, outside a container that forbids namespaces or seccomp";
}

// Runs a program in the sandbox: the only proof that namespaces, filter and supervision work
// together.
Guarantee check_sandbox() {
    const auto child = Child::start({.argv = {"/bin/true"}, .sandbox = SandboxConfig{}});
    return {.name = "namespaces and system call filter",
            .purpose = "a bot sees only its own files; a forbidden system call loses the game",
            .available = child.has_value(),
            .missing = child ? "" : child.error().message,
            .remedy = namespace_remedy()};
}

// How to get a delegated group for this user: from systemd if it is running, otherwise from root.
std::string group_remedy() {
    if (::access("/run/systemd/system", F_OK) == 0)
        return fmt::format("systemd-run{} --scope -p Delegate=yes xttt ...",
                           ::getuid() == 0 ? "" : " --user");
    if (::getuid() == 0) return "mount -t cgroup2 none /sys/fs/cgroup";
    return "sudo sh -c 'cd /sys/fs/cgroup; echo +memory > cgroup.subtree_control; mkdir -p "
           "xttt/shell; echo +memory > xttt/cgroup.subtree_control; chown -R $SUDO_USER xttt; echo "
           "'$$' > xttt/shell/cgroup.procs'";
}

Guarantee check_freezer() {
    const CgroupSupport& groups = cgroup_support();
    return {.name = groups.freezer.empty()
                        ? "cgroup freezer"
                        : fmt::format("cgroup freezer (v{})", groups.freezer_version),
            .purpose = "bots are frozen between turns",
            .available = !groups.freezer.empty(),
            .required = false,
            .missing =
                "this user cannot create cgroups; bots are stopped by a signal instead, and their "
                "CPU time is checked",
            .remedy = group_remedy()};
}

Guarantee check_memory_group() {
    const CgroupSupport& groups = cgroup_support();
    return {.name = groups.memory.empty()
                        ? "cgroup memory limit"
                        : fmt::format("cgroup memory limit (v{})", groups.memory_version),
            .purpose = "shared, temporary and kernel memory are counted",
            .available = !groups.memory.empty(),
            .required = false,
            .missing =
                "this user has no cgroup memory controller; resident memory is polled instead, and "
                "shared memory is forbidden",
            .remedy = group_remedy()};
}

SandboxSupport probe_sandbox() {
    SandboxSupport support;
    support.guarantees.push_back(check_bubblewrap());
    support.guarantees.push_back(check_launcher());
    if (support.complete()) support.guarantees.push_back(check_sandbox());
    support.guarantees.push_back(check_freezer());
    support.guarantees.push_back(check_memory_group());
    return support;
}

}  // namespace

bool SandboxSupport::complete() const {
    return std::ranges::all_of(guarantees,
                               [](const Guarantee& g) { return g.available || !g.required; });
}

bool SandboxSupport::has_all() const {
    return std::ranges::all_of(guarantees, &Guarantee::available);
}

std::string SandboxSupport::what_is_missing() const {
    std::string text;
    for (const auto& guarantee : guarantees)
        if (!guarantee.available && guarantee.required)
            text +=
                fmt::format("{}: {} ({})\n", guarantee.name, guarantee.missing, guarantee.remedy);
    return text;
}

const SandboxSupport& sandbox_support() {
    static const SandboxSupport support = probe_sandbox();
    return support;
}

}  // namespace xttt
