#include <array>
#include <optional>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "server/net/address.h"
#include "server/net/connection.h"

namespace xttt {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;

constexpr std::uint32_t kMaxHeaderBytes = 8 * 1024;
constexpr std::uint64_t kMaxBodyBytes = 4 * 1024;
// For the client to read the whole response.
constexpr std::chrono::seconds kWriteTimeout{30};
// For rejected connections, and after the last response.
constexpr std::chrono::seconds kRejectTimeout{3};

using Request = http::request<http::string_body>;

std::string_view view(beast::string_view text) {
    return {text.data(), text.size()};
}

std::string header(const Request& request, http::field field) {
    return std::string(view(request[field]));
}

class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
public:
    HttpConnection(beast::tcp_stream stream, std::unique_ptr<ConnectionCounter::Slot> slot,
                   const ConnectionContext& context)
        : stream_(std::move(stream)), slot_(std::move(slot)), context_(context) {
        boost::system::error_code error;
        const auto remote = stream_.socket().remote_endpoint(error);
        if (!error) peer_ = remote.address().to_string();
    }

    void start() {
        // Behind a proxy a connection carries requests of many clients; only a WebSocket belongs to
        // one.
        const bool accepted = slot_->kind() == ConnectionCounter::Kind::Served &&
                              (context_.behind_proxy || slot_->claim(rate_limit_key(peer_)));
        if (!accepted) rejection_ = "too many connections; try again later";
        read();
    }

private:
    void read() {
        parser_.emplace();
        parser_->header_limit(kMaxHeaderBytes);
        parser_->body_limit(kMaxBodyBytes);
        stream_.expires_after(rejection_ ? kRejectTimeout : context_.timeouts.request);
        http::async_read(
            stream_, buffer_, *parser_,
            [self = shared_from_this()](auto error, std::size_t) { self->on_read(error); });
    }

    void on_read(boost::system::error_code error) {
        if (!error) return serve(parser_->release());
        closing_ = true;
        if (error == http::error::body_limit)
            return send(text_response(413, "the request body is too large"));
        if (error == http::error::header_limit)
            return send(text_response(431, "the request headers are too large"));
        if (error.category() == http::make_error_code(http::error::bad_method).category() &&
            error != http::error::end_of_stream && error != http::error::partial_message)
            return send(text_response(400, "not a valid HTTP request"));
        end();
    }

    void serve(Request message) {
        ++context_.metrics.requests;
        closing_ = closing_ || !message.keep_alive();
        is_head_ = message.method() == http::verb::head;
        if (rejection_) {
            closing_ = true;
            ++context_.metrics.connections_refused;
            return send(text_response(503, *rejection_));
        }
        const HttpRequest request = to_http_request(message);
        if (beast::websocket::is_upgrade(message)) return upgrade(std::move(message), request);
        stream_.expires_never();  // a response may wait for a commit
        context_.service.handle(request, [self = shared_from_this()](HttpResponse response) {
            self->send(std::move(response));
        });
    }

    void upgrade(Request message, const HttpRequest& request) {
        if (!slot_->claim(request.address)) {
            ++context_.metrics.connections_refused;
            return send(text_response(503, "too many connections; try again later"));
        }
        stream_.expires_never();
        context_.service.accept_socket(
            request, [self = shared_from_this(), message = std::move(message)](auto result) {
                if (auto* refused = std::get_if<HttpResponse>(&result))
                    return self->send(std::move(*refused));
                start_web_socket(std::move(self->stream_), message, std::move(self->slot_),
                                 std::get<SocketAcceptor>(std::move(result)),
                                 self->context_.timeouts.idle);
            });
    }

    HttpRequest to_http_request(Request& message) const {
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

    static HttpResponse text_response(int status, std::string_view text) {
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
        stream_.expires_after(kWriteTimeout);
        http::async_write(stream_, message, [self = shared_from_this()](auto error, std::size_t) {
            if (error || self->closing_) return self->end();
            self->read();
        });
    }

    // Shuts down sending and reads on for a while: closing with unread data would reset the
    // connection and lose the response.
    void end() {
        boost::system::error_code ignored;
        stream_.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
        if (ignored) return;
        stream_.expires_after(kRejectTimeout);
        drain();
    }

    void drain() {
        stream_.async_read_some(boost::asio::buffer(rest_),
                                [self = shared_from_this()](auto error, std::size_t size) {
                                    self->drained_ += size;
                                    if (!error && self->drained_ < kMaxDrainedBytes) self->drain();
                                });
    }

    static constexpr std::size_t kMaxDrainedBytes = 64 * 1024;

    beast::tcp_stream stream_;
    std::unique_ptr<ConnectionCounter::Slot> slot_;
    const ConnectionContext& context_;
    std::string peer_;
    beast::flat_buffer buffer_;
    std::optional<http::request_parser<http::string_body>> parser_;
    std::optional<http::response<http::string_body>> response_;
    std::optional<std::string> rejection_;
    bool closing_ = false;
    bool is_head_ = false;
    std::array<char, 1024> rest_{};
    std::size_t drained_ = 0;
};

}  // namespace

void start_http(boost::asio::ip::tcp::socket socket, std::unique_ptr<ConnectionCounter::Slot> slot,
                const ConnectionContext& context) {
    boost::system::error_code ignored;
    socket.set_option(boost::asio::ip::tcp::no_delay(true), ignored);
    std::make_shared<HttpConnection>(beast::tcp_stream(std::move(socket)), std::move(slot), context)
        ->start();
}

}  // namespace xttt
