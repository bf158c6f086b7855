#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "server/metrics.h"
#include "server/net/bounds.h"
#include "server/net/event_loop.h"
#include "server/net/http.h"
#include "server/net/patience.h"

namespace xttt {

struct ListenerOptions {
    std::string address = "127.0.0.1";
    std::uint16_t port = 8080;  // 0: any that is free
    bool other_port_if_taken = false;
    bool behind_proxy = false;  // believe X-Forwarded-For
    ConnectionBounds bounds;
    Patience patience;
};

// Accepts connections and speaks HTTP and WebSocket on them.
class Listener {
public:
    // The others must outlive it.
    static Result<std::unique_ptr<Listener>> open(EventLoop& loop, HttpService& service,
                                                  Metrics& metrics, const ListenerOptions& options);
    ~Listener();

    // As one writes it into a browser: "127.0.0.1:8080", "[::1]:8080".
    std::string address() const;
    const ConnectionCount& connections() const;
    // Accepts nobody any more; who is connected stays so.
    void stop();

private:
    struct Impl;
    explicit Listener(std::shared_ptr<Impl> impl);
    std::shared_ptr<Impl> impl_;
};

}  // namespace xttt
