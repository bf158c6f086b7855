#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "server/net/http.h"
#include "server/net/target.h"

namespace xttt {

using HttpReply = std::function<void(HttpResponse)>;
// What stood in the place of each {name} of the route's path, in order.
using PathValues = std::vector<std::string>;

// Which address and method leads where.
class Router {
public:
    using Handler = std::function<void(const HttpRequest&, const PathValues&, HttpReply)>;
    using SocketHandlerFn =
        std::function<void(const HttpRequest&, const PathValues&, HttpService::SocketReply)>;

    // Paths as OpenAPI writes them: "/api/games/{game}".
    void add(std::string method, std::string path, Handler handler);
    void add_socket(std::string path, SocketHandlerFn handler);

    // False where no route has this path. Where one has, but not this method, replies 405.
    bool handle(const HttpRequest& request, const Target& target, const HttpReply& reply) const;
    bool accept_socket(const HttpRequest& request, const Target& target,
                       const HttpService::SocketReply& reply) const;

    struct Name {
        std::string method;
        std::string path;
    };
    std::vector<Name> names() const;

private:
    struct Route {
        Name name;
        std::vector<std::string> parts;
        Handler handler;
        SocketHandlerFn socket;
    };
    static bool matches(const Route& route, const Target& target, PathValues& values);
    std::vector<Route> routes_;
};

// An error as every route reports it.
HttpResponse error_response(int status, std::string_view code, std::string_view message);

}  // namespace xttt
