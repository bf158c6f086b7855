#include "process/resource_limits.h"

#include <charconv>
#include <string_view>
#include <utility>

#include <sys/resource.h>

namespace xttt {
namespace {

bool limit(__rlimit_resource resource, std::uint64_t value) {
    rlimit current{};
    if (::getrlimit(resource, &current) != 0) return false;
    // Never raise what the caller's own hard limit forbids: lower is stricter, and fine.
    const rlim_t bound = std::min<rlim_t>(value, current.rlim_max);
    const rlimit wanted{.rlim_cur = bound, .rlim_max = bound};
    return ::setrlimit(resource, &wanted) == 0;
}

}  // namespace

std::vector<std::string> to_arguments(const ResourceLimits& limits) {
    return {std::to_string(limits.data), std::to_string(limits.stack),
            std::to_string(limits.file_size), std::to_string(limits.open_files)};
}

std::optional<ResourceLimits> parse_limits(std::span<char*> arguments) {
    if (arguments.size() < kResourceLimitArguments) return std::nullopt;
    std::uint64_t values[kResourceLimitArguments];
    for (std::size_t i = 0; i < kResourceLimitArguments; ++i) {
        const std::string_view text = arguments[i];
        const auto [end, error] =
            std::from_chars(text.data(), text.data() + text.size(), values[i]);
        if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    }
    return ResourceLimits{values[0], values[1], values[2], values[3]};
}

bool apply(const ResourceLimits& limits) {
    return limit(RLIMIT_DATA, limits.data) && limit(RLIMIT_STACK, limits.stack) &&
           limit(RLIMIT_FSIZE, limits.file_size) && limit(RLIMIT_NOFILE, limits.open_files) &&
           limit(RLIMIT_CORE, 0) && limit(RLIMIT_MSGQUEUE, 0) && limit(RLIMIT_MEMLOCK, 64 << 10);
}

}  // namespace xttt
