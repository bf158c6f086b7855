#include <algorithm>

#include <fmt/format.h>

#include "cluster/exchange_impl.h"
#include "cluster/layout.h"

// The thread that fetches results, judges them, and sees that no order gets lost.

namespace xttt {
namespace {

using namespace std::chrono_literals;
constexpr auto kStatusInterval = 3s;
constexpr auto kReconcileInterval = 20s;
constexpr int kFetch = 256;

// The item a result's subject names.
std::string item_of(std::string_view subject) {
    return std::string(subject.substr(subject.rfind('.') + 1));
}

}  // namespace

Result<PullSubscription> Exchange::Impl::prepare() {
    if (auto made = ensure_layout(streams_); !made) return std::unexpected(made.error());
    // So that orders may wait for the first worker.
    if (auto queue = streams_.pull(workers_consumer(options_.lease)); !queue)
        return std::unexpected(queue.error());
    // A new consumer is given at once what a former process of this run had been given.
    if (const auto consumer = results_consumer(options_.run); !taken_over_) {
        if (auto gone = streams_.forget_consumer(consumer.stream, consumer.name); !gone)
            return std::unexpected(gone.error());
        taken_over_ = true;
    }
    auto subscription = streams_.pull(results_consumer(options_.run));
    if (!subscription) return subscription;
    const auto waiting =
        streams_.state(std::string(kResultStream), result_subject(options_.run, "*"));
    if (!waiting) return std::unexpected(waiting.error());
    // Before the first order, so that a run that passes is known as one whatever happens next.
    if (auto told = announce(); !told) return std::unexpected(told.error());
    (void)forget_abandoned(streams_, options_.run);  // if not now, then the next time
    const std::lock_guard lock(mutex_);
    for (const auto& [subject, count] : waiting->subjects) answered_.insert(item_of(subject));
    prepared_ = true;
    changed_.notify_all();
    return subscription;
}

Result<void> Exchange::Impl::announce() {
    return streams_.publish(run_subject(options_.run), status_text(status()));
}

void Exchange::Impl::receive(const std::stop_token& stop) {
    auto next_status = Clock::now();
    auto next_look = Clock::now() + kReconcileInterval;
    for (int failures = 0; !stop.stop_requested();) {
        const auto subscription = prepare();
        if (!subscription) {
            say(subscription.error().message);
            if (subscription.error().code != Errc::Io) return break_down(subscription.error());
            wait_before_retry(failures++);
            continue;
        }
        while (!stop.stop_requested()) {
            auto results = subscription->fetch(kFetch, 200ms);
            if (!results) {
                say(results.error().message);
                wait_before_retry(failures++);
                break;
            }
            if (!results->empty()) failures = 0;
            for (auto& result : *results) take(std::move(result));
            if (Clock::now() >= next_status) {
                (void)announce();  // if not now, then the next time
                next_status = Clock::now() + kStatusInterval;
            }
            if (Clock::now() >= next_look) {
                reconcile(2 * kReconcileInterval);
                (void)forget_abandoned(streams_, options_.run);
                next_look = Clock::now() + kReconcileInterval;
            }
        }
    }
}

void Exchange::Impl::take(Delivery result) {
    const std::string item = item_of(result.subject());
    std::shared_ptr<const Order> order;
    {
        const std::lock_guard lock(mutex_);
        if (auto* entry = book_.find(item)) order = entry->order;
        if (!order && book_.was_closed(item)) {
            // Not another result but one that is held and not stored yet: its lease has ended.
            for (auto& [task, held] : unstored_)
                if (held.subject() == result.subject()) {
                    held = std::move(result);
                    return;
                }
            ++counts_.duplicates;
            return result.acknowledge();
        }
    }
    // Not asked for yet: this process has just begun. Or never will be: then it waits until the
    // run is forgotten.
    if (!order)
        return result.give_back(std::min<std::chrono::milliseconds>(60s, result.attempt() * 500ms));
    auto report = parse_report(result.data());
    const auto fine = report ? judge_(*order, *report) : Result<void>();
    // The worker's word that it is done with the order may still be on its way, and would take away
    // the same order given out again.
    if (!report || !fine || std::holds_alternative<std::string>(report->outcome))
        (void)streams_.purge(std::string(kWorkStream), work_subject(options_.run, item));
    if (!report || !fine) {
        result.acknowledge();
        return reject(item, report ? report->worker : "unknown",
                      report ? fine.error().message : report.error().message);
    }
    const std::lock_guard lock(mutex_);
    auto* entry = book_.find(item);
    if (entry == nullptr) return result.acknowledge();  // recalled meanwhile
    const auto task = entry->task;
    answered_.erase(item);
    book_.close(item);
    if (const auto* why = std::get_if<std::string>(&report->outcome)) {
        ++counts_.set_aside;
        say(*why);
        result.acknowledge();
        return hand_on({.task = task, .report = {}, .trouble = *why});
    }
    if (const auto* played = std::get_if<PlayedGame>(&report->outcome))
        audit_.add_game(report->worker, played->ending, played->record.forfeit.has_value(),
                        report->host.too_busy);
    const auto* games = std::get_if<SelfPlayOrder>(order.get());
    counts_.collected += games != nullptr ? games->count : 1;
    unstored_.insert_or_assign(task, std::move(result));
    hand_on({.task = task, .report = std::move(*report), .trouble = {}});
}

void Exchange::Impl::reject(const std::string& item, const std::string& worker,
                            const std::string& why) {
    say(fmt::format("a result of worker {} does not count: {}", worker, why));
    const std::lock_guard lock(mutex_);
    audit_.add_rejected(worker);
    ++counts_.rejected;
    answered_.erase(item);
    auto* entry = book_.find(item);
    if (entry == nullptr) return;
    if (++entry->rejections < options_.attempts) {
        unsent_.push_back(item);
        changed_.notify_all();
        return;
    }
    hand_on({.task = entry->task,
             .report = {},
             .trouble = fmt::format("{} results of it did not count: {}", entry->rejections, why)});
    book_.close(item);
}

// Orders again what is neither on the server nor answered: after the server has lost what it had.
void Exchange::Impl::reconcile(Clock::duration age) {
    const auto before = Clock::now() - age;
    const auto work = streams_.state(std::string(kWorkStream), work_subject(options_.run, "*"));
    const auto results =
        streams_.state(std::string(kResultStream), result_subject(options_.run, "*"));
    if (!work || !results) return;
    const std::lock_guard lock(mutex_);
    for (const auto& [item, entry] : book_.entries()) {
        const bool settled = entry.published != Clock::time_point{} && entry.published < before;
        if (!settled && !answered_.contains(item)) continue;
        if (work->subjects.contains(work_subject(options_.run, item)) ||
            results->subjects.contains(result_subject(options_.run, item)) ||
            std::ranges::find(unsent_, item) != unsent_.end())
            continue;
        answered_.erase(item);
        unsent_.push_back(item);
        ++counts_.republished;
    }
    changed_.notify_all();
}

}  // namespace xttt
