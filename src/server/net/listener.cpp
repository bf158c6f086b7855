#include "server/net/listener.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>

#include "server/net/http_connection.h"

namespace xttt {
namespace {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;

// When the system has no descriptor left for a connection, asking again at once would not help.
constexpr std::chrono::milliseconds kPauseAfterFailure{100};

}  // namespace

struct Listener::Impl : std::enable_shared_from_this<Impl> {
    Impl(EventLoop& loop, HttpService& service, Metrics& metrics, const ListenerOptions& options)
        : acceptor(loop.context()),
          pause(loop.context()),
          count(std::make_shared<ConnectionCount>(options.bounds)),
          context{service, metrics, options.behind_proxy, options.patience} {}

    void accept() {
        acceptor.async_accept([self = shared_from_this()](auto error, Tcp::socket socket) {
            if (!self->acceptor.is_open()) return;
            if (error) return self->accept_later();
            self->welcome(std::move(socket));
            self->accept();
        });
    }
    void accept_later() {
        pause.expires_after(kPauseAfterFailure);
        pause.async_wait([self = shared_from_this()](auto error) {
            if (!error && self->acceptor.is_open()) self->accept();
        });
    }
    void welcome(Tcp::socket socket) {
        auto place = count->enter();
        if (!place || place->kind() == ConnectionCount::Kind::TurnedAway)
            ++context.metrics.connections_refused;
        if (place) start_http(std::move(socket), std::move(place), context);
    }

    Tcp::acceptor acceptor;
    asio::steady_timer pause;
    std::shared_ptr<ConnectionCount> count;
    ConnectionContext context;
};

Listener::Listener(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

Listener::~Listener() {
    stop();
}

Result<std::unique_ptr<Listener>> Listener::open(EventLoop& loop, HttpService& service,
                                                 Metrics& metrics, const ListenerOptions& options) {
    boost::system::error_code error;
    const auto address = asio::ip::make_address(options.address, error);
    if (error) return fail(Errc::Usage, fmt::format("'{}' is no address", options.address));
    auto impl = std::make_shared<Impl>(loop, service, metrics, options);
    const Tcp::endpoint endpoint(address, options.port);
    auto& acceptor = impl->acceptor;
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(Tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (error == asio::error::address_in_use && options.other_port_if_taken)
        acceptor.bind(Tcp::endpoint(address, 0), error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error)
        return fail(Errc::Io, fmt::format("cannot listen on {} port {}: {}", options.address,
                                          options.port, error.message()));
    impl->accept();
    return std::unique_ptr<Listener>(new Listener(std::move(impl)));
}

std::string Listener::address() const {
    boost::system::error_code error;
    const auto endpoint = impl_->acceptor.local_endpoint(error);
    const bool brackets = endpoint.address().is_v6();
    return fmt::format("{}{}{}:{}", brackets ? "[" : "", endpoint.address().to_string(),
                       brackets ? "]" : "", endpoint.port());
}

const ConnectionCount& Listener::connections() const {
    return *impl_->count;
}

void Listener::stop() {
    boost::system::error_code ignored;
    impl_->acceptor.close(ignored);
    impl_->pause.cancel();
}

}  // namespace xttt
