#pragma once

#include <memory>

#include <boost/asio/ip/tcp.hpp>

#include "server/metrics.h"
#include "server/net/bounds.h"
#include "server/net/http.h"

namespace xttt {

// What every connection needs; outlives them all.
struct ConnectionContext {
    HttpService& service;
    Metrics& metrics;
    bool behind_proxy;
};

// Serves one accepted connection until it ends or becomes a WebSocket.
void start_http(boost::asio::ip::tcp::socket socket, std::unique_ptr<ConnectionCount::Place> place,
                const ConnectionContext& context);

}  // namespace xttt
