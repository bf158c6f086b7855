#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "cluster/nats/connection.h"

namespace xttt {

// Which cluster, and how to be let in: --cluster, --credentials, --tls-ca, --tls-cert, --tls-key,
// --insecure. Returns the --cluster option, so that it can be required.
CLI::Option* add_cluster_options(CLI::App& command, NatsOptions& options);

}  // namespace xttt
