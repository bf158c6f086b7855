#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace xttt {

// Which origins may send requests, and which host names the server answers to. Protects against
// cross-site requests and DNS rebinding.
class OriginPolicy {
public:
    // `public_urls` like "https://xttt.example.org". Without any, a server on a loopback address
    // accepts only local host names, any other server accepts every name.
    static Result<OriginPolicy> make(const std::vector<std::string>& public_urls,
                                     bool listens_locally);

    bool accepts_host(std::string_view host, bool is_local_request) const;
    // An empty origin is allowed: only browsers send the header.
    bool allows(std::string_view origin, std::string_view host) const;

private:
    std::vector<std::string> origins_;  // "https://xttt.example.org"
    bool listens_locally_ = true;
};

}  // namespace xttt
