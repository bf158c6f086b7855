#include "server/net/address.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <arpa/inet.h>
#include <fmt/format.h>

namespace xttt {
namespace {

constexpr std::size_t kMaxAddressBytes = 64;
constexpr std::array<unsigned char, 12> kMappedPrefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Some proxies write "1.2.3.4:567", "[::1]:567" or "[::1]".
std::string_view without_port(std::string_view text) {
    if (!text.empty() && text.front() == '[') return text.substr(1, text.find(']') - 1);
    if (std::ranges::count(text, ':') == 1) return text.substr(0, text.find(':'));
    return text;
}

}  // namespace

std::string rate_limit_key(std::string_view address) {
    // A link-local address may have a zone: fe80::1%eth0.
    const std::string text(address.substr(0, std::min(address.find('%'), kMaxAddressBytes)));
    std::array<unsigned char, 16> bytes{};
    if (::inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return text;
    if (std::ranges::equal(kMappedPrefix, std::span(bytes).first<12>()))
        return fmt::format("{}.{}.{}.{}", bytes[12], bytes[13], bytes[14], bytes[15]);
    std::ranges::fill(std::span(bytes).last<8>(), static_cast<unsigned char>(0));
    std::array<char, INET6_ADDRSTRLEN> folded{};
    ::inet_ntop(AF_INET6, bytes.data(), folded.data(), folded.size());
    return std::string(folded.data()) + "/64";
}

std::string client_address(std::string_view peer, bool behind_proxy,
                           std::span<const std::string_view> forwarded_for) {
    if (!behind_proxy || forwarded_for.empty()) return rate_limit_key(peer);
    const std::string_view text_line = forwarded_for.back();
    const auto comma = text_line.rfind(',');
    const auto last = comma == std::string_view::npos ? text_line : text_line.substr(comma + 1);
    const std::string key = rate_limit_key(without_port(trimmed(last)));
    return key.empty() ? rate_limit_key(peer) : key;
}

bool is_address(std::string_view text) {
    std::array<unsigned char, 16> bytes{};
    const std::string address(text);
    return ::inet_pton(AF_INET, address.c_str(), bytes.data()) == 1 ||
           ::inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1;
}

bool is_loopback(std::string_view address) {
    std::array<unsigned char, 16> bytes{};
    const std::string text(address.substr(0, kMaxAddressBytes));
    if (::inet_pton(AF_INET, text.c_str(), bytes.data()) == 1) return bytes[0] == 127;
    if (::inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return false;
    if (std::ranges::equal(kMappedPrefix, std::span(bytes).first<12>())) return bytes[12] == 127;
    return std::ranges::all_of(std::span(bytes).first<15>(), [](auto b) { return b == 0; }) &&
           bytes[15] == 1;
}

}  // namespace xttt
