#pragma once

#include "cluster/nats/handles.h"

namespace xttt {

// In the order in which they are built; destroyed the other way round.
struct NatsHandles {
    OwnedConnection connection;
    OwnedContext jetstream;
};

}  // namespace xttt
