#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "base/result.h"

namespace xttt {

// Where the cluster's server is and how to be let in.
struct NatsOptions {
    std::string url;          // nats://HOST:PORT or tls://HOST:PORT, several with commas between
    std::string credentials;  // file with the user's JWT and key, as `nsc` writes it
    std::string authority;    // file with the certificates that vouch for the server
    std::string certificate;  // our own, where the server asks for one, and its key
    std::string key;
    // Lets a server be used that is on another machine although nothing protects the connection.
    bool insecure = false;
    std::string name = "xttt";  // as the server's own monitoring shows us
    // For how long a server that cannot be reached is tried again before open() gives up.
    std::chrono::milliseconds patience{5000};
};

// What is wrong with them before any connection is tried: no server, half a certificate, or a
// server elsewhere without credentials and encryption (Errc::Usage).
Result<void> check(const NatsOptions& options);

struct NatsHandles;  // defined in connection_handles.h

// A connection that comes back by itself when it breaks. Copies share it; for any number of
// threads.
class NatsConnection {
public:
    static Result<NatsConnection> open(const NatsOptions& options);

    bool connected() const;
    // Sends what still waits to be sent.
    void flush(std::chrono::milliseconds limit) const;
    // Bytes a message may have.
    std::int64_t max_payload() const;

    const std::shared_ptr<NatsHandles>& handles() const { return handles_; }

private:
    explicit NatsConnection(std::shared_ptr<NatsHandles> handles) : handles_(std::move(handles)) {}
    std::shared_ptr<NatsHandles> handles_;
};

}  // namespace xttt
