#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "base/result.h"
#include "cluster/nats/server_health.h"

namespace xttt {

// Address and credentials of the cluster's server.
struct NatsOptions {
    std::string url;          // nats://HOST:PORT or tls://HOST:PORT, several with commas between
    std::string credentials;  // file with the user's JWT and key, as `nsc` writes it
    std::string authority;    // file with the CA certificates of the server
    std::string certificate;  // of this client, if the server requires one, and its key
    std::string key;
    // Allow a server on another machine without credentials and encryption.
    bool insecure = false;
    std::string name = "xttt";  // in the server's monitoring
    // Messages about problems with the server, for users; called by any thread.
    ServerHealth::Report report;
    // How long open() tries to reach the server.
    std::chrono::milliseconds connect_timeout{5000};
};

// Errc::Usage for options that cannot work: no server, a certificate without its key, or a server
// on another machine without credentials and encryption.
Result<void> check(const NatsOptions& options);

struct NatsHandles;  // defined in handles.h

// A connection that reconnects automatically. Copies share it; thread-safe.
class NatsConnection {
public:
    static Result<NatsConnection> open(const NatsOptions& options);

    bool connected() const;
    // True if the server rejects credentials that it accepted before; permanent.
    bool closed() const;
    ServerHealth& health() const;
    // Sends everything that is buffered.
    void flush(std::chrono::milliseconds limit) const;
    // Largest message, in bytes.
    std::int64_t max_payload() const;

    const std::shared_ptr<NatsHandles>& handles() const { return handles_; }

private:
    explicit NatsConnection(std::shared_ptr<NatsHandles> handles) : handles_(std::move(handles)) {}
    std::shared_ptr<NatsHandles> handles_;
};

}  // namespace xttt
