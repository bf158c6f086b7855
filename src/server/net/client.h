#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace xttt {

// Text that many are sent and nobody copies.
using SharedText = std::shared_ptr<const std::string>;

// Why the server ends a connection; the numbers are WebSocket's close codes.
enum class CloseCode { GoingAway = 1001, Policy = 1008, Internal = 1011, TryAgainLater = 1013 };

// The other end of a WebSocket, as those see it who have something to say to it. Neither call
// waits, and neither ends the connection before it has returned.
class Client {
public:
    virtual ~Client() = default;
    virtual void send(SharedText text) = 0;
    virtual void close(CloseCode code, std::string_view reason) = 0;
};

// What listens to a WebSocket; destroyed when the connection is over.
class SocketHandler {
public:
    virtual ~SocketHandler() = default;
    virtual void on_text(std::string_view text) = 0;
};

// Makes the listener of a connection that was just established. The client outlives it.
using SocketAcceptor = std::function<std::unique_ptr<SocketHandler>(Client& client)>;

}  // namespace xttt
