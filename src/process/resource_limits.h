#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace xttt {

// The resource limits that the launcher sets on itself before it executes the program, in bytes
// except open_files, temporary_inodes and threads.
struct ResourceLimits {
    std::uint64_t address_space;
    std::uint64_t data;
    std::uint64_t stack;
    std::uint64_t file_size;
    std::uint64_t open_files;
    std::uint64_t temporary_inodes;  // files, folders and links in /tmp
    std::uint64_t threads;           // that it may start; with any, it is bound to one processor
};
inline constexpr std::size_t kResourceLimitArguments = 7;

// As arguments of the launcher, and back.
std::vector<std::string> to_arguments(const ResourceLimits& limits);
std::optional<ResourceLimits> parse_limits(std::span<char*> arguments);

// Each returns false with errno set when the kernel refuses.
bool apply(const ResourceLimits& limits);
// The limits of a build, which may start programs: for each of its processes.
bool apply_build_limits();
// Limits the bytes and the number of files of a private folder in memory. Needs CAP_SYS_ADMIN in
// the sandbox's user namespace.
bool limit_folder(const char* folder, std::uint64_t bytes, std::uint64_t inodes);
// Makes the mounts of the devices read-only, which still lets programs read and write them. Their
// owner could change their permissions for the whole host, and any program the times that others
// see. Needs CAP_SYS_ADMIN in the sandbox's user namespace.
bool protect_devices();
// Drops all capabilities (bubblewrap has set no_new_privs).
bool drop_capabilities();

}  // namespace xttt
