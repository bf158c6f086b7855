#pragma once

#include <memory>

#include <boost/asio/ip/tcp.hpp>

#include "server/metrics.h"
#include "server/net/bounds.h"
#include "server/net/http.h"
#include "server/net/patience.h"

namespace xttt {

// What every connection needs; outlives them all.
struct ConnectionContext {
    HttpService& service;
    Metrics& metrics;
    bool behind_proxy;
    Patience patience;
};

// Serves one accepted connection until it ends or becomes a WebSocket.
void start_http(boost::asio::ip::tcp::socket socket, std::unique_ptr<ConnectionCount::Place> place,
                const ConnectionContext& context);

}  // namespace xttt
