#pragma once

#include <chrono>
#include <memory>

#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "server/net/bounds.h"
#include "server/net/client.h"

namespace xttt {

// Answers the request to speak WebSocket and lets the acceptor's handler listen. `silence` as in
// Patience.
void start_web_socket(boost::beast::tcp_stream stream,
                      const boost::beast::http::request<boost::beast::http::string_body>& request,
                      std::unique_ptr<ConnectionCount::Place> place, SocketAcceptor acceptor,
                      std::chrono::milliseconds silence);

}  // namespace xttt
