#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "process/child.h"
#include "process/sandbox.h"
#include "process/spawn.h"

namespace xttt {
namespace {

using Guarantee = SandboxSupport::Guarantee;

Guarantee present(std::string name) {
    return {.name = std::move(name), .available = true, .missing = {}};
}
Guarantee absent(std::string name, std::string why) {
    return {.name = std::move(name), .available = false, .missing = std::move(why)};
}

Guarantee check_bubblewrap() {
    if (find_program("bwrap")) return present("bubblewrap");
    return absent("bubblewrap", "the program 'bwrap' is not installed (Debian: bubblewrap)");
}

Guarantee check_launcher() {
    const auto path = sandbox_launcher(SandboxConfig{});
    return path ? present("launcher") : absent("launcher", path.error().message);
}

// The only proof that namespaces, filter and supervision work together is to use them.
Guarantee check_sandbox() {
    const auto child = Child::start({.argv = {"/bin/true"},
                                     .cwd = {},
                                     .environment = std::nullopt,
                                     .sandbox = SandboxConfig{}});
    if (child) return present("namespaces and system call filter");
    return absent("namespaces and system call filter",
                  child.error().message +
                      " (needs user namespaces for this user, or root; and Linux 5.9 or later "
                      "with seccomp user notification)");
}

SandboxSupport probe() {
    SandboxSupport support;
    support.guarantees.push_back(check_bubblewrap());
    support.guarantees.push_back(check_launcher());
    if (support.complete()) support.guarantees.push_back(check_sandbox());
    return support;
}

}  // namespace

bool SandboxSupport::complete() const {
    return std::ranges::all_of(guarantees, &Guarantee::available);
}

std::string SandboxSupport::what_is_missing() const {
    std::string text;
    for (const auto& guarantee : guarantees)
        if (!guarantee.available)
            text += fmt::format("{}: {}\n", guarantee.name, guarantee.missing);
    return text;
}

const SandboxSupport& sandbox_support() {
    static const SandboxSupport support = probe();
    return support;
}

}  // namespace xttt
