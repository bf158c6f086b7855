#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>

#include "cluster/cluster_client.h"
#include "tournament/runner/game_executor.h"

namespace xttt {

// Plays the games of a tournament on the workers of a cluster. Every returned game is replayed here
// and compared with its order, and delivered only once.
class ClusterExecutor final : public GameExecutor {
public:
    static Result<std::unique_ptr<ClusterExecutor>> open(ClusterOptions options);
    // Results that were not stored stay on the server.
    ~ClusterExecutor() override;

    std::size_t free_slots() const override { return client_->free_slots(); }
    void submit(GameTask task) override;
    Result<void> collect(std::vector<FinishedGame>& finished, Deadline until) override;
    // Acknowledges the results. Unacknowledged results are delivered again to the next process.
    void stored(std::span<const std::uint64_t> ids) override { client_->stored(ids); }
    std::size_t unfinished() const override { return client_->unfinished(); }
    std::vector<std::uint64_t> cancel_pending() override;
    void stop() override { client_->stop(); }
    std::string description() const override;

    RunStatus status() const { return client_->status(); }
    void look_for_lost_orders() { client_->look_for_lost_orders(); }
    // All games of the run have been stored: removes its data from the server.
    void conclude() { client_->conclude(); }

private:
    ClusterExecutor(std::string run, std::optional<double> speed, bool send_programs,
                    bool send_folders, std::unique_ptr<ClusterClient> client)
        : run_(std::move(run)),
          speed_(speed),
          send_programs_(send_programs),
          send_folders_(send_folders),
          client_(std::move(client)) {}
    Result<Order> order_of(const GameTask& task, const ObjectStore& store,
                           const std::stop_token& stop);
    Result<OrderedPlayer> ordered(const std::string& player, const Variant& variant,
                                  const ObjectStore& store, const std::stop_token& stop);

    std::string run_;
    std::optional<double> speed_;  // set if time limits scale
    bool send_programs_, send_folders_;
    std::map<std::uint64_t, std::array<BotLogFile, 2>> bot_logs_;  // of submitted tasks
    std::map<std::string, OrderedPlayer> known_players_;           // used by the sender thread
    // A game failed, perhaps because the server lost files: they are sent again if necessary.
    std::atomic<bool> forget_players_ = false;
    std::unique_ptr<ClusterClient>
        client_;  // last, so that its threads end before the other members
};

}  // namespace xttt
