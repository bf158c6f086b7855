#include "cluster/self_play_crew.h"

#include <algorithm>
#include <map>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "base/text.h"
#include "cluster/self_play_judge.h"
#include "cluster/travel.h"
#include "cluster/wire.h"
#include "process/unique_fd.h"
#include "rules/variant.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

// Batches that may be out, or here and not yet in the file because one before them is missing: this
// bounds what the coordinator holds in memory.
constexpr std::uint32_t kMostBatches = 512;
constexpr std::uint64_t kRoomForHeader = 4096;  // of a result's message
constexpr int kMostTries = 3;                   // of a batch that was set aside

}  // namespace

template <const Variant& V>
class ClusterSelfPlay<V>::Impl {
public:
    Impl(const SelfPlayOptions& play, ClusterSelfPlayOptions options, SelfPlayJudge<V> judge)
        : recipe_(play),
          games_(play.games),
          out_(play.out),
          options_(std::move(options)),
          judge_(std::move(judge)) {}

    Result<void> connect() {
        auto exchange =
            Exchange::open(options_.cluster, [this](const Order& order, const Report& report) {
                return judge_.judge(std::get<SelfPlayOrder>(order), report);
            });
        if (!exchange) return std::unexpected(exchange.error());
        exchange_ = std::move(*exchange);
        // A result must fit into one message, also if every game is as long as a game can be.
        const auto longest = static_cast<std::uint64_t>(V.cells()) * sizeof(TrainingRecord<V>);
        const auto payload = std::min<std::uint64_t>(
            static_cast<std::uint64_t>(exchange_->max_payload()), kLongestMessage);
        const auto room = payload - std::min(payload, kRoomForHeader);
        options_.batch = static_cast<std::uint32_t>(
            std::clamp<std::uint64_t>(room / longest, 1, options_.batch));
        return {};
    }

    Result<void> play(std::uint32_t first, std::uint32_t end,
                      const typename SelfPlayCrew<V>::Take& take,
                      const std::function<bool()>& enough);
    RunStatus status() const { return exchange_->status(); }

private:
    // Batches are the same whenever the file is gone on with, so that results that wait fit.
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
    Result<void> retry(const Exchange::Returned& failed);
    std::uint32_t hand_over(const Report& report, const typename SelfPlayCrew<V>::Take& take);
    void acknowledge(std::uint32_t written);

    SelfPlayRecipe recipe_;
    std::uint32_t games_;
    std::string out_;
    ClusterSelfPlayOptions options_;
    SelfPlayJudge<V> judge_;              // of the exchange's receiver
    std::optional<std::string> network_;  // these two of the thread that writes orders
    std::string openings_;
    std::map<std::uint32_t, int> tries_;
    std::vector<std::uint64_t> here_;     // batches that came back and are not in the file yet
    std::unique_ptr<Exchange> exchange_;  // last, so that its threads end before the rest
};

template <const Variant& V>
Result<Order> ClusterSelfPlay<V>::Impl::order_of(std::uint32_t batch, const ObjectStore& store,
                                                 const std::stop_token& stop) {
    const auto stopped = [&] { return stop.stop_requested(); };
    if (!network_) {
        auto network = persist([&] { return send_network(store, recipe_.search, V); }, stopped);
        if (!network) return std::unexpected(network.error());
        if (!recipe_.openings.empty()) {
            const auto fens = fmt::format("{}\n", fmt::join(recipe_.openings, "\n"));
            auto openings = persist([&] { return store.put(fens); }, stopped);
            if (!openings) return std::unexpected(openings.error());
            openings_ = std::move(*openings);
        }
        network_ = std::move(*network);
    }
    SelfPlayOrder order{.run = {},
                        .item = {},
                        .variant = &V,
                        .first = first_of(batch),
                        .count = end_of(batch) - first_of(batch),
                        .recipe = recipe_,
                        .network = *network_,
                        .openings = openings_};
    order.recipe.openings.clear();
    order.recipe.search.eval_file.clear();
    return order;
}

template <const Variant& V>
void ClusterSelfPlay<V>::Impl::submit(std::uint32_t batch) {
    exchange_->submit(batch, [this, batch](const ObjectStore& store, const std::stop_token& stop) {
        return order_of(batch, store, stop);
    });
}

