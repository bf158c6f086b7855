#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cluster/nats/connection.h"
#include "cluster/status.h"
#include "tournament/hall/workforce.h"

namespace xttt {

struct ClusterOptions {
    NatsOptions server;
    std::string run;          // a name that stays the same when the run is resumed
    std::size_t most = 1024;  // tasks held at a time, on the server and here
    int attempts = 5;         // workers that may fail to finish a game before it is set aside
    bool scale_time = false;  // limits of time stretch on slower machines
    std::chrono::milliseconds lease{30000};
    // What went wrong, for people; called by collect().
    std::function<void(const std::string&)> log = [](const std::string&) {};
};

// The workers of a cluster, wherever they are. Every game that comes back is replayed here and
// compared with its order before it is handed on, each once. What a former process of the same run
// ordered is not ordered again: its results are waiting on the server, or will come.
class ClusterWorkforce final : public Workforce {
public:
    static Result<std::unique_ptr<ClusterWorkforce>> open(ClusterOptions options);
    ~ClusterWorkforce() override;

    std::size_t room() const override;
    void submit(GameTask task) override;
    // Games handed on by one call count as stored two calls later: a hall may collect twice before
    // it stores.
    Result<void> collect(std::vector<FinishedGame>& finished, Deadline until) override;
    std::size_t unfinished() const override;
    std::vector<std::uint64_t> recall() override;
    void stop() override;
    std::string description() const override;

    RunStatus status() const;
    // Orders again what the server no longer has although nobody has answered it. Happens by
    // itself every now and then.
    void look_for_lost_orders();
    // All games of the run have been stored: removes what is left of it on the server, which are
    // orders nobody waits for and results that came twice.
    void conclude();

private:
    class Impl;
    explicit ClusterWorkforce(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace xttt
