#include <algorithm>

#include <fmt/format.h>

#include "base/count_text.h"
#include "cluster/cluster_client.h"

// The receiver thread: fetches results, checks them, and looks for lost orders.

namespace xttt {
namespace {

using namespace std::chrono_literals;
constexpr auto kWatchInterval = 1s;
constexpr auto kUncountedLimit = 10s;
constexpr auto kLostOrdersInterval = 20s;
constexpr int kResultsPerFetch = 256;

// The item in the subject of a result.
std::string item_of(std::string_view subject) {
    return std::string(subject.substr(subject.rfind('.') + 1));
}

}  // namespace

// Makes this process the coordinator of the run. Fails with Errc::Usage if there is another one.
Result<void> ClusterClient::claim() {
    for (;;) {
        TRY(const auto last, last_run_status(streams_, options_.run));
        const bool free =
            !last || !last->status || has_ended(*last->status) || last->status->session == session_;
        if (!free) {
            TRY(const bool alive, coordinator_is_alive(streams_, options_.run));
            if (alive)
                return fail(Errc::Usage,
                            fmt::format("run {} already has a coordinator: process {} on host {}",
                                        options_.run, last->status->process, last->status->host));
        }
        // If several processes try at the same time, one succeeds.
        TRY(const auto stored,
            streams_.publish_after(run_subject(options_.run), status_text(status()),
                                   last ? last->sequence : 0));
        if (!stored) continue;
        announced_ = *stored;
        claimed_ = true;
        return {};
    }
}

// Publishes the status. Fails with Errc::Usage if another process has taken over the run, which can
// happen while this process is suspended.
Result<void> ClusterClient::announce(bool ended) {
    auto current = status();
    current.ended = ended;
    TRY(auto stored,
        streams_.publish_after(run_subject(options_.run), status_text(current), announced_));
    if (!stored) {
        TRY(const auto last, last_run_status(streams_, options_.run));
        if (last && last->status && last->status->session != session_ && !last->status->ended)
            return fail(Errc::Usage,
                        fmt::format("process {} on host {} has taken over run {}",
                                    last->status->process, last->status->host, options_.run));
        TRY(stored, streams_.publish_after(run_subject(options_.run), status_text(current),
                                           last ? last->sequence : 0));
    }
    announced_ = stored.value_or(announced_);
    return {};
}

Result<PullSubscription> ClusterClient::subscribe() {
    TRY_VOID(ensure_layout(streams_));
    // Creates the consumer, so that orders can be published before the first worker starts.
    TRY_VOID(streams_.pull(workers_consumer(options_.lease)));
    if (work_stream_ == 0) {
        TRY(const auto work, streams_.state(std::string(kWorkStream)));
        work_stream_ = work.created;
    }
    // Before the first order, so that an ephemeral run is marked as one even after a crash.
    if (!claimed_) {
        TRY_VOID(claim());
        // A new consumer immediately receives what an earlier process of this run has not
        // acknowledged.
        const auto consumer = results_consumer(options_.run);
        TRY_VOID(streams_.forget_consumer(consumer.stream, consumer.name));
    }
    TRY(auto subscription, streams_.pull(results_consumer(options_.run)));
    TRY(const auto waiting,
        streams_.state(std::string(kResultStream), result_subject(options_.run, "*")));
    (void)forget_abandoned(streams_, options_.run);  // on failure: the next time
    const std::lock_guard lock(mutex_);
    for (const auto& [subject, count] : waiting.subjects) answered_.insert(item_of(subject));
    prepared_ = true;
    changed_.notify_all();
    return subscription;
}

void ClusterClient::receive(const std::stop_token& stop) {
    auto next_status = Clock::now();
    auto next_watch = Clock::now();
    auto next_look = Clock::now() + kLostOrdersInterval;
    const auto is_final = [&](const Error& error) {
        return error.code != Errc::Io || streams_.connection().closed();
    };
    for (int failures = 0; !stop.stop_requested();) {
        const auto subscription = subscribe();
        if (!subscription) {
            if (is_final(subscription.error())) return break_down(subscription.error());
            streams_.connection().health().tick();
            wait_before_retry(failures++);
            continue;
        }
        while (!stop.stop_requested()) {
            streams_.connection().health().tick();
            auto results = subscription->fetch(kResultsPerFetch, 200ms);
            if (!results) {
                wait_before_retry(failures++);
                break;
            }
            if (!results->empty()) failures = 0;
            for (auto& result : *results) take(std::move(result));
            if (Clock::now() >= next_status) {
                const auto told = announce();
                // On failure: the next time.
                if (!told && is_final(told.error())) return break_down(told.error());
                // The server keeps the stream of statuses in memory, so a restart loses it.
                if (!told) (void)ensure_layout(streams_);
                next_status = Clock::now() + kAnnounceInterval;
            }
            if (Clock::now() >= next_watch) {
                if (!watch()) break;
                next_watch = Clock::now() + kWatchInterval;
            }
            if (Clock::now() >= next_look) {
                (void)republish_lost();
                (void)forget_abandoned(streams_, options_.run);
                next_look = Clock::now() + kLostOrdersInterval;
            }
        }
    }
}

// Compares the messages of the work stream with the counters of its consumer, and repairs a
// difference. An error means that the streams have to be set up again.
Result<void> ClusterClient::watch() {
    TRY(const auto before, streams_.state(std::string(kWorkStream)));
    TRY(const auto queue,
        streams_.consumer_state(std::string(kWorkStream), std::string(kWorkersConsumer)));
    TRY(const auto after, streams_.state(std::string(kWorkStream)));
    // After a server has lost its store, the first worker creates the streams again, but not the
    // consumer of this run.
    const auto results = results_consumer(options_.run);
    TRY_VOID(streams_.consumer_state(results.stream, results.name));
    const auto known = std::exchange(work_stream_, after.created);
    if (known != 0 && known != after.created && !republish_lost()) work_stream_ = known;
    // A message that is not above the acknowledgement floor will never be delivered. It may just be
    // in acknowledgement, so it must be seen twice.
    const bool skipped = after.messages > 0 && after.first <= queue.ack_floor;
    if (skipped && first_skipped_ == after.first) rescue_skipped(queue, false);
    first_skipped_ = skipped ? after.first : 0;
    // Messages that have been neither waiting nor delivered for a while, with no results in the
    // meantime, are stuck.
    const bool uncounted =
        std::min(before.messages, after.messages) > queue.waiting + queue.given_out;
    if (!uncounted || last_result_ > uncounted_since_) uncounted_since_ = Clock::now();
    if (Clock::now() - uncounted_since_ > kUncountedLimit) rescue_skipped(queue, true);
    grow_streams();
    if (results_are_stuck()) {
        const auto consumer = results_consumer(options_.run);
        TRY_VOID(streams_.forget_consumer(consumer.stream, consumer.name));
        say("The server skipped results of this run. Fetching them again.");
        return fail(Errc::Io, "results were skipped");
    }
    return {};
}

// Republishes the orders that the consumer has skipped: nats-server 2.9 skips messages when a
// client purges a subject of the stream, as older versions of xttt did. With `all_delivered`, also
// those that may have been delivered, each once.
void ClusterClient::rescue_skipped(const ConsumerState& queue, bool all_delivered) {
    const auto listing = streams_.state(std::string(kWorkStream), work_subject(options_.run, "*"));
    if (!listing) return;
    std::vector<std::pair<std::string, std::uint64_t>> candidates;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [item, entry] : orders_.entries())
            if (listing->subjects.contains(work_subject(options_.run, item)) &&
                std::ranges::find(unsent_, item) == unsent_.end())
                candidates.emplace_back(item, entry.sequence);
    }
    std::size_t republished = 0;
    for (auto [item, sequence] : candidates) {
        if (sequence == 0) {
            const auto message =
                streams_.last(std::string(kWorkStream), work_subject(options_.run, item));
            if (!message || !*message) continue;
            sequence = (*message)->sequence;
        }
        const bool passed = sequence <= queue.ack_floor;
        if (!passed && !(all_delivered && sequence <= queue.last_given_out)) continue;
        {
            const std::lock_guard lock(mutex_);
            auto* entry = orders_.find(item);
            if (entry == nullptr || (!passed && std::exchange(entry->republished, true))) continue;
        }
        if (!streams_.remove(std::string(kWorkStream), sequence)) break;
        const std::lock_guard lock(mutex_);
        if (orders_.find(item) == nullptr) continue;
        unsent_.push_back(item);
        ++counts_.republished;
        ++republished;
    }
    changed_.notify_all();
    if (republished > 0)
        say(fmt::format("The server skipped {} of this run (purged by a client). Published again.",
                        count_text(republished, "order")));
}

