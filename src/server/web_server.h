#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/game/game_registry.h"
#include "server/net/http.h"
#include "server/net/origin.h"
#include "server/net/rate_limit.h"
#include "server/net/router.h"
#include "server/preview/preview_routes.h"

namespace xttt {

// Behind a proxy every request comes from this machine, so /metrics is closed to all.
enum class MetricsAccess { Nobody, LocalRequests, Everybody };

struct WebServerOptions {
    OriginPolicy origins;
    double requests_per_second = 20;  // sustained rate per address
    MetricsAccess metrics = MetricsAccess::LocalRequests;
    PreviewOptions previews{};
};

// Everything the server offers over HTTP: checks common to all requests, the routes, the page.
class WebServer : public HttpService {
public:
    // The registry and the metrics must outlive it.
    WebServer(GameRegistry& registry, Metrics& metrics, const WebServerOptions& options);

    Router& router() { return router_; }
    const Router& router() const { return router_; }
    // Provides the current values of /metrics.
    void set_gauges(std::function<Metrics::Gauges()> gauges) { gauges_ = std::move(gauges); }
    // Decides whether /healthz reports 200.
    void set_health(std::function<bool()> healthy) { healthy_ = std::move(healthy); }
    // Decides which requests may have larger bodies.
    using DecideOnBody = std::function<std::optional<LargeBody>(const HttpRequest&)>;
    void set_large_body(DecideOnBody decide) { large_body_ = std::move(decide); }
    HttpResponse metrics_response() const;
    // Frees memory of rate limits; call every few seconds.
    void sweep(Clock::time_point now);

    void handle(const HttpRequest& request, HttpReply reply) override;
    void accept_socket(const HttpRequest& request, SocketReply reply) override;
    std::optional<LargeBody> large_body(const HttpRequest& request) override;
    const std::vector<std::pair<std::string, std::string>>& common_headers() const override;

private:
    // The error response of a request that fails the common checks.
    std::optional<HttpResponse> check(const HttpRequest& request, bool is_safe);
    bool may_read_metrics(const HttpRequest& request) const;
    void add_own_routes();

    Metrics& metrics_;
    WebServerOptions options_;
    Router router_;
    RateLimiter requests_;
    std::function<Metrics::Gauges()> gauges_;
    std::function<bool()> healthy_;
    DecideOnBody large_body_;
};

}  // namespace xttt
