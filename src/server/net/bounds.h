#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>

namespace xttt {

// How many connections there may be.
struct ConnectionBounds {
    std::size_t in_all = 10'000;
    std::size_t per_address = 64;
    // Connections beyond these that are still told so, rather than just closed.
    std::size_t turned_away = 256;
};

// Counts connections. Each holds a Place, whose end gives it back.
class ConnectionCount : public std::enable_shared_from_this<ConnectionCount> {
public:
    enum class Kind { Served, TurnedAway };

    class Place {
    public:
        Place(std::shared_ptr<ConnectionCount> count, Kind kind)
            : count_(std::move(count)), kind_(kind) {}
        ~Place();
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;

        Kind kind() const { return kind_; }
        // Counts the connection for an address, once; false where it has too many.
        bool claim(const std::string& address);
        // It has become a WebSocket.
        void count_as_web_socket();

    private:
        std::shared_ptr<ConnectionCount> count_;
        Kind kind_;
        std::string address_;
        bool is_web_socket_ = false;
    };

    explicit ConnectionCount(const ConnectionBounds& bounds) : bounds_(bounds) {}
    // A place for a new connection; null where not even a refusal can be afforded.
    std::unique_ptr<Place> enter();

    std::size_t served() const { return served_; }
    std::size_t web_sockets() const { return web_sockets_; }

private:
    ConnectionBounds bounds_;
    std::size_t served_ = 0;
    std::size_t turned_away_ = 0;
    std::size_t web_sockets_ = 0;
    std::unordered_map<std::string, std::size_t> by_address_;
};

}  // namespace xttt
