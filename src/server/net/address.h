#pragma once

#include <span>
#include <string>
#include <string_view>

namespace xttt {

// Who is counted together by limits: an IPv4 address as it is, an IPv6 address by its first 64 bits
// (the rest is for whoever owns them to choose), an IPv4 address written as IPv6 as what it is.
// Text that is no address stays as it is, cut short.
std::string folded_address(std::string_view address);

// Whom a request comes from. Without a proxy in front: the peer, whatever headers say. Behind one:
// the last address of the last X-Forwarded-For line, the only one the proxy wrote itself; the peer
// where there is none.
std::string client_address(std::string_view peer, bool behind_proxy,
                           std::span<const std::string_view> forwarded_for);

// Of either kind, in numbers.
bool is_address(std::string_view text);
bool is_loopback(std::string_view address);

}  // namespace xttt
