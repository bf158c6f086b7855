#include "server/net/http_connection.h"

#include <array>
#include <optional>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "server/net/address.h"
#include "server/net/web_socket.h"

namespace xttt {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;

constexpr std::uint32_t kMostHeaderBytes = 8 * 1024;
constexpr std::uint64_t kMostBodyBytes = 4 * 1024;
// For taking the whole answer.
constexpr std::chrono::seconds kWriteTime{30};
// For whoever is only told to go away.
constexpr std::chrono::seconds kRefusalTime{3};

using Request = http::request<http::string_body>;

std::string_view view(beast::string_view text) {
    return {text.data(), text.size()};
}

std::string header(const Request& request, http::field field) {
    return std::string(view(request[field]));
}

class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
public:
    HttpConnection(beast::tcp_stream stream, std::unique_ptr<ConnectionCount::Place> place,
                   const ConnectionContext& context)
        : stream_(std::move(stream)), place_(std::move(place)), context_(context) {
        boost::system::error_code error;
        const auto remote = stream_.socket().remote_endpoint(error);
        if (!error) peer_ = remote.address().to_string();
    }

    void start() {
        // Behind a proxy a connection carries requests of many clients: only the WebSocket it may
        // become belongs to one.
        const bool welcome = place_->kind() == ConnectionCount::Kind::Served &&
                             (context_.behind_proxy || place_->claim(folded_address(peer_)));
        if (!welcome) refusal_ = "too many connections; try again later";
        read();
    }

private:
    void read() {
        parser_.emplace();
        parser_->header_limit(kMostHeaderBytes);
        parser_->body_limit(kMostBodyBytes);
        stream_.expires_after(refusal_ ? kRefusalTime : context_.patience.request);
        http::async_read(
            stream_, buffer_, *parser_,
            [self = shared_from_this()](auto error, std::size_t) { self->on_read(error); });
    }

    void on_read(boost::system::error_code error) {
        if (!error) return serve(parser_->release());
        closing_ = true;
        if (error == http::error::body_limit)
            return send(plain(413, "the body of the request is too large"));
        if (error == http::error::header_limit)
            return send(plain(431, "the headers of the request are too large"));
        if (error.category() == http::make_error_code(http::error::bad_method).category() &&
            error != http::error::end_of_stream && error != http::error::partial_message)
            return send(plain(400, "this is no HTTP request"));
        end();
    }

    void serve(Request message) {
        ++context_.metrics.requests;
        closing_ = closing_ || !message.keep_alive();
        is_head_ = message.method() == http::verb::head;
        if (refusal_) {
            closing_ = true;
            ++context_.metrics.connections_refused;
            return send(plain(503, *refusal_));
        }
        const HttpRequest request = understood(message);
        if (beast::websocket::is_upgrade(message)) return upgrade(std::move(message), request);
        stream_.expires_never();  // an answer may wait for the disk
        context_.service.handle(request, [self = shared_from_this()](HttpResponse response) {
            self->send(std::move(response));
        });
    }

    void upgrade(Request message, const HttpRequest& request) {
        if (!place_->claim(request.address)) {
            ++context_.metrics.connections_refused;
            return send(plain(503, "too many connections; try again later"));
        }
        stream_.expires_never();
        context_.service.accept_socket(
            request, [self = shared_from_this(), message = std::move(message)](auto answer) {
                if (auto* refused = std::get_if<HttpResponse>(&answer))
                    return self->send(std::move(*refused));
                start_web_socket(std::move(self->stream_), message, std::move(self->place_),
                                 std::get<SocketAcceptor>(std::move(answer)),
                                 self->context_.patience.silence);
            });
    }

    HttpRequest understood(Request& message) const {
        std::vector<std::string_view> forwarded;
        const auto [first, last] = message.equal_range("X-Forwarded-For");
        for (auto line = first; line != last; ++line) forwarded.push_back(view(line->value()));
        return {.method = std::string(view(message.method_string())),
                .target = std::string(view(message.target())),
                .host = header(message, http::field::host),
                .origin = header(message, http::field::origin),
                .content_type = header(message, http::field::content_type),
                .accept_encoding = header(message, http::field::accept_encoding),
                .if_none_match = header(message, http::field::if_none_match),
                .body = std::move(message.body()),
                .address = client_address(peer_, context_.behind_proxy, forwarded),
                .is_local = is_loopback(peer_) && forwarded.empty()};
    }

    static HttpResponse plain(int status, std::string_view text) {
        return {.status = status,
                .content_type = "text/plain; charset=utf-8",
                .body = std::string(text) + "\n",
                .headers = {}};
    }

    void send(HttpResponse answer) {
        auto& message = response_.emplace(static_cast<http::status>(answer.status), 11);
        for (const auto& [name, value] : context_.service.common_headers())
            message.set(name, value);
        for (const auto& [name, value] : answer.headers) message.set(name, value);
        if (!answer.content_type.empty())
            message.set(http::field::content_type, answer.content_type);
        if (answer.status == 503) message.set(http::field::retry_after, "10");
        message.keep_alive(!closing_);
        if (answer.status != 304) message.content_length(answer.body.size());
        if (!is_head_) message.body() = std::move(answer.body);
        stream_.expires_after(kWriteTime);
        http::async_write(stream_, message, [self = shared_from_this()](auto error, std::size_t) {
            if (error || self->closing_) return self->end();
            self->read();
        });
    }

    // Says goodbye, and waits a little for the other side: closing on unread bytes would take the
    // answer away from it.
    void end() {
        boost::system::error_code ignored;
        stream_.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
        if (ignored) return;
        stream_.expires_after(kRefusalTime);
        drain();
    }

    void drain() {
        stream_.async_read_some(boost::asio::buffer(rest_),
                                [self = shared_from_this()](auto error, std::size_t size) {
                                    self->drained_ += size;
                                    if (!error && self->drained_ < kMostDrained) self->drain();
                                });
    }

    static constexpr std::size_t kMostDrained = 64 * 1024;

    beast::tcp_stream stream_;
    std::unique_ptr<ConnectionCount::Place> place_;
    const ConnectionContext& context_;
    std::string peer_;
    beast::flat_buffer buffer_;
    std::optional<http::request_parser<http::string_body>> parser_;
    std::optional<http::response<http::string_body>> response_;
    std::optional<std::string> refusal_;
    bool closing_ = false;
    bool is_head_ = false;
    std::array<char, 1024> rest_{};
    std::size_t drained_ = 0;
};

}  // namespace

void start_http(boost::asio::ip::tcp::socket socket, std::unique_ptr<ConnectionCount::Place> place,
                const ConnectionContext& context) {
    boost::system::error_code ignored;
    socket.set_option(boost::asio::ip::tcp::no_delay(true), ignored);
    std::make_shared<HttpConnection>(beast::tcp_stream(std::move(socket)), std::move(place),
                                     context)
        ->start();
}

}  // namespace xttt
