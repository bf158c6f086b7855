#pragma once

#include "cluster/nats/connection_handles.h"
#include "cluster/nats/pull.h"

namespace xttt {

struct PullSubscription::Impl {
    std::shared_ptr<NatsHandles> connection;  // outlives the subscription
    OwnedSubscription subscription;
};

}  // namespace xttt
