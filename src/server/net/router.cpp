#include "server/net/router.h"

#include <optional>

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace xttt {
namespace {

constexpr std::size_t kMaxTargetBytes = 1024;

std::optional<int> hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    const char lower = to_lower(c);
    if (lower >= 'a' && lower <= 'f') return lower - 'a' + 10;
    return std::nullopt;
}

bool is_valid_segment(std::string_view segment) {
    if (segment.empty() || segment == "." || segment == ".." || !is_utf8(segment)) return false;
    for (const char c : segment)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '/' || c == '\\')
            return false;
    return true;
}

std::vector<std::string> route_segments(std::string_view path) {
    std::vector<std::string> segments;
    for (const auto segment : split(path.substr(1), '/')) segments.emplace_back(segment);
    return segments;
}

}  // namespace

std::optional<std::string> percent_decoded(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            plain += text[i];
            continue;
        }
        if (i + 2 >= text.size()) return std::nullopt;
        const auto high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
        if (!high || !low) return std::nullopt;
        plain += static_cast<char>(*high * 16 + *low);
        i += 2;
    }
    return plain;
}

Result<Target> parse_target(std::string_view text) {
    const auto bad = [](const char* why) { return fail(Errc::BadInput, why); };
    if (text.size() > kMaxTargetBytes) return bad("the request target is longer than 1024 bytes");
    if (text.empty() || text.front() != '/') return bad("the request target must start with '/'");
    Target target;
    const auto question = text.find('?');
    if (question != std::string_view::npos) target.query = text.substr(question + 1);
    const auto path = text.substr(1, question == std::string_view::npos ? question : question - 1);
    if (path.empty()) return target;
    for (const auto segment : split(path, '/')) {
        auto plain = percent_decoded(segment);
        if (!plain || !is_valid_segment(*plain)) return bad("the request target is malformed");
        target.path.push_back(std::move(*plain));
    }
    return target;
}

void Router::add(std::string method, std::string path, Handler handler) {
    auto segments = route_segments(path);
    routes_.push_back(
        {{std::move(method), std::move(path)}, std::move(segments), std::move(handler), nullptr});
}

void Router::add_socket(std::string path, SocketRoute handler) {
    auto segments = route_segments(path);
    routes_.push_back({{"GET", std::move(path)}, std::move(segments), nullptr, std::move(handler)});
}

bool Router::matches(const Route& route, const Target& target, PathValues& values) {
    if (route.segments.size() != target.path.size()) return false;
    values.clear();
    for (std::size_t i = 0; i < route.segments.size(); ++i) {
        if (route.segments[i].starts_with('{'))
            values.push_back(target.path[i]);
        else if (route.segments[i] != target.path[i])
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
        socket = socket || (same && route.socket != nullptr);
        allowed += (allowed.empty() ? "" : ", ") + route.name.method;
        if (route.name.method == "GET" && route.handler) allowed += ", HEAD";
    }
    if (allowed.empty()) return false;
    if (socket) {
        auto response = error_response(426, "web-socket-only", "this path requires WebSocket");
        response.headers.emplace_back("Upgrade", "websocket");
        reply(std::move(response));
    } else {
        auto response = error_response(405, "method", "allowed methods: " + allowed);
        response.headers.emplace_back("Allow", allowed);
        reply(std::move(response));
    }
    return true;
}

bool Router::accept_socket(const HttpRequest& request, const Target& target,
                           const SocketReply& reply) const {
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
