#pragma once

#include <string>
#include <utility>
#include <vector>

#include "server/game/hub.h"
#include "server/net/http.h"
#include "server/net/origin.h"
#include "server/net/rate_limit.h"
#include "server/net/router.h"

namespace xttt {

struct SiteOptions {
    OriginPolicy origins;
    double requests_per_second = 20;  // of one address, in the long run
    double games_per_minute = 10;     // created by one address
    bool public_metrics = false;
};

// Everything the server offers over HTTP: the checks that hold for all of it, the routes, the page.
class Site : public HttpService {
public:
    // Both must outlive it.
    Site(Hub& hub, Metrics& metrics, const SiteOptions& options);

    // For those who add routes.
    Router& router() { return router_; }
    const Router& router() const { return router_; }
    // Fills in what /metrics tells about now.
    void set_gauges(std::function<Metrics::Now()> gauges) { gauges_ = std::move(gauges); }
    // Whether /healthz says that all is well.
    void set_health(std::function<bool()> healthy) { healthy_ = std::move(healthy); }
    // To be called now and then.
    void sweep(Clock::time_point now);

    void handle(const HttpRequest& request, HttpReply reply) override;
    void accept_socket(const HttpRequest& request, SocketReply reply) override;
    const std::vector<std::pair<std::string, std::string>>& common_headers() const override;

private:
    // What is wrong with a request before anybody looks at what it wants.
    std::optional<HttpResponse> objection(const HttpRequest& request, bool changes_something);
    void add_own_routes();

    Metrics& metrics_;
    SiteOptions options_;
    Router router_;
    RateLimiter requests_;
    std::function<Metrics::Now()> gauges_;
    std::function<bool()> healthy_;
};

}  // namespace xttt
