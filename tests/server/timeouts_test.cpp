// Clients that send nothing, half a request, or vanish: over real sockets, with short timeouts.
#include <chrono>
#include <functional>
#include <future>
#include <string>
#include <thread>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include "process/unique_fd.h"
#include "server/game/game_registry.h"
#include "server/net/event_loop.h"
#include "server/net/listener.h"
#include "server/web_server.h"
#include "support/fresh_folder.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

// Generous: a busy machine may stall; a server that never closes is seen all the same.
constexpr auto kLongest = 60s;

// A server whose loop runs in its own thread.
class TimeoutsTest : public testing::Test {
protected:
    TimeoutsTest()
        : journal_(*Journal::open(folder_.path(), post())),
          registry_(*journal_, metrics_, {}),
          server_(registry_, metrics_,
                  {.origins = *OriginPolicy::make({}, true), .previews = {.post = post()}}),
          listener_(*Listener::open(loop_, server_, metrics_,
                                    {.port = 0, .timeouts = {.request = 300ms, .idle = 300ms}})),
          thread_([this] { loop_.run(); }) {}
    ~TimeoutsTest() override {
        loop_.post([this] { loop_.stop(); });
        thread_.join();
    }

    std::function<void(std::function<void()>)> post() {
        return [this](std::function<void()> function) { loop_.post(std::move(function)); };
    }
    UniqueFd connect() const {
        UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        const std::string address = listener_->address();
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port =
            htons(static_cast<std::uint16_t>(std::stoi(address.substr(address.find(':') + 1))));
        ::inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
        EXPECT_EQ(::connect(fd.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to), 0);
        return fd;
    }
    static void say(const UniqueFd& fd, std::string_view text) {
        EXPECT_EQ(::send(fd.get(), text.data(), text.size(), MSG_NOSIGNAL),
                  static_cast<ssize_t>(text.size()));
    }
    // What arrives until the server ends the connection; fails if it does not.
    static std::string read_to_end(const UniqueFd& fd) {
        std::string heard;
        const auto until = std::chrono::steady_clock::now() + kLongest;
        while (std::chrono::steady_clock::now() < until) {
            pollfd waiting{fd.get(), POLLIN, 0};
            if (::poll(&waiting, 1, 1000) <= 0) continue;
            char piece[4096];
            const auto size = ::recv(fd.get(), piece, sizeof piece, 0);
            if (size <= 0) return heard;
            heard.append(piece, static_cast<std::size_t>(size));
        }
        ADD_FAILURE() << "the connection stays open";
        return heard;
    }
    // Asked in the loop's thread, again and again, until it is so.
    template <class F>
    void wait_until(F&& is_so) {
        const auto until = std::chrono::steady_clock::now() + kLongest;
        while (std::chrono::steady_clock::now() < until) {
            std::promise<bool> answer;
            loop_.post([&] { answer.set_value(is_so()); });
            if (answer.get_future().get()) return;
            std::this_thread::sleep_for(20ms);
        }
        ADD_FAILURE() << "it never came to be";
    }
    Token create_game() {
        std::promise<Token> created;
        loop_.post([&] {
            registry_.create(*parse_create_request("{}"), "192.0.2.1",
                             [&](const auto& game) { created.set_value(game->game); });
        });
        return created.get_future().get();
    }

    test::FreshFolder folder_;
    EventLoop loop_;
    Metrics metrics_;
    std::unique_ptr<Journal> journal_;
    GameRegistry registry_;
    WebServer server_;
    std::unique_ptr<Listener> listener_;
    std::thread thread_;
};

TEST_F(TimeoutsTest, EndsConnectionsThatNeverAsk) {
    const UniqueFd silent = connect();
    EXPECT_EQ(read_to_end(silent), "");
}

TEST_F(TimeoutsTest, EndsRequestsThatNeverEnd) {
    const UniqueFd slow = connect();
    say(slow, "GET / HTTP/1.1\r\nHost: loc");
    EXPECT_EQ(read_to_end(slow), "");
}

TEST_F(TimeoutsTest, CutsWebSocketsWhoseOtherSideIsGone) {
    const Token game = create_game();
    const UniqueFd gone = connect();
    say(gone, "GET /api/games/" + game.text() +
                  "/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
                  "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    // It answers no ping, as a machine that lost its network would not.
    const std::string heard = read_to_end(gone);
    EXPECT_TRUE(heard.starts_with("HTTP/1.1 101")) << heard;
    EXPECT_NE(heard.find("\x89"), std::string::npos) << "it was not pinged";
    wait_until([&] { return listener_->connections().web_sockets() == 0; });
    wait_until([&] { return listener_->connections().served() == 0; });
}

}  // namespace
}  // namespace xttt
