#pragma once

#include <span>
#include <string>
#include <string_view>

namespace xttt {

// The unit that limits count: an IPv4 address, or the /64 prefix of an IPv6 address (its owner
// chooses the rest). IPv4-mapped IPv6 counts as IPv4. Other text is kept, cut to 64 bytes.
std::string rate_limit_key(std::string_view address);

// The rate-limit key of a request. Without a proxy: the peer. Behind one: the last address of the
// last X-Forwarded-For line, which the proxy wrote itself; the peer if there is none.
std::string client_address(std::string_view peer, bool behind_proxy,
                           std::span<const std::string_view> forwarded_for);

// Whether the text is a numeric IPv4 or IPv6 address.
bool is_address(std::string_view text);
bool is_loopback(std::string_view address);

}  // namespace xttt
