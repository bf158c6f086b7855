#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace xttt {

// The resource limits the launcher sets on itself before it becomes the program, all in bytes but
// open_files.
struct ResourceLimits {
    std::uint64_t data;
    std::uint64_t stack;
    std::uint64_t file_size;
    std::uint64_t open_files;
};
inline constexpr std::size_t kResourceLimitArguments = 4;

// As arguments of the launcher, and back.
std::vector<std::string> to_arguments(const ResourceLimits& limits);
std::optional<ResourceLimits> parse_limits(std::span<char*> arguments);

// False with errno set when the kernel refuses.
bool apply(const ResourceLimits& limits);

}  // namespace xttt
