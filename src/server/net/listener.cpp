#include "server/net/listener.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>

#include "server/net/connection.h"

namespace xttt {
namespace {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;

// After a failed accept, usually for lack of descriptors.
constexpr std::chrono::milliseconds kAcceptRetry{100};

}  // namespace

struct Listener::Impl : std::enable_shared_from_this<Impl> {
    Impl(EventLoop& loop, HttpService& service, Metrics& metrics, const ListenerOptions& options)
        : acceptor(loop.context()),
          retry_timer(loop.context()),
          counter(std::make_shared<ConnectionCounter>(options.limits)),
          context{service, metrics, options.behind_proxy, options.timeouts} {}

    void accept() {
        acceptor.async_accept([self = shared_from_this()](auto error, Tcp::socket socket) {
            if (!self->acceptor.is_open()) return;
            if (error) return self->accept_later();
            self->on_accept(std::move(socket));
            self->accept();
        });
    }
    void accept_later() {
        retry_timer.expires_after(kAcceptRetry);
        retry_timer.async_wait([self = shared_from_this()](auto error) {
            if (!error && self->acceptor.is_open()) self->accept();
        });
    }
    void on_accept(Tcp::socket socket) {
        auto slot = counter->acquire();
        if (!slot || slot->kind() == ConnectionCounter::Kind::Rejected)
            ++context.metrics.connections_refused;
        if (slot) start_http(std::move(socket), std::move(slot), context);
    }

    Tcp::acceptor acceptor;
    asio::steady_timer retry_timer;
    std::shared_ptr<ConnectionCounter> counter;
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
    if (error) return fail(Errc::Usage, fmt::format("'{}' is not an IP address", options.address));
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
        return fail(Errc::Io, fmt::format("cannot listen on {} port {}: {}; choose another with "
                                          "--port",
                                          options.address, options.port, error.message()));
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

const ConnectionCounter& Listener::connections() const {
    return *impl_->counter;
}

void Listener::stop() {
    boost::system::error_code ignored;
    impl_->acceptor.close(ignored);
    impl_->retry_timer.cancel();
}

}  // namespace xttt
