#include "cluster/cluster_self_play.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <set>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "base/text.h"
#include "cluster/player_files.h"
#include "cluster/wire.h"
#include "process/unique_fd.h"
#include "rules/variant.h"
#include "selfplay/check.h"

namespace xttt {

namespace {

using namespace std::chrono_literals;

// The records in the bytes of a report; fails if the last one is incomplete.
template <const Variant& V>
Result<std::vector<TrainingRecord<V>>> records_of(const std::string& bytes) {
    using Record = TrainingRecord<V>;
    if (bytes.size() % sizeof(Record) != 0)
        return fail(Errc::BadRecord, "the last training record is truncated");
    std::vector<Record> records(bytes.size() / sizeof(Record));
    std::memcpy(records.data(), bytes.data(), bytes.size());
    return records;
}

// Checks that returned games match their order: always by the rules and the random choices of the
// recipe, and sometimes by replaying a game, because a game depends only on its number and the
// recipe. Used by the receiver thread of the client.
template <const Variant& V>
class SelfPlayVerifier {
public:
    static Result<SelfPlayVerifier> make(const SelfPlayRecipe& recipe, double verified) {
        TRY(auto starts, GameStarts<V>::make(recipe));
        TRY(auto maker, GameMaker<V>::make(recipe));
        return SelfPlayVerifier(std::move(starts), std::move(maker), verified);
    }

    Result<void> check(const SelfPlayOrder& order, const Report& report) {
        if (report.run != order.run || report.item != order.item)
            return fail(Errc::BadRecord, "it belongs to another order");
        if (std::holds_alternative<std::string>(report.outcome)) return {};
        const auto* games = std::get_if<SelfPlayGames>(&report.outcome);
        if (games == nullptr) return fail(Errc::BadRecord, "it contains no self-play games");
        TRY(const auto records, records_of<V>(games->records));
        TRY_VOID(check_games<V>(starts_, order.first, order.count, records));
        for (auto begin = records.begin(); begin != records.end();) {
            const auto number = begin->game;
            const auto end = std::find_if(
                begin, records.end(), [&](const auto& record) { return record.game != number; });
            if (must_verify(report.worker, number)) {
                const auto here = maker_.play(number);
                const auto size = static_cast<std::size_t>(end - begin);
                if (here.size() != size ||
                    std::memcmp(here.data(), &*begin, size * sizeof(here[0])) != 0)
                    return fail(
                        Errc::BadRecord,
                        fmt::format("game {} differs from the same game played locally: the "
                                    "worker runs a different engine or reports false results",
                                    number));
                known_workers_.insert(report.worker);
            }
            begin = end;
        }
        return {};
    }

private:
    SelfPlayVerifier(GameStarts<V> starts, GameMaker<V> maker, double verified)
        : starts_(std::move(starts)), maker_(std::move(maker)), verified_(verified) {}
    bool must_verify(const std::string& worker, std::uint32_t number) {
        if (verified_ > 0 && !known_workers_.contains(worker)) return true;
        // A random selection that workers cannot predict, but the same each time a batch is
        // checked.
        Random random(mix64(salt_ ^ number));
        return random.unit() < verified_;
    }

    GameStarts<V> starts_;
    GameMaker<V> maker_;
    double verified_;
    std::uint64_t salt_ = std::uint64_t{std::random_device()()} << 32 | std::random_device()();
    std::set<std::string> known_workers_;
};

// Maximum number of batches that are ordered, or returned but not yet in the file because an
// earlier one is missing. Bounds the memory of the coordinator.
constexpr std::uint32_t kMostBatches = 512;
constexpr std::uint64_t kHeaderBytes = 4096;  // in the message of a result
constexpr int kMostAttempts = 3;              // attempts at a batch that was set aside

}  // namespace

template <const Variant& V>
Result<std::unique_ptr<ClusterSelfPlay<V>>> ClusterSelfPlay<V>::open(
    const SelfPlayOptions& play, ClusterSelfPlayOptions options) {
    std::unique_ptr<ClusterSelfPlay> opened(new ClusterSelfPlay(play, std::move(options)));
    TRY_VOID(opened->connect());
    return opened;
}

template <const Variant& V>
Result<void> ClusterSelfPlay<V>::connect() {
    TRY(auto made, SelfPlayVerifier<V>::make(recipe_, options_.verified));
    // std::function requires copyable targets.
    auto verifier = std::make_shared<SelfPlayVerifier<V>>(std::move(made));
    TRY(client_,
        ClusterClient::open(options_.cluster, [verifier](const Order& order, const Report& report) {
            return verifier->check(std::get<SelfPlayOrder>(order), report);
        }));
    // A result must fit into one message, even if every game has the maximum length.
    const auto longest = static_cast<std::uint64_t>(V.cells()) * sizeof(TrainingRecord<V>);
    const auto payload = std::min<std::uint64_t>(static_cast<std::uint64_t>(client_->max_payload()),
                                                 kLongestMessage);
    const auto space = payload - std::min(payload, kHeaderBytes);
    options_.batch =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(space / longest, 1, options_.batch));
    return {};
}

