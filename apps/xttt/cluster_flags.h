#pragma once

#include <string>

#include "cluster/nats/connection.h"
#include "command.h"

namespace xttt {

// Which cluster, and how to be let in: --cluster, --credentials, --tls-ca, --tls-cert, --tls-key,
// --insecure. Returns the --cluster option, so that it can be required.
Argument& add_cluster_options(Command& command, NatsOptions& options);

}  // namespace xttt
