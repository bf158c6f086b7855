#pragma once

// Owners of the C client's handles, for the .cpp files of this folder only: everything else uses
// the classes of connection.h and jetstream.h.

#include <memory>
#include <string>
#include <string_view>

#include <nats/nats.h>

#include "base/result.h"
#include "cluster/nats/server_health.h"

namespace xttt {

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

// Members are destroyed in reverse order.
struct NatsHandles {
    ~NatsHandles() { health->detach(); }
    std::shared_ptr<ServerHealth> health;
    std::string server;  // host and port, for messages
    OwnedConnection connection;
    OwnedContext jetstream;
};

// The same as nats_error, and reports to users what they can fix: JetStream that does not answer,
// storage that is full.
std::unexpected<Error> server_error(const NatsHandles& handles, natsStatus status,
                                    std::string_view what, jsErrCode code = {});
// The server has answered a request, or stored a message of that subject.
void server_answered(const NatsHandles& handles, std::string_view subject = {});

// The error of an operation `what`. Errc::Io if a retry may help (the server cannot be reached or
// is not ready), otherwise Errc::Unsupported.
std::unexpected<Error> nats_error(natsStatus status, std::string_view what, jsErrCode code = {});

}  // namespace xttt
