#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>

namespace xttt {

struct Timeouts {
    // For a whole request to arrive.
    std::chrono::milliseconds request = std::chrono::seconds(15);
    // A WebSocket that is idle for half of this time is pinged; without an answer it is closed
    // after all of it.
    std::chrono::milliseconds idle = std::chrono::seconds(40);
};

struct ConnectionLimits {
    std::size_t total = 10'000;
    std::size_t per_address = 64;
    // Connections over the limit that still get a 503 response; further ones are just closed.
    std::size_t rejected = 256;
    // Unsent data of all WebSockets, shared equally. Each may have at least least_queue, several
    // times the messages of a usual game, and at most most_queue.
    std::size_t queued_bytes = std::size_t{256} << 20;
    std::size_t least_queue = 64 << 10, most_queue = 512 << 10;
};

// Counts connections. Each holds a Slot, which is released when it is destroyed.
class ConnectionCounter : public std::enable_shared_from_this<ConnectionCounter> {
public:
    enum class Kind { Served, Rejected };

    class Slot {
    public:
        Slot(std::shared_ptr<ConnectionCounter> counter, Kind kind)
            : counter_(std::move(counter)), kind_(kind) {}
        ~Slot();
        Slot(const Slot&) = delete;
        Slot& operator=(const Slot&) = delete;

        Kind kind() const { return kind_; }
        // Counts the connection for an address, once; false if the address has too many.
        bool claim(const std::string& address);
        void count_as_web_socket();
        // Maximum number of unsent bytes for a slow client. Decreases with the number of
        // connections, so that their total is bounded.
        std::size_t queue_limit() const;

    private:
        std::shared_ptr<ConnectionCounter> counter_;
        Kind kind_;
        std::string address_;
        bool is_web_socket_ = false;
    };

    explicit ConnectionCounter(const ConnectionLimits& limits) : limits_(limits) {}
    // The slot of a new connection; null if the connection must be closed at once.
    std::unique_ptr<Slot> acquire();

    std::size_t served() const { return served_; }
    std::size_t web_sockets() const { return web_sockets_; }

private:
    ConnectionLimits limits_;
    std::size_t served_ = 0;
    std::size_t rejected_ = 0;
    std::size_t web_sockets_ = 0;
    std::unordered_map<std::string, std::size_t> by_address_;
};

}  // namespace xttt
