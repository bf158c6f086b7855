#pragma once

#include "cluster/nats/connection.h"
#include "cluster/nats/jetstream.h"
#include "cluster/object_store.h"

namespace xttt {

// What coordinators and workers use of the cluster's server: its streams, and the files that
// travel with orders.
struct PostOffice {
    JetStream streams;
    ObjectStore files;
};

// Connects. A server that answers but is not ready yet is waited for as long as one that does not.
Result<PostOffice> open_post_office(const NatsOptions& server);

}  // namespace xttt
