#include "server/net/router.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace xttt {
namespace {

std::vector<std::string> parts_of(std::string_view path) {
    std::vector<std::string> parts;
    for (const auto part : split(path.substr(1), '/')) parts.emplace_back(part);
    return parts;
}

}  // namespace

void Router::add(std::string method, std::string path, Handler handler) {
    auto parts = parts_of(path);
    routes_.push_back(
        {{std::move(method), std::move(path)}, std::move(parts), std::move(handler), nullptr});
}

void Router::add_socket(std::string path, SocketHandlerFn handler) {
    auto parts = parts_of(path);
    routes_.push_back({{"GET", std::move(path)}, std::move(parts), nullptr, std::move(handler)});
}

bool Router::matches(const Route& route, const Target& target, PathValues& values) {
    if (route.parts.size() != target.path.size()) return false;
    values.clear();
    for (std::size_t i = 0; i < route.parts.size(); ++i) {
        if (route.parts[i].starts_with('{'))
            values.push_back(target.path[i]);
        else if (route.parts[i] != target.path[i])
            return false;
    }
    return true;
}

bool Router::handle(const HttpRequest& request, const Target& target,
                    const HttpReply& reply) const {
    PathValues values;
    std::string allowed;
    bool socket = false;
    for (const Route& route : routes_) {
        if (!matches(route, target, values)) continue;
        const bool same = request.method == route.name.method ||
                          (request.method == "HEAD" && route.name.method == "GET");
        if (same && route.handler) {
            route.handler(request, values, reply);
            return true;
        }
        socket = socket || route.socket != nullptr;
        allowed += (allowed.empty() ? "" : ", ") + route.name.method;
    }
    if (allowed.empty()) return false;
    if (socket) {
        reply(error_response(426, "web-socket-only", "this address speaks WebSocket only"));
    } else {
        auto response = error_response(405, "method", "this address allows " + allowed);
        response.headers.emplace_back("Allow", allowed);
        reply(std::move(response));
    }
    return true;
}

bool Router::accept_socket(const HttpRequest& request, const Target& target,
                           const HttpService::SocketReply& reply) const {
    PathValues values;
    for (const Route& route : routes_) {
        if (!route.socket || !matches(route, target, values)) continue;
        route.socket(request, values, reply);
        return true;
    }
    return false;
}

std::vector<Router::Name> Router::names() const {
    std::vector<Name> names;
    for (const Route& route : routes_) names.push_back(route.name);
    return names;
}

HttpResponse error_response(int status, std::string_view code, std::string_view message) {
    const nlohmann::ordered_json json{{"error", {{"code", code}, {"message", message}}}};
    return {
        .status = status,
        .body = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n",
        .headers = {}};
}

}  // namespace xttt