// Whether the server has results of this run that its consumer does not count.
bool ClusterClient::results_are_stuck() {
    stuck_results_ = [&] {
        if (Clock::now() - last_result_ < 2 * kWatchInterval) return 0;
        const auto consumer = results_consumer(options_.run);
        const auto state = streams_.consumer_state(consumer.stream, consumer.name);
        const auto listing = streams_.state(consumer.stream, result_subject(options_.run, "*"));
        if (!state || !listing) return 0;
        return listing->subjects.size() > state->waiting + state->given_out ? stuck_results_ + 1
                                                                            : 0;
    }();
    return stuck_results_ >= 3;
}

void ClusterClient::take(Delivery result) {
    const std::string item = item_of(result.subject());
    std::shared_ptr<const Order> order;
    std::uint64_t sequence = 0;
    {
        const std::lock_guard lock(mutex_);
        if (auto* entry = orders_.find(item)) {
            order = entry->order;
            sequence = entry->sequence;
        }
        if (const auto closed = orders_.closed(item); !order && closed) {
            // A result that is held but not stored yet, delivered again because its lease has
            // ended.
            for (auto& [task, held] : unstored_)
                if (held.subject() == result.subject()) {
                    held = std::move(result);
                    return;
                }
            ++(*closed == OpenOrders::Closed::Withdrawn ? counts_.withdrawn : counts_.duplicates);
            return result.acknowledge();
        }
    }
    // Either not ordered yet, because this process has just started, or never ordered; then it
    // stays until the run is forgotten.
    if (!order)
        return result.give_back(std::min<std::chrono::milliseconds>(60s, result.attempt() * 500ms));
    auto report = parse_report(result.data());
    const auto fine = report ? check_(*order, *report) : Result<void>();
    last_result_ = Clock::now();
    // The acknowledgement of the worker may still be in transit, and would remove the same order if
    // it were published again.
    if (!report || !fine || std::holds_alternative<std::string>(report->outcome))
        (void)remove_order(item, sequence);
    if (!report || !fine) {
        result.acknowledge();
        return reject(item, report ? report->worker : "unknown",
                      report ? fine.error().message : report.error().message);
    }
    const std::lock_guard lock(mutex_);
    auto* entry = orders_.find(item);
    if (entry == nullptr) {  // recalled in the meantime
        ++counts_.withdrawn;
        return result.acknowledge();
    }
    const auto task = entry->task;
    answered_.erase(item);
    orders_.close(item);
    if (const auto* why = std::get_if<std::string>(&report->outcome)) {
        ++counts_.set_aside;
        // A game is reported by the run that plays it.
        if (std::holds_alternative<SelfPlayOrder>(*order)) say(*why);
        result.acknowledge();
        return hand_on({.task = task, .report = {}, .error = *why});
    }
    if (const auto* played = std::get_if<PlayedGame>(&report->outcome))
        audit_.add_game(report->worker, played->ending, played->record.forfeit.has_value(),
                        report->host.too_busy);
    const auto* games = std::get_if<SelfPlayOrder>(order.get());
    counts_.collected += games != nullptr ? games->count : 1;
    unstored_.insert_or_assign(task, std::move(result));
    hand_on({.task = task, .report = std::move(*report), .error = {}});
}