template <const Variant& V>
Result<void> ClusterSelfPlay<V>::Impl::retry(const Exchange::Returned& failed) {
    const auto batch = static_cast<std::uint32_t>(failed.task);
    if (++tries_[batch] >= kMostTries)
        return fail(Errc::Process,
                    fmt::format("the games from {} on were given up {} times, the last time: {}",
                                first_of(batch), kMostTries, failed.trouble));
    submit(batch);
    return {};
}

// Returns how many games are in the file then.
template <const Variant& V>
std::uint32_t ClusterSelfPlay<V>::Impl::hand_over(const Report& report,
                                                  const typename SelfPlayCrew<V>::Take& take) {
    std::uint32_t written = 0;
    std::vector<TrainingRecord<V>> game;
    const auto records = records_of<V>(std::get<SelfPlayGames>(report.outcome).records);
    for (const auto& record : records.value()) {  // the judge has read them before
        game.push_back(record);
        if (record.ends_game != 0) written = take(record.game, std::exchange(game, {}));
    }
    return written;
}

template <const Variant& V>
void ClusterSelfPlay<V>::Impl::acknowledge(std::uint32_t written) {
    const auto waiting = std::partition(here_.begin(), here_.end(), [&](std::uint64_t batch) {
        return end_of(static_cast<std::uint32_t>(batch)) <= written;
    });
    if (waiting == here_.begin()) return;
    const UniqueFd file(::open(out_.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file || ::fsync(file.get()) != 0) return;  // they stay on the server
    exchange_->stored({here_.begin(), waiting});
    here_.erase(here_.begin(), waiting);
}

template <const Variant& V>
Result<void> ClusterSelfPlay<V>::Impl::play(std::uint32_t first, std::uint32_t end,
                                            const typename SelfPlayCrew<V>::Take& take,
                                            const std::function<bool()>& enough) {
    std::uint32_t written = first;
    std::uint32_t next = first / options_.batch;
    bool ending = false;
    while (written < end) {
        if (!ending && (enough() || interrupts() > 0)) {
            ending = true;
            exchange_->recall();
        }
        if (interrupts() > 1 || (ending && exchange_->unfinished() == 0)) return {};
        while (!ending && first_of(next) < end && exchange_->room() > 0 &&
               next < written / options_.batch + kMostBatches)
            submit(next++);
        std::vector<Exchange::Returned> returned;
        if (auto collected = exchange_->collect(returned, after(200ms)); !collected)
            return collected;
        for (const auto& each : returned) {
            if (!each.report) {
                if (auto again = retry(each); !again) return again;
                continue;
            }
            here_.push_back(each.task);
            written = std::max(written, hand_over(*each.report, take));
        }
        acknowledge(written);
    }
    if (!here_.empty())
        return fail(Errc::Io, fmt::format("{} cannot be brought safely to the disk", quote(out_)));
    exchange_->conclude();
    return {};
}

template <const Variant& V>
ClusterSelfPlay<V>::ClusterSelfPlay(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
template <const Variant& V>
ClusterSelfPlay<V>::~ClusterSelfPlay() = default;

template <const Variant& V>
Result<std::unique_ptr<ClusterSelfPlay<V>>> ClusterSelfPlay<V>::open(
    const SelfPlayOptions& play, ClusterSelfPlayOptions options) {
    auto judge = SelfPlayJudge<V>::make(play, options.verified);
    if (!judge) return std::unexpected(judge.error());
    auto impl = std::make_unique<Impl>(play, std::move(options), std::move(*judge));
    if (auto connected = impl->connect(); !connected) return std::unexpected(connected.error());
    return std::unique_ptr<ClusterSelfPlay>(new ClusterSelfPlay(std::move(impl)));
}

template <const Variant& V>
Result<void> ClusterSelfPlay<V>::play(std::uint32_t first, std::uint32_t end,
                                      const typename SelfPlayCrew<V>::Take& take,
                                      const std::function<bool()>& enough) {
    return impl_->play(first, end, take, enough);
}
template <const Variant& V>
RunStatus ClusterSelfPlay<V>::status() const {
    return impl_->status();
}

#define XTTT_INSTANTIATE(V) template class ClusterSelfPlay<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
