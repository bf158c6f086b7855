#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "server/net/http.h"

namespace xttt {

// The target of a request.
struct Target {
    std::vector<std::string> path;  // decoded segments: "/api/games" is {"api", "games"}, "/" is {}
    std::string query;              // as written, without the question mark
};

// Parses "/a/b?c". Rejects targets that are not an absolute path, and paths with control
// characters, backslashes, encoded slashes, empty segments or dot segments.
Result<Target> parse_target(std::string_view text);

// Decodes %XX; empty if an escape is malformed.
std::optional<std::string> percent_decoded(std::string_view text);

// The values of the {parameters} of a route's path, in order.
using PathValues = std::vector<std::string>;

// Maps methods and paths to handlers.
class Router {
public:
    using Handler = std::function<void(const HttpRequest&, const PathValues&, HttpReply)>;
    using SocketRoute = std::function<void(const HttpRequest&, const PathValues&, SocketReply)>;

    // Paths in OpenAPI's syntax: "/api/games/{game}".
    void add(std::string method, std::string path, Handler handler);
    void add_socket(std::string path, SocketRoute handler);

    // False if no route has this path. If one has it with another method, replies 405.
    bool handle(const HttpRequest& request, const Target& target, const HttpReply& reply) const;
    bool accept_socket(const HttpRequest& request, const Target& target,
                       const SocketReply& reply) const;

    struct Name {
        std::string method;
        std::string path;
    };
    std::vector<Name> names() const;

private:
    struct Route {
        Name name;
        std::vector<std::string> segments;
        Handler handler;
        SocketRoute socket;
    };
    static bool matches(const Route& route, const Target& target, PathValues& values);
    std::vector<Route> routes_;
};

// The error body of every route: {"error":{"code":...,"message":...}}.
HttpResponse error_response(int status, std::string_view code, std::string_view message);

}  // namespace xttt
