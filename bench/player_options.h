#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/text.h"
#include "search/make_searcher.h"

namespace xttt {

template <class T>
Result<void> set_number(T& target, std::string_view name, std::string_view value) {
    const auto number = to_number<T>(value);
    if (!number)
        return fail(Errc::Usage,
                    fmt::format("{} must be a whole number, not {}", name, quote(value)));
    target = *number;
    return {};
}

inline Result<void> set_player_option(SearchOptions& options, const std::string& name,
                                      const std::string& value) {
    if (name == "algorithm")
        options.algorithm = value;
    else if (name == "evaluation")
        options.evaluation = value;
    else if (name == "evalfile")
        options.eval_file = value;
    else if (name == "hash")
        return set_number(options.hash_mb, name, value);
    else if (name == "threads")
        return set_number(options.threads, name, value);
    else if (const auto* parameter = std::ranges::find(kPvsParameters, name, &PvsParameter::name);
             parameter != kPvsParameters.end())
        return set_number(options.pvs_tuning.*(parameter->value), name, value);
    else
        return fail(Errc::Usage,
                    fmt::format("unknown player option {}; choose from algorithm, evaluation, "
                                "evalfile, hash, threads and the constants of search/pvs/tuning.h",
                                quote(name)));
    return {};
}

// A player as text, such as algorithm=pvs,evaluation=tuned,hash=16.
inline Result<SearchOptions> parse_search_options(const std::string& text) {
    SearchOptions options;
    for (const std::string_view part : split(text, ',')) {
        const auto at = part.find('=');
        if (at == std::string_view::npos)
            return fail(
                Errc::Usage,
                fmt::format("{} needs '=' and a value; write a player as NAME=VALUE,NAME=VALUE",
                            quote(part)));
        TRY_VOID(set_player_option(options, std::string(part.substr(0, at)),
                                   std::string(part.substr(at + 1))));
    }
    constexpr std::size_t kMostHash = 1 << 20;
    constexpr int kMostThreads = 1024;
    if (options.hash_mb < 1 || options.hash_mb > kMostHash)
        return fail(Errc::Usage, fmt::format("hash must be from 1 to {} MB", kMostHash));
    if (options.threads < 1 || options.threads > kMostThreads)
        return fail(Errc::Usage, fmt::format("threads must be from 1 to {}", kMostThreads));
    return options;
}

}  // namespace xttt
