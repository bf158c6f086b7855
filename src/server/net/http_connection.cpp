#include <array>
#include <ctime>
#include <optional>
#include <utility>

#include <boost/asio/write.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>

#include "server/net/address.h"
#include "server/net/connection.h"
#include "server/net/request_parser.h"
#include "server/net/router.h"

namespace xttt {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;

// For the client to read the whole response.
constexpr std::chrono::seconds kWriteTimeout{30};
// For rejected connections, and after the last response.
constexpr std::chrono::seconds kRejectTimeout{3};
// For a body over the usual limit, in addition to the usual time.
constexpr std::chrono::seconds kUploadTimeout{120};
constexpr std::size_t kMaxDrainedBytes = 64 * 1024;
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

// IMF-fixdate of RFC 9110, section 5.6.7.
std::string http_date(std::time_t time) {
    std::tm utc{};
    ::gmtime_r(&time, &utc);
    std::array<char, 32> text{};
    const auto size = std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &utc);
    return {text.data(), size};
}

bool passed_a_proxy(const RequestHead& head) {
    for (const auto& [name, value] : head.fields)
        if (name == "forwarded" || name == "via" || name == "x-real-ip" ||
            name.starts_with("x-forwarded-"))
            return true;
    return false;
}

http::request<http::string_body> handshake_request(const RequestHead& head) {
    http::request<http::string_body> request(http::verb::get, head.target, 11);
    for (const auto& [name, value] : head.fields) request.insert(name, value);
    return request;
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
        next_request();
    }