template <const Variant& V>
Result<Order> ClusterSelfPlay<V>::order_of(std::uint32_t batch, const ObjectStore& store,
                                           const std::stop_token& stop) {
    const auto stopped = [&] { return stop.stop_requested(); };
    if (!network_) {
        TRY(auto network,
            persist([&] { return upload_network(store, recipe_.search, V); }, stopped));
        if (!recipe_.openings.empty()) {
            const auto fens = fmt::format("{}\n", fmt::join(recipe_.openings, "\n"));
            TRY(openings_, persist([&] { return store.put(fens); }, stopped));
        }
        network_ = std::move(network);
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
void ClusterSelfPlay<V>::submit(std::uint32_t batch) {
    client_->submit(batch, [this, batch](const ObjectStore& store, const std::stop_token& stop) {
        return order_of(batch, store, stop);
    });
}

template <const Variant& V>
Result<void> ClusterSelfPlay<V>::retry(const ClusterClient::Returned& failed) {
    const auto batch = static_cast<std::uint32_t>(failed.task);
    if (++attempts_[batch] >= kMostAttempts)
        return fail(Errc::Process,
                    fmt::format("the batch that starts at game {} failed {} times; last error: {}",
                                first_of(batch), kMostAttempts, failed.error));
    submit(batch);
    return {};
}

// Returns the number of games in the file.
template <const Variant& V>
std::uint32_t ClusterSelfPlay<V>::hand_over(const Report& report,
                                            const typename SelfPlayExecutor<V>::Take& take) {
    std::uint32_t written = 0;
    std::vector<TrainingRecord<V>> game;
    const auto records = records_of<V>(std::get<SelfPlayGames>(report.outcome).records);
    for (const auto& record : records.value()) {  // check() has already parsed them
        game.push_back(record);
        if (record.ends_game != 0) written = take(record.game, std::exchange(game, {}));
    }
    return written;
}

template <const Variant& V>
void ClusterSelfPlay<V>::acknowledge(std::uint32_t written) {
    const auto waiting = std::partition(
        returned_.begin(), returned_.end(),
        [&](std::uint64_t batch) { return end_of(static_cast<std::uint32_t>(batch)) <= written; });
    if (waiting == returned_.begin()) return;
    const UniqueFd file(::open(out_.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file || ::fsync(file.get()) != 0) return;  // they stay on the server
    client_->stored({returned_.begin(), waiting});
    returned_.erase(returned_.begin(), waiting);
}

template <const Variant& V>
Result<void> ClusterSelfPlay<V>::play(std::uint32_t first, std::uint32_t end,
                                      const typename SelfPlayExecutor<V>::Take& take,
                                      const std::function<bool()>& enough) {
    std::uint32_t written = first;
    std::uint32_t next = first / options_.batch;
    bool ending = false;
    while (written < end) {
        if (!ending && (enough() || interrupts() > 0)) {
            ending = true;
            client_->recall();
        }
        if (interrupts() > 1 || (ending && client_->unfinished() == 0)) return {};
        while (!ending && first_of(next) < end && client_->free_slots() > 0 &&
               next < written / options_.batch + kMostBatches)
            submit(next++);
        std::vector<ClusterClient::Returned> returned;
        TRY_VOID(client_->collect(returned, after(200ms)));
        for (const auto& each : returned) {
            if (!each.report) {
                TRY_VOID(retry(each));
                continue;
            }
            returned_.push_back(each.task);
            written = std::max(written, hand_over(*each.report, take));
        }
        acknowledge(written);
    }
    if (!returned_.empty())
        return fail(Errc::Io, fmt::format("cannot flush {} to disk", quote(out_)));
    client_->conclude();
    return {};
}

#define XTTT_INSTANTIATE(V) template class ClusterSelfPlay<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
