#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace xttt {

// From which pages requests may come, and under which names the server answers. Without this, a
// page elsewhere could play with a visitor's browser against this server, and a name elsewhere
// could be pointed at a server that only this machine should reach.
class OriginPolicy {
public:
    // `public_urls` like "https://xttt.example.org". Where there are none, a server that listens on
    // this machine only answers to this machine's names, any other to every name.
    static Result<OriginPolicy> make(const std::vector<std::string>& public_urls,
                                     bool listens_locally);

    bool knows_host(std::string_view host, bool is_local_request) const;
    // Programs that are no browser send no origin, and need not.
    bool allows(std::string_view origin, std::string_view host) const;

private:
    std::vector<std::string> origins_;  // "https://xttt.example.org"
    bool listens_locally_ = true;
};

}  // namespace xttt
