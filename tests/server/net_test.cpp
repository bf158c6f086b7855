#include <chrono>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "server/net/address.h"
#include "server/net/connection_limits.h"
#include "server/net/origin.h"
#include "server/net/rate_limit.h"
#include "server/net/router.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

TEST(Addresses, OfIpv6AreCountedBy64Bits) {
    EXPECT_EQ(rate_limit_key("192.0.2.7"), "192.0.2.7");
    EXPECT_EQ(rate_limit_key("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    EXPECT_EQ(rate_limit_key("2001:db8:1:2::9"), rate_limit_key("2001:db8:1:2:ffff::1"));
    EXPECT_NE(rate_limit_key("2001:db8:1:2::9"), rate_limit_key("2001:db8:1:3::9"));
    EXPECT_EQ(rate_limit_key("::ffff:192.0.2.7"), "192.0.2.7");
    EXPECT_EQ(rate_limit_key(std::string(1000, 'x')).size(), 64u);
}

TEST(Addresses, AreTheProxysOnlyBehindAProxy) {
    const std::vector<std::string_view> text_lines{"198.51.100.1", "203.0.113.5, 192.0.2.7"};
    EXPECT_EQ(client_address("10.0.0.1", false, text_lines), "10.0.0.1");
    // Only the last address of the last line was written by the proxy itself.
    EXPECT_EQ(client_address("10.0.0.1", true, text_lines), "192.0.2.7");
    EXPECT_EQ(client_address("10.0.0.1", true, {}), "10.0.0.1");
    const std::vector<std::string_view> ports{"[2001:db8:1:2::9]:443"};
    EXPECT_EQ(client_address("10.0.0.1", true, ports), "2001:db8:1:2::/64");
    const std::vector<std::string_view> empty{" , "};
    EXPECT_EQ(client_address("10.0.0.1", true, empty), "10.0.0.1");
    const std::array<std::string_view, 1> only_a_zone{"%eth0"};
    EXPECT_EQ(client_address("10.0.0.1", true, only_a_zone), "10.0.0.1");
}

TEST(Addresses, KnowThisMachine) {
    for (const char* local : {"127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"})
        EXPECT_TRUE(is_loopback(local)) << local;
    for (const char* other : {"0.0.0.0", "::", "128.0.0.1", "::2", "localhost", ""})
        EXPECT_FALSE(is_loopback(other)) << other;
}

TEST(Targets, AreTakenApart) {
    const auto target = parse_target("/api/games/a%20b?x=1&y");
    ASSERT_TRUE(target);
    EXPECT_EQ(target->path, (std::vector<std::string>{"api", "games", "a b"}));
    EXPECT_EQ(target->query, "x=1&y");
    EXPECT_TRUE(parse_target("/")->path.empty());
    EXPECT_EQ(parse_target("/?q")->query, "q");
}

TEST(Targets, ThatCouldMeanSomethingElseAreRefused) {
    for (const char* text :
         {"", "x", "http://a/", "*", "//", "/a//b", "/..", "/a/../b", "/%2e%2e/x", "/a%2fb",
          "/a%5cb", "/%00", "/%", "/%2", "/%zz", "/.", "/\x01", "/%ff", "/a/"})
        EXPECT_FALSE(parse_target(text)) << text;
    EXPECT_FALSE(parse_target("/" + std::string(2000, 'a')));
}

TEST(RateLimits, LetABurstThroughAndThenTheRate) {
    RateLimiter limiter({.burst = 3, .per_second = 1}, 100);
    const Clock::time_point now{1h};
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(limiter.allow("a", now));
    EXPECT_FALSE(limiter.allow("a", now));
    EXPECT_TRUE(limiter.allow("b", now));
    EXPECT_TRUE(limiter.allow("a", now + 1s));
    EXPECT_FALSE(limiter.allow("a", now + 1s));
}

TEST(RateLimits, CostNoMemoryForAFloodOfAddresses) {
    RateLimiter limiter({.burst = 2, .per_second = 1}, 100);
    const Clock::time_point now{1h};
    int allowed = 0;
    for (int i = 0; i < 1000; ++i) allowed += limiter.allow(std::to_string(i), now);
    EXPECT_EQ(limiter.size(), 100u);
    EXPECT_EQ(allowed, 102);  // the rest share one bucket
    limiter.sweep(now + 1min);
    EXPECT_EQ(limiter.size(), 0u);
}

TEST(RateLimits, AddressesOfEarlierDoNotKeepNewOnesOut) {
    RateLimiter limiter({.burst = 2, .per_second = 1}, 100);
    const Clock::time_point now{1h};
    for (int i = 0; i < 1000; ++i) limiter.allow(std::to_string(i), now);
    EXPECT_FALSE(limiter.allow("a", now + 1ms));
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(limiter.allow("a", now + 11s));
    EXPECT_FALSE(limiter.allow("a", now + 11s));
    EXPECT_TRUE(limiter.allow("b", now + 11s));
}

TEST(ConnectionLimits, HoldInAllAndPerAddress) {
    const auto count = std::make_shared<ConnectionCounter>(
        ConnectionLimits{.total = 3, .per_address = 2, .rejected = 1});
    auto a = count->acquire(), b = count->acquire(), c = count->acquire();
    EXPECT_TRUE(a->claim("one"));
    EXPECT_TRUE(b->claim("one"));
    EXPECT_FALSE(c->claim("one"));
    EXPECT_TRUE(c->claim("two"));
    const auto away = count->acquire();
    ASSERT_TRUE(away);
    EXPECT_EQ(away->kind(), ConnectionCounter::Kind::Rejected);
    EXPECT_FALSE(count->acquire());
    b.reset();
    const auto next = count->acquire();
    ASSERT_TRUE(next);
    EXPECT_EQ(next->kind(), ConnectionCounter::Kind::Served);
    EXPECT_TRUE(next->claim("one"));
    a->count_as_web_socket();
    EXPECT_EQ(count->web_sockets(), 1u);
    a.reset();
    EXPECT_EQ(count->web_sockets(), 0u);
}

TEST(Connections, ShareTheMemoryForSlowClients) {
    const auto count = std::make_shared<ConnectionCounter>(
        ConnectionLimits{.queued_bytes = 1000, .least_queue = 100, .most_queue = 400});
    std::vector<std::unique_ptr<ConnectionCounter::Slot>> slots;
    const auto limit_with = [&](std::size_t web_sockets) {
        while (slots.size() < web_sockets) {
            slots.push_back(count->acquire());
            slots.back()->count_as_web_socket();
        }
        return slots.front()->queue_limit();
    };
    EXPECT_EQ(limit_with(1), 400u);
    EXPECT_EQ(limit_with(4), 250u);
    EXPECT_EQ(limit_with(50), 100u);
}

TEST(Origins, OfALocalServerAreThisMachinesOwn) {
    const auto policy = OriginPolicy::make({}, true);
    ASSERT_TRUE(policy);
    EXPECT_TRUE(policy->accepts_host("127.0.0.1:8080", true));
    EXPECT_TRUE(policy->accepts_host("localhost:8080", true));
    EXPECT_TRUE(policy->accepts_host("[::1]:8080", true));
    EXPECT_FALSE(policy->accepts_host("evil.example:8080", true));
    EXPECT_FALSE(policy->accepts_host("", true));
    EXPECT_TRUE(policy->allows("", "localhost:8080"));
    EXPECT_TRUE(policy->allows("http://localhost:8080", "localhost:8080"));
    EXPECT_FALSE(policy->allows("http://localhost:9090", "localhost:8080"));
    EXPECT_FALSE(policy->allows("http://evil.example", "localhost:8080"));
    EXPECT_FALSE(policy->allows("null", "localhost:8080"));
}

TEST(Origins, OfAPublicServerAreItsPublicAddresses) {
    const auto policy = OriginPolicy::make({"https://xttt.example.org/"}, true);
    ASSERT_TRUE(policy);
    EXPECT_TRUE(policy->accepts_host("xttt.example.org", false));
    EXPECT_FALSE(policy->accepts_host("other.example.org", false));
    EXPECT_TRUE(policy->allows("https://xttt.example.org", "xttt.example.org"));
    EXPECT_FALSE(policy->allows("http://xttt.example.org", "xttt.example.org"));
    EXPECT_FALSE(policy->allows("https://evil.example", "xttt.example.org"));
    for (const char* bad :
         {"xttt.example.org", "ftp://x", "https://", "https://a/b", "https://u@a"})
        EXPECT_FALSE(OriginPolicy::make({bad}, true)) << bad;
}

}  // namespace
}  // namespace xttt