void ClusterClient::reject(const std::string& item, const std::string& worker,
                           const std::string& why) {
    const std::lock_guard lock(mutex_);
    audit_.add_rejected(worker);
    ++counts_.rejected;
    report_rejected(worker, why);
    answered_.erase(item);
    auto* entry = orders_.find(item);
    if (entry == nullptr) return;
    if (++entry->rejections < options_.attempts) {
        unsent_.push_back(item);
        changed_.notify_all();
        return;
    }
    hand_on({.task = entry->task,
             .report = {},
             .error = fmt::format("{} rejected; the last one: {}",
                                  count_text(entry->rejections, "result"), why)});
    orders_.close(item);
}

// The first one at once, then at most one message in ten seconds: anyone who may publish results
// can publish thousands of wrong ones. With mutex_ held.
void ClusterClient::report_rejected(const std::string& worker, const std::string& why) {
    constexpr auto kQuiet = 10s;
    ++rejected_since_report_;
    const auto now = Clock::now();
    if (last_rejection_report_ != Clock::time_point{} && now < last_rejection_report_ + kQuiet)
        return;
    last_rejection_report_ = now;
    say(rejected_since_report_ == 1
            ? fmt::format("rejected a result of worker {}: {}", worker, why)
            : fmt::format("rejected {}; the last one, of worker {}: {}",
                          count_text(rejected_since_report_, "result"), worker, why));
    rejected_since_report_ = 0;
}

// `sequence` is that of the order in the stream; 0 if unknown.
Result<void> ClusterClient::remove_order(const std::string& item, std::uint64_t sequence) const {
    const std::string work(kWorkStream);
    if (sequence > 0) return streams_.remove(work, sequence);
    TRY_VOID(streams_.remove_all(work, work_subject(options_.run, item)));
    return {};
}

// Republishes the orders that are neither on the server nor answered, because the server has lost
// them. Returns false if the server did not answer.
bool ClusterClient::republish_lost() {
    const auto before = Clock::now();
    // In this order: a result is stored before its order is acknowledged.
    const auto work = streams_.state(std::string(kWorkStream), work_subject(options_.run, "*"));
    const auto results =
        streams_.state(std::string(kResultStream), result_subject(options_.run, "*"));
    if (!work || !results) return false;
    std::size_t lost = 0;
    {
        const std::lock_guard lock(mutex_);
        for (auto& [item, entry] : orders_.entries()) {
            const bool settled = entry.published != Clock::time_point{} && entry.published < before;
            if (!settled && !answered_.contains(item)) continue;
            if (work->subjects.contains(work_subject(options_.run, item)) ||
                results->subjects.contains(result_subject(options_.run, item)) ||
                std::ranges::find(unsent_, item) != unsent_.end())
                continue;
            answered_.erase(item);
            unsent_.push_back(item);
            ++lost;
        }
        counts_.republished += lost;
    }
    changed_.notify_all();
    if (lost > 0)
        say(fmt::format("The server lost {} of this run. Published again.",
                        count_text(lost, "order")));
    return true;
}

void ClusterClient::grow_streams() {
    for (const auto& each : kStreamSizes)
        (void)streams_.grow_if_full(std::string(each.stream), each.size.largest);
}

}  // namespace xttt
