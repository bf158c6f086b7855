#pragma once

#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <string_view>

#include <arpa/inet.h>
#include <boost/asio/io_context.hpp>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fuzz.h"
#include "process/unique_fd.h"
#include "server/net/event_loop.h"
#include "server/net/listener.h"
#include "server/web_server.h"
#include "support/fresh_folder.h"

namespace xttt::fuzz {

// A whole server on a loopback port, driven by the fuzzer's thread.
class ServerHarness {
public:
    ServerHarness()
        : journal_(*Journal::open(folder_.path(), [this](auto f) { loop_.post(std::move(f)); })),
          registry_(*journal_, metrics_, {.created_per_minute = 1}),
          server_(
              registry_, metrics_,
              {.origins = *OriginPolicy::make({}, true),
               .requests_per_second = 1e9,
               .previews = {.post = [this](auto f) { loop_.post(std::move(f)); },
                            .pictures = {.burst = 1, .per_second = 0}}}),  // drawing is slow here
          listener_(*Listener::open(loop_, server_, metrics_,
                                    {.port = 0, .limits = {.per_address = 10'000}})) {}

    // Creates a game and returns its id.
    std::string create_game() {
        std::string id;
        registry_.create(*parse_create_request("{}"), "fuzzer",
                         [&](const auto& game) { id = game->game.text(); });
        while (id.empty()) loop_.context().poll();
        return id;
    }

    // Sends bytes on a new connection, closes its sending side and returns everything received
    // until the server closes, too. With `later`, sends that after the first answer and returns
    // when nothing more is received for 20 ms: a WebSocket has seconds for its closing handshake.
    std::string round_trip(std::string_view bytes, std::string_view later = {}) {
        const UniqueFd client = connect();
        const auto send = [&](std::string_view some) {
            ::send(client.get(), some.data(), some.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        };
        send(bytes);
        if (later.empty()) ::shutdown(client.get(), SHUT_WR);
        std::string received;
        using std::chrono::steady_clock;
        const auto until = steady_clock::now() + std::chrono::seconds(60);
        auto quiet_since = steady_clock::now();
        while (std::chrono::steady_clock::now() < until) {
            loop_.context().poll();
            char piece[4096];
            const auto size = ::recv(client.get(), piece, sizeof piece, MSG_DONTWAIT);
            if (size == 0 || (size < 0 && errno != EAGAIN)) return received;
            const bool quiet = steady_clock::now() - quiet_since > std::chrono::milliseconds(20);
            if (size < 0 && !later.empty() && !received.empty() && quiet) return received;
            if (size < 0) continue;
            quiet_since = steady_clock::now();
            if (received.empty() && !later.empty()) {
                send(later);
                ::shutdown(client.get(), SHUT_WR);
            }
            received.append(piece, static_cast<std::size_t>(size));
        }
        require(false, "the server ends every connection whose client has");
        return received;
    }

private:
    UniqueFd connect() {
        UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        // The ports of one address are soon used up by closed connections, also by those of other
        // fuzzers on this machine.
        const unsigned used_up = connections_++ / 10'000;
        sockaddr_in from{};
        from.sin_family = AF_INET;
        from.sin_addr.s_addr = htonl(
            INADDR_LOOPBACK + (static_cast<unsigned>(::getpid()) * 100 + used_up) % 10'000'000);
        ::bind(fd.get(), reinterpret_cast<const sockaddr*>(&from), sizeof from);
        const std::string address = listener_->address();
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port =
            htons(static_cast<std::uint16_t>(std::stoi(address.substr(address.find(':') + 1))));
        ::inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
        if (::connect(fd.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0) return fd;
        // libFuzzer's clock sends signals; the connection is still being made.
        pollfd connected{.fd = fd.get(), .events = POLLOUT, .revents = 0};
        require(errno == EINTR && ::poll(&connected, 1, 10'000) == 1, std::strerror(errno));
        return fd;
    }

    unsigned connections_ = 0;
    test::FreshFolder folder_;
    EventLoop loop_;
    Metrics metrics_;
    std::unique_ptr<Journal> journal_;
    GameRegistry registry_;
    WebServer server_;
    std::unique_ptr<Listener> listener_;
};

inline ServerHarness& server_harness() {
    static ServerHarness harness;
    return harness;
}

}  // namespace xttt::fuzz
