#include "server/net/origin.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace xttt {
namespace {

std::string_view without_scheme(std::string_view origin) {
    return origin.substr(origin.find("://") + 3);
}

bool is_local_name(std::string_view host) {
    const auto colon = host.rfind(':');
    const bool has_port = colon != std::string_view::npos && host.find(']', colon) == host.npos &&
                          (host.front() == '[' || host.find(':') == colon);
    const auto name = has_port ? host.substr(0, colon) : host;
    return name == "localhost" || name == "127.0.0.1" || name == "[::1]";
}

}  // namespace

Result<OriginPolicy> OriginPolicy::make(const std::vector<std::string>& public_urls,
                                        bool listens_locally) {
    OriginPolicy policy;
    policy.listens_locally_ = listens_locally;
    for (const std::string& url : public_urls) {
        std::string origin = to_lower(url);
        if (origin.ends_with('/')) origin.pop_back();
        const bool scheme = origin.starts_with("https://") || origin.starts_with("http://");
        if (!scheme || without_scheme(origin).empty() ||
            without_scheme(origin).find_first_of("/?#@ ") != std::string_view::npos)
            return fail(Errc::Usage, fmt::format("{} is not a public URL such as "
                                                 "https://xttt.example.org",
                                                 quote(url)));
        policy.origins_.push_back(std::move(origin));
    }
    return policy;
}

bool OriginPolicy::accepts_host(std::string_view host, bool is_local_request) const {
    const std::string name = to_lower(host);
    if (name.empty()) return false;
    if (is_local_name(name) && (is_local_request || listens_locally_)) return true;
    if (origins_.empty()) return !listens_locally_;
    return std::ranges::any_of(
        origins_, [&](const std::string& origin) { return without_scheme(origin) == name; });
}

bool OriginPolicy::allows(std::string_view origin, std::string_view host) const {
    if (origin.empty()) return true;
    const std::string from = to_lower(origin);
    if (std::ranges::find(origins_, from) != origins_.end()) return true;
    // The server's own page; but with public URLs only those origins count, because of TLS.
    const std::string name = to_lower(host);
    if (!origins_.empty() && !is_local_name(name)) return false;
    return from == "http://" + name || from == "https://" + name;
}

}  // namespace xttt
