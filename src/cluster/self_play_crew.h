#pragma once

#include <atomic>
#include <memory>

#include "cluster/exchange.h"
#include "selfplay/generate.h"

namespace xttt {

struct ClusterSelfPlayOptions {
    ClusterOptions cluster;
    std::uint32_t batch = 32;  // games of an order
    // Of all games, how many are played here once more and compared; of each worker the first one
    // always.
    double verified = 0.001;
    // How often the run was asked to end: at the first time what nobody has begun is taken back, at
    // the second the rest is left to the next process.
    const std::atomic<int>* interrupts = nullptr;
};

// The workers of a cluster as those who play the games of a file. Games come in batches, each
// checked by our own rules and lots before it is written; a batch leaves the server when it lies in
// the file.
template <const Variant& V>
class ClusterSelfPlay final : public SelfPlayCrew<V> {
public:
    static Result<std::unique_ptr<ClusterSelfPlay>> open(const SelfPlayOptions& play,
                                                         ClusterSelfPlayOptions options);
    ~ClusterSelfPlay() override;

    Result<void> play(std::uint32_t first, std::uint32_t end,
                      const typename SelfPlayCrew<V>::Take& take,
                      const std::function<bool()>& enough) override;
    RunStatus status() const;

private:
    class Impl;
    explicit ClusterSelfPlay(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace xttt
