#include "server/site.h"

#include "server/game/game_routes.h"
#include "server/page/page.h"

namespace xttt {
namespace {

constexpr std::size_t kMostAddresses = 50'000;
// Opening the page asks for many files at once.
constexpr double kRequestBurst = 200;

}  // namespace

Site::Site(Hub& hub, Metrics& metrics, const SiteOptions& options)
    : metrics_(metrics),
      options_(options),
      requests_({std::max(kRequestBurst, options.requests_per_second), options.requests_per_second},
                kMostAddresses) {
    add_own_routes();
    add_game_routes(router_, hub, metrics, options.games_per_minute);
}

void Site::add_own_routes() {
    router_.add("GET", "/healthz", [this](const auto&, const auto&, const HttpReply& reply) {
        if (!healthy_ || healthy_()) return reply({.body = "{\"status\":\"ok\"}\n", .headers = {}});
        reply(error_response(503, "not-stored", "the last write to the disk failed"));
    });
    router_.add("GET", "/metrics",
                [this](const auto& request, const auto&, const HttpReply& reply) {
                    if (!request.is_local && !options_.public_metrics)
                        return reply(
                            error_response(403, "local-only", "metrics are for this machine only"));
                    reply({.content_type = "text/plain; version=0.0.4; charset=utf-8",
                           .body = metrics_.text(gauges_ ? gauges_() : Metrics::Now{}),
                           .headers = {}});
                });
    router_.add("GET", "/openapi.yaml", [](const auto& request, const auto&, const auto& reply) {
        const auto* file = find_page_file({.path = {"openapi.yaml"}, .query = {}});
        reply(page_response(*file, request));
    });
}

const std::vector<std::pair<std::string, std::string>>& Site::common_headers() const {
    // Scripts and everything else only from here, nothing inside other pages. The core is
    // WebAssembly, which 'wasm-unsafe-eval' names; the two cross-origin headers give it threads.
    static const std::vector<std::pair<std::string, std::string>> headers{
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
         "style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self' data:; "
         "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
         "frame-ancestors 'none'"},
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

std::optional<HttpResponse> Site::objection(const HttpRequest& request, bool changes_something) {
    if (!options_.origins.knows_host(request.host, request.is_local))
        return error_response(421, "unknown-host", "this server does not answer to that name");
    if (changes_something && !options_.origins.allows(request.origin, request.host))
        return error_response(403, "foreign-origin", "requests of other pages are not accepted");
    if (requests_.allow(request.address, Clock::now())) return std::nullopt;
    ++metrics_.requests_limited;
    auto response = error_response(429, "too-many-requests", "too many requests; wait a little");
    response.headers.emplace_back("Retry-After", "5");
    return response;
}

void Site::handle(const HttpRequest& request, HttpReply reply) {
    const bool reads = request.method == "GET" || request.method == "HEAD";
    if (auto objects = objection(request, !reads)) return reply(std::move(*objects));
    const auto target = parse_target(request.target);
    if (!target) return reply(error_response(400, "bad-address", target.error().message));
    if (router_.handle(request, *target, reply)) return;
    if (!reads) return reply(error_response(404, "not-found", "there is nothing here"));
    if (const PageFile* file = find_page_file(*target)) return reply(page_response(*file, request));
    if (target->path.empty()) return reply(no_page_response());
    reply(error_response(404, "not-found", "there is nothing here"));
}

void Site::accept_socket(const HttpRequest& request, SocketReply reply) {
    if (auto objects = objection(request, true)) return reply(std::move(*objects));
    const auto target = parse_target(request.target);
    if (!target) return reply(error_response(400, "bad-address", target.error().message));
    if (!router_.accept_socket(request, *target, reply))
        reply(error_response(404, "not-found", "no WebSocket is spoken here"));
}

void Site::sweep(Clock::time_point now) {
    requests_.sweep(now);
}

}  // namespace xttt
