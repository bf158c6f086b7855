#pragma once

#include <optional>
#include <string>

#include "base/clock.h"
#include "cluster/layout.h"

namespace xttt {

// Counts the workers of a cluster, over a connection of its own. Not thread-safe.
class ClusterWorkers {
public:
    struct Count {
        int workers = 0;
        int games = 0;  // that they play at the same time
    };

    explicit ClusterWorkers(const NatsOptions& server);

    // Connects if necessary; tries every few seconds, however often it is called. Fails with
    // Errc::Usage if the server will never accept this connection.
    Result<void> connect();
    // Asks the server again every few seconds, however often it is called. Fails if it does not
    // answer.
    Result<void> update();
    // The last answer.
    const Count& count() const { return count_; }

private:
    NatsOptions server_;
    std::optional<JetStream> streams_;
    Result<void> connected_, updated_;
    Clock::time_point next_attempt_{}, next_update_{};
    Count count_;
};

}  // namespace xttt
