#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "server/net/client.h"

namespace xttt {

// A request, reduced to what anything here depends on. Absent headers are empty.
struct HttpRequest {
    std::string method;
    std::string target;
    std::string host;
    std::string origin;
    std::string content_type;
    std::string accept_encoding;
    std::string if_none_match;
    std::string body;
    std::string address;    // whom limits count it for
    bool is_local = false;  // straight from this machine, through no proxy
};

struct HttpResponse {
    int status = 200;
    std::string content_type = "application/json";
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers;
};

// What is behind the network. Both answers may come later, but in the thread of the call.
class HttpService {
public:
    virtual ~HttpService() = default;
    virtual void handle(const HttpRequest& request, std::function<void(HttpResponse)> reply) = 0;
    // A request to speak WebSocket: who will listen, or why not.
    using SocketReply = std::function<void(std::variant<HttpResponse, SocketAcceptor>)>;
    virtual void accept_socket(const HttpRequest& request, SocketReply reply) = 0;
    // Headers that belong on every answer.
    virtual const std::vector<std::pair<std::string, std::string>>& common_headers() const = 0;
};

}  // namespace xttt
