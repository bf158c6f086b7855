#pragma once

#include <map>
#include <memory>
#include <string>

#include "cluster/exchange.h"
#include "tournament/runner/game_executor.h"

namespace xttt {

// The workers of a cluster, wherever they are, as the executor of a tournament. Every game
// that comes back is replayed here and compared with its order before it is handed on, each once.
class ClusterWorkforce final : public GameExecutor {
public:
    static Result<std::unique_ptr<ClusterWorkforce>> open(ClusterOptions options);
    // Results that were not stored stay on the server.
    ~ClusterWorkforce() override;

    std::size_t free_slots() const override { return exchange_->room(); }
    void submit(GameTask task) override;
    Result<void> collect(std::vector<FinishedGame>& finished, Deadline until) override;
    // Acknowledges the results to the server. Others are delivered again in the next process.
    void stored(std::span<const std::uint64_t> ids) override { exchange_->stored(ids); }
    std::size_t unfinished() const override { return exchange_->unfinished(); }
    std::vector<std::uint64_t> cancel_pending() override { return exchange_->recall(); }
    void stop() override { exchange_->stop(); }
    std::string description() const override;

    RunStatus status() const { return exchange_->status(); }
    void look_for_lost_orders() { exchange_->look_for_lost_orders(); }
    // All games of the run have been stored: leaves nothing of it on the server.
    void conclude() { exchange_->conclude(); }

private:
    ClusterWorkforce(std::string run, std::optional<double> speed,
                     std::unique_ptr<Exchange> exchange)
        : run_(std::move(run)), speed_(speed), exchange_(std::move(exchange)) {}
    Result<Order> order_of(const GameTask& task, const ObjectStore& store,
                           const std::stop_token& stop);
    Result<OrderedPlayer> ordered(const std::string& player, const Variant& variant,
                                  const ObjectStore& store, const std::stop_token& stop);

    std::string run_;
    std::optional<double> speed_;                         // set where limits of time scale
    std::map<std::string, OrderedPlayer> known_players_;  // of the thread that writes orders
    std::unique_ptr<Exchange> exchange_;  // last, so that its threads end before the rest
};

}  // namespace xttt
