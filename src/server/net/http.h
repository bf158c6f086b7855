#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace xttt {

// A message shared by all its recipients.
using SharedText = std::shared_ptr<const std::string>;
inline SharedText shared_text(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
}

// WebSocket close codes the server sends (RFC 6455, section 7.4.1).
enum class CloseCode { GoingAway = 1001, Policy = 1008, Internal = 1011, TryAgainLater = 1013 };

// The peer of a WebSocket. Neither call blocks, and neither destroys the connection before it
// returns.
class Client {
public:
    virtual ~Client() = default;
    virtual void send(SharedText text) = 0;
    virtual void close(CloseCode code, std::string_view reason) = 0;
};

// Receives the messages of a WebSocket; destroyed when the connection ends.
class SocketHandler {
public:
    virtual ~SocketHandler() = default;
    virtual void on_text(std::string_view text) = 0;
};

// Creates the handler of a connection that was just established. The client outlives it.
using SocketAcceptor = std::function<std::unique_ptr<SocketHandler>(Client& client)>;

// The parts of a request that handlers use. Absent headers are empty.
struct HttpRequest {
    std::string method;
    std::string target;
    std::string host;
    std::string origin;
    std::string content_type;
    std::string content_encoding;
    std::string accept_encoding;
    std::string if_none_match;
    std::string authorization = {};
    std::string cookie = {};
    std::string file_name = {};  // X-File-Name
    std::string notes = {};      // X-Notes
    std::string body;
    std::string address;    // key of the rate limits
    bool is_local = false;  // sent by this machine, not through a proxy
};

struct HttpResponse {
    int status = 200;
    std::string content_type = "application/json";
    std::string body;
    // Instead of `body`: bytes that live as long as the program, which many slow clients share.
    std::string_view static_body = {};
    // They replace common headers of the same name; an empty value removes one.
    std::vector<std::pair<std::string, std::string>> headers;

    std::string_view content() const { return static_body.empty() ? body : static_body; }
};

// Permission to send a body over the usual limit, or the response that refuses it now.
struct LargeBody {
    std::size_t limit = 0;
    std::shared_ptr<void> slot = {};  // released when the response has been sent
    std::optional<HttpResponse> refusal = {};
};

using HttpReply = std::function<void(HttpResponse)>;
// The handler of a new WebSocket, or the error response.
using SocketReply = std::function<void(std::variant<HttpResponse, SocketAcceptor>)>;

// Answers requests. Replies may come later, in the thread of the call.
class HttpService {
public:
    virtual ~HttpService() = default;
    virtual void handle(const HttpRequest& request, HttpReply reply) = 0;
    virtual void accept_socket(const HttpRequest& request, SocketReply reply) = 0;
    // Decides on the size of the body of a request whose head has arrived; empty: the usual limit.
    virtual std::optional<LargeBody> large_body(const HttpRequest&) { return std::nullopt; }
    // Headers of every response.
    virtual const std::vector<std::pair<std::string, std::string>>& common_headers() const = 0;
};

}  // namespace xttt
