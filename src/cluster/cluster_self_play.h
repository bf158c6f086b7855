#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cluster/cluster_client.h"
#include "cluster/order.h"
#include "selfplay/game_maker.h"
#include "selfplay/generate.h"

namespace xttt {

struct ClusterSelfPlayOptions {
    ClusterOptions cluster;
    std::uint32_t batch = 32;  // games per order
    // Share of the games that are replayed here and compared; always includes the first game of
    // each worker.
    double verified = 0.001;
    // Number of interrupts. The first takes back orders that no worker has started; the second
    // leaves the rest to the next process.
    const std::atomic<int>* interrupts = nullptr;
};

// Plays the games of a file on a cluster. Each batch of games is checked before it is written, and
// removed from the server when it is in the file.
template <const Variant& V>
class ClusterSelfPlay final : public SelfPlayExecutor<V> {
public:
    static Result<std::unique_ptr<ClusterSelfPlay>> open(const SelfPlayOptions& play,
                                                         ClusterSelfPlayOptions options);

    Result<void> play(std::uint32_t first, std::uint32_t end,
                      const typename SelfPlayExecutor<V>::Take& take,
                      const std::function<bool()>& enough) override;
    RunStatus status() const { return client_->status(); }

private:
    ClusterSelfPlay(const SelfPlayOptions& play, ClusterSelfPlayOptions options)
        : recipe_(play), games_(play.games), out_(play.out), options_(std::move(options)) {}
    Result<void> connect();
    // A batch has the same games whenever the file is resumed, so that results on the server can be
    // used.
    std::uint32_t first_of(std::uint32_t batch) const { return batch * options_.batch; }
    std::uint32_t end_of(std::uint32_t batch) const {
        return std::min(games_, first_of(batch) + options_.batch);
    }
    int interrupts() const {
        return options_.interrupts != nullptr ? options_.interrupts->load() : 0;
    }
    void submit(std::uint32_t batch);
    Result<Order> order_of(std::uint32_t batch, const ObjectStore& store,
                           const std::stop_token& stop);
    Result<void> retry(const ClusterClient::Returned& failed);
    std::uint32_t hand_over(const Report& report, const typename SelfPlayExecutor<V>::Take& take);
    void acknowledge(std::uint32_t written);

    SelfPlayRecipe recipe_;
    std::uint32_t games_;
    std::string out_;
    ClusterSelfPlayOptions options_;
    std::optional<std::string> network_;  // this and the next: used by the client's sender thread
    std::string openings_;
    std::map<std::uint32_t, int> attempts_;
    std::vector<std::uint64_t> returned_;  // batches that are not in the file yet
    std::unique_ptr<ClusterClient>
        client_;  // last, so that its threads end before the other members
};

}  // namespace xttt
