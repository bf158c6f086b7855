#include "server/web_server.h"

#include <algorithm>

#include "server/game_routes.h"
#include "server/page.h"

namespace xttt {
namespace {

constexpr std::size_t kMaxLimitedAddresses = 50'000;
// Loading the page requests many files at once.
constexpr double kRequestBurst = 200;

}  // namespace

WebServer::WebServer(GameRegistry& registry, Metrics& metrics, const WebServerOptions& options)
    : metrics_(metrics),
      options_(options),
      requests_({std::max(kRequestBurst, options.requests_per_second), options.requests_per_second},
                kMaxLimitedAddresses) {
    add_own_routes();
    add_game_routes(router_, registry);
    add_preview_routes(router_, registry, options.previews);
}

void WebServer::add_own_routes() {
    router_.add("GET", "/healthz", [this](const auto&, const auto&, const HttpReply& reply) {
        if (!healthy_ || healthy_()) return reply({.body = "{\"status\":\"ok\"}\n", .headers = {}});
        reply(error_response(503, "not-stored", "the last database write failed"));
    });
    router_.add("GET", "/metrics",
                [this](const auto& request, const auto&, const HttpReply& reply) {
                    reply(may_read_metrics(request)
                              ? metrics_response()
                              : error_response(403, "local-only",
                                               "metrics are not available at this address"));
                });
    router_.add("GET", "/openapi.yaml", [](const auto& request, const auto&, const auto& reply) {
        const auto* file = find_page_file("/openapi.yaml");
        reply(page_response(*file, request));
    });
}

bool WebServer::may_read_metrics(const HttpRequest& request) const {
    return options_.metrics == MetricsAccess::Everybody ||
           (options_.metrics == MetricsAccess::LocalRequests && request.is_local);
}

HttpResponse WebServer::metrics_response() const {
    return {.content_type = "text/plain; version=0.0.4; charset=utf-8",
            .body = metrics_.text(gauges_ ? gauges_() : Metrics::Gauges{}),
            .headers = {}};
}

const std::vector<std::pair<std::string, std::string>>& WebServer::common_headers() const {
    // Everything from this origin only, no framing. 'wasm-unsafe-eval' allows WebAssembly; the
    // cross-origin headers enable its threads.
    static const std::vector<std::pair<std::string, std::string>> headers{
        {"Content-Security-Policy", content_policy("'none'")},
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Referrer-Policy", "no-referrer"},
        {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Embedder-Policy", "require-corp"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Server", "xttt"}};
    return headers;
}

std::optional<HttpResponse> WebServer::check(const HttpRequest& request, bool is_safe) {
    if (!options_.origins.accepts_host(request.host, request.is_local))
        return error_response(421, "unknown-host", "this server does not accept this host name");
    if (!is_safe && !options_.origins.allows(request.origin, request.host))
        return error_response(403, "foreign-origin", "cross-origin requests are not allowed");
    if (requests_.allow(request.address, Clock::now())) return std::nullopt;
    ++metrics_.requests_limited;
    auto response =
        error_response(429, "too-many-requests", "too many requests; try again in a few seconds");
    response.headers.emplace_back("Retry-After", "5");
    return response;
}

void WebServer::handle(const HttpRequest& request, HttpReply reply) {
    const bool is_safe = request.method == "GET" || request.method == "HEAD";
    if (auto error = check(request, is_safe)) return reply(std::move(*error));
    if (request.method == "OPTIONS" && request.target == "*")
        return reply({.status = 204, .body = {}, .headers = {{"Allow", "GET, HEAD, POST"}}});
    const auto target = parse_target(request.target);
    if (!target) return reply(error_response(400, "bad-address", target.error().message));
    if (router_.handle(request, *target, reply)) return;
    const PageFile* file = find_page_file(*target);
    const bool is_page = file != nullptr || target->path.empty();
    if (!is_page) return reply(error_response(404, "not-found", "no such page"));
    if (!is_safe) {
        auto response = error_response(405, "method", "allowed methods: GET, HEAD");
        response.headers.emplace_back("Allow", "GET, HEAD");
        return reply(std::move(response));
    }
    reply(file != nullptr ? page_response(*file, request) : no_page_response());
}

void WebServer::accept_socket(const HttpRequest& request, SocketReply reply) {
    if (auto error = check(request, false)) return reply(std::move(*error));
    const auto target = parse_target(request.target);
    if (!target) return reply(error_response(400, "bad-address", target.error().message));
    if (!router_.accept_socket(request, *target, reply))
        reply(error_response(404, "not-found", "no WebSocket at this path"));
}

std::optional<LargeBody> WebServer::large_body(const HttpRequest& request) {
    const bool accepted = options_.origins.accepts_host(request.host, request.is_local) &&
                          options_.origins.allows(request.origin, request.host);
    return accepted && large_body_ ? large_body_(request) : std::nullopt;
}

void WebServer::sweep(Clock::time_point now) {
    requests_.sweep(now);
}

}  // namespace xttt
