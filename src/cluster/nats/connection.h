#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include <nats/nats.h>

#include "base/result.h"
#include "cluster/nats/server_health.h"

namespace xttt {

// How long a request waits for its answer before it is sent again. A server that does not answer
// has to be reported within 5 s, although the next request may start a second later.
inline constexpr std::chrono::milliseconds kRequestTimeout{2000};

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

// Owner of a handle of the C client.
template <class T, void (*Destroy)(T*)>
struct NatsDeleter {
    void operator()(T* handle) const { Destroy(handle); }
};
template <class T, void (*Destroy)(T*)>
using NatsOwned = std::unique_ptr<T, NatsDeleter<T, Destroy>>;

using OwnedOptions = NatsOwned<natsOptions, natsOptions_Destroy>;
using OwnedConnection = NatsOwned<natsConnection, natsConnection_Destroy>;
using OwnedContext = NatsOwned<jsCtx, jsCtx_Destroy>;
using OwnedMessage = NatsOwned<natsMsg, natsMsg_Destroy>;
using OwnedSubscription = NatsOwned<natsSubscription, natsSubscription_Destroy>;
using OwnedStreamInfo = NatsOwned<jsStreamInfo, jsStreamInfo_Destroy>;
using OwnedConsumerInfo = NatsOwned<jsConsumerInfo, jsConsumerInfo_Destroy>;
using OwnedAck = NatsOwned<jsPubAck, jsPubAck_Destroy>;

// An owner as the first argument of a call that creates its handle.
template <class Owned>
class NatsOut {
public:
    explicit NatsOut(Owned& owned) : owned_(owned) {}
    ~NatsOut() { owned_.reset(made_); }
    operator typename Owned::pointer *() { return &made_; }

private:
    Owned& owned_;
    typename Owned::pointer made_ = nullptr;
};

// Members are destroyed in reverse order.
struct NatsHandles {
    ~NatsHandles() { health->detach(); }
    std::shared_ptr<ServerHealth> health;
    std::string server;  // host and port, for messages
    OwnedConnection connection;
    OwnedContext jetstream;
};

// The error of an operation `what`. Errc::Io if a retry may help (the server cannot be reached or
// is not ready), otherwise Errc::Unsupported.
std::unexpected<Error> nats_error(natsStatus status, std::string_view what, jsErrCode code = {});
// The same, and reports to users what they can fix: JetStream that does not answer, storage that is
// full.
std::unexpected<Error> server_error(const NatsHandles& handles, natsStatus status,
                                    std::string_view what, jsErrCode code = {});
// The server has answered a request about a stream on its disk, or stored a message of that subject
// there. Nothing about streams in memory, which work while the disk is full.
void server_answered(const NatsHandles& handles, std::string_view subject = {});
// A message for users.
std::string missing_streams_text(std::string_view server);

// A connection that reconnects automatically. Copies share it; thread-safe.
class NatsConnection {
public:
    static Result<NatsConnection> open(const NatsOptions& options);

    // True if the server rejects credentials that it accepted before; permanent.
    bool closed() const { return natsConnection_IsClosed(handles_->connection.get()); }
    ServerHealth& health() const { return *handles_->health; }
    const std::string& server() const { return handles_->server; }  // host and port
    // Sends everything that is buffered.
    void flush(std::chrono::milliseconds limit) const {
        natsConnection_FlushTimeout(handles_->connection.get(), limit.count());
    }
    // Largest message, in bytes.
    std::int64_t max_payload() const {
        return natsConnection_GetMaxPayload(handles_->connection.get());
    }

    const std::shared_ptr<NatsHandles>& handles() const { return handles_; }

private:
    explicit NatsConnection(std::shared_ptr<NatsHandles> handles) : handles_(std::move(handles)) {}
    std::shared_ptr<NatsHandles> handles_;
};

}  // namespace xttt
