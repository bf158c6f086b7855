#pragma once

#include <memory>

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "server/metrics.h"
#include "server/net/connection_limits.h"
#include "server/net/http.h"

namespace xttt {

// Shared by all connections; outlives them.
struct ConnectionContext {
    HttpService& service;
    Metrics& metrics;
    bool behind_proxy;
    Timeouts timeouts;
};

// Serves one accepted connection until it ends or becomes a WebSocket.
void start_http(boost::asio::ip::tcp::socket socket, std::unique_ptr<ConnectionCounter::Slot> slot,
                const ConnectionContext& context);

// Completes the WebSocket handshake of `request` and passes messages to the acceptor's handler.
void start_web_socket(boost::beast::tcp_stream stream,
                      const boost::beast::http::request<boost::beast::http::string_body>& request,
                      std::unique_ptr<ConnectionCounter::Slot> slot, SocketAcceptor acceptor,
                      std::chrono::milliseconds idle_timeout);

}  // namespace xttt