private:
    void next_request() {
        parser_ = RequestParser([this](const RequestHead&) { return body_limit(); });
        large_body_ = {};
        is_head_ = false;
        sent_continue_ = false;
        // For the whole request: slow bytes do not extend it.
        stream_.expires_after(rejection_ ? kRejectTimeout : context_.timeouts.request);
        parse();
    }

    std::size_t body_limit() {
        if (rejection_) return RequestParser::kMaxBodyBytes;
        auto large_body = context_.service.large_body(to_http_request());
        if (!large_body) return RequestParser::kMaxBodyBytes;
        large_body_ = std::move(*large_body);
        stream_.expires_after(context_.timeouts.request + kUploadTimeout);
        return large_body_.limit;
    }

    void read() {
        stream_.async_read_some(boost::asio::buffer(input_),
                                [self = shared_from_this()](auto error, std::size_t size) {
                                    if (error) return self->end();
                                    self->pending_.append(self->input_.data(), size);
                                    self->parse();
                                });
    }

    void parse() {
        pending_.erase(0, parser_.feed(pending_));
        if (auto refusal = std::exchange(large_body_.refusal, std::nullopt)) {
            ++context_.metrics.requests;
            closing_ = true;
            return send(std::move(*refusal));
        }
        if (const auto& failure = parser_.failure()) {
            ++context_.metrics.requests;
            closing_ = true;
            return send(error_response(failure->status, "bad-request", failure->message));
        }
        if (parser_.is_complete()) return serve();
        if (parser_.is_head_complete() && !sent_continue_) return answer_expectation();
        read();
    }

    // RFC 9110, section 10.1.1.
    void answer_expectation() {
        sent_continue_ = true;
        const auto expectation = parser_.head().field("expect");
        if (expectation.empty() || parser_.head().version == 10) return read();
        if (!parser_.head().has_token("expect", "100-continue")) {
            closing_ = true;
            return send(error_response(417, "bad-request", "the expectation is not supported"));
        }
        boost::asio::async_write(stream_, boost::asio::buffer(kContinue),
                                 [self = shared_from_this()](auto error, std::size_t) {
                                     if (error) return self->end();
                                     self->read();
                                 });
    }

    void serve() {
        ++context_.metrics.requests;
        const RequestHead& head = parser_.head();
        closing_ = closing_ || !head.keeps_alive();
        is_head_ = head.method == "HEAD";
        if (rejection_) {
            ++context_.metrics.connections_refused;
            return send(error_response(503, "too-many-connections", *rejection_));
        }
        const HttpRequest request = to_http_request();
        if (head.is_web_socket_upgrade()) return upgrade(request);
        stream_.expires_never();  // a response may wait for a commit
        context_.service.handle(request, [self = shared_from_this()](HttpResponse response) {
            self->send(std::move(response));
        });
    }

    void upgrade(const HttpRequest& request) {
        closing_ = true;
        if (!pending_.empty())
            return send(error_response(400, "bad-request", "data before the WebSocket handshake"));
        if (!slot_->claim(request.address)) {
            ++context_.metrics.connections_refused;
            return send(error_response(503, "too-many-connections",
                                       "too many connections; try again later"));
        }
        stream_.expires_never();
        context_.service.accept_socket(request, [self = shared_from_this()](auto result) {
            if (auto* refused = std::get_if<HttpResponse>(&result))
                return self->send(std::move(*refused));
            start_web_socket(std::move(self->stream_), handshake_request(self->parser_.head()),
                             std::move(self->slot_), std::get<SocketAcceptor>(std::move(result)),
                             self->context_.timeouts.idle);
        });
    }

    HttpRequest to_http_request() {
        const RequestHead& head = parser_.head();
        std::vector<std::string_view> forwarded;
        for (const auto& [name, value] : head.fields)
            if (name == "x-forwarded-for") forwarded.push_back(value);
        return {.method = head.method,
                .target = head.target,
                .host = head.host,
                .origin = std::string(head.field("origin")),
                .content_type = std::string(head.field("content-type")),
                .content_encoding = std::string(head.field("content-encoding")),
                .accept_encoding = std::string(head.field("accept-encoding")),
                .if_none_match = std::string(head.field("if-none-match")),
                .authorization = std::string(head.field("authorization")),
                .cookie = std::string(head.field("cookie")),
                .file_name = std::string(head.field("x-file-name")),
                .notes = std::string(head.field("x-notes")),
                .body = std::move(parser_.body()),
                .address = client_address(peer_, context_.behind_proxy, forwarded),
                .is_local = is_loopback(peer_) && !passed_a_proxy(head)};
    }

    void send(HttpResponse answer) {
        auto& message = response_.emplace(static_cast<http::status>(answer.status), 11);
        for (const auto& [name, value] : context_.service.common_headers())
            message.set(name, value);
        for (const auto& [name, value] : answer.headers) {
            if (value.empty())
                message.erase(name);
            else
                message.set(name, value);
        }
        message.set(http::field::date, http_date(std::time(nullptr)));
        const bool has_body = answer.status != 304 && answer.status != 204;
        if (has_body && !answer.content_type.empty())
            message.set(http::field::content_type, answer.content_type);
        if (answer.status == 503) message.set(http::field::retry_after, "10");
        // A client over a limit has to connect again, which is slower than pipelining.
        closing_ = closing_ || answer.status == 429 || answer.status == 503;
        message.keep_alive(!closing_);
        body_ = std::move(answer.body);
        const auto body = answer.static_body.empty() ? std::string_view(body_) : answer.static_body;
        if (has_body) message.content_length(body.size());
        if (has_body && !is_head_) message.body() = {body.data(), body.size()};
        stream_.expires_after(kWriteTimeout);
        http::async_write(stream_, message, [self = shared_from_this()](auto error, std::size_t) {
            if (error || self->closing_) return self->end();
            self->next_request();
        });
    }

    // Shuts down sending and continues to read for a while: closing with unread data would reset
    // the connection and lose the response.
    void end() {
        large_body_ = {};
        boost::system::error_code ignored;
        stream_.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
        if (ignored) return;
        stream_.expires_after(kRejectTimeout);
        drain();
    }

    void drain() {
        stream_.async_read_some(boost::asio::buffer(input_),
                                [self = shared_from_this()](auto error, std::size_t size) {
                                    self->drained_ += size;
                                    if (!error && self->drained_ < kMaxDrainedBytes) self->drain();
                                });
    }

    beast::tcp_stream stream_;
    std::unique_ptr<ConnectionCounter::Slot> slot_;
    const ConnectionContext& context_;
    std::string peer_;
    std::array<char, 4096> input_{};
    std::string pending_;  // received, not yet parsed; less than input_
    RequestParser parser_;
    LargeBody large_body_;
    std::optional<http::response<http::span_body<const char>>> response_;
    std::string body_;  // of response_, unless it is static
    std::optional<std::string> rejection_;
    bool closing_ = false;
    bool is_head_ = false;
    bool sent_continue_ = false;
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
