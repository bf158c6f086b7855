#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "server/metrics.h"
#include "server/net/connection_limits.h"
#include "server/net/event_loop.h"
#include "server/net/http.h"

namespace xttt {

struct ListenerOptions {
    std::string address = "127.0.0.1";
    std::uint16_t port = 8080;  // 0: any free port
    bool other_port_if_taken = false;
    bool behind_proxy = false;  // trust X-Forwarded-For
    ConnectionLimits limits;
    Timeouts timeouts;
};

// Accepts connections and speaks HTTP and WebSocket on them.
class Listener {
public:
    // The arguments must outlive it.
    static Result<std::unique_ptr<Listener>> open(EventLoop& loop, HttpService& service,
                                                  Metrics& metrics, const ListenerOptions& options);
    ~Listener();

    // "127.0.0.1:8080", "[::1]:8080".
    std::string address() const;
    const ConnectionCounter& connections() const;
    // Stops accepting; open connections continue.
    void stop();

private:
    struct Impl;
    explicit Listener(std::shared_ptr<Impl> impl);
    std::shared_ptr<Impl> impl_;
};

}  // namespace xttt
