#pragma once

// The C client's types, owned. Included by the .cpp files of this folder only: everything else sees
// the classes of connection.h, jetstream.h and pull.h.

#include <memory>
#include <string_view>

#include <nats/nats.h>

#include "base/result.h"

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

// What went wrong while doing `what`. Errc::Io where trying again may help (the server is away, or
// not ready yet), Errc::Unsupported where it will not.
std::unexpected<Error> nats_error(natsStatus status, std::string_view what, jsErrCode code = {});

}  // namespace xttt
