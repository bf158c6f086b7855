#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cluster/nats/connection.h"

namespace xttt {

// Sends a request for each text to one subject, without waiting for one answer before the next
// request, in the order given. Returns the answers in the same order; empty for requests without an
// answer once none has arrived for `limit`. So many requests take little longer than one.
Result<std::vector<std::optional<std::string>>> request_batch(const NatsHandles& server,
                                                              const std::string& subject,
                                                              std::span<const std::string> texts,
                                                              std::chrono::milliseconds limit);

}  // namespace xttt
