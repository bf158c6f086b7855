#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "base/text.h"
#include "cluster/exchange_impl.h"
#include "cluster/layout.h"

namespace xttt {

Exchange::Impl::Impl(ClusterOptions options, Judge judge, PostOffice office)
    : options_(std::move(options)),
      judge_(std::move(judge)),
      streams_(std::move(office.streams)),
      store_(std::move(office.files)) {
    receiver_ = std::jthread([this](const std::stop_token& stop) { receive(stop); });
    sender_ = std::jthread([this](const std::stop_token& stop) { send(stop); });
}

Exchange::Impl::~Impl() {
    sender_.request_stop();
    receiver_.request_stop();
    changed_.notify_all();
    if (sender_.joinable()) sender_.join();
    if (receiver_.joinable()) receiver_.join();
    publisher_.reset();
    unstored_.clear();  // unacknowledged: they come again in the next process
    (void)announce();
    streams_.connection().flush(std::chrono::seconds(2));
}

void Exchange::Impl::submit(std::uint64_t task, Draft draft) {
    {
        const std::lock_guard lock(mutex_);
        tasks_.push_back({task, std::move(draft)});
        ++unfinished_;
    }
    changed_.notify_all();
}

// The same thing is said once, however often it happens.
void Exchange::Impl::say(const std::string& message) {
    constexpr std::size_t kMost = 100;
    const std::lock_guard lock(saying_);
    if (message != last_message_ && messages_.size() < kMost) messages_.push_back(message);
    last_message_ = message;
}

Result<void> Exchange::Impl::collect(std::vector<Returned>& returned, Deadline until) {
    std::vector<std::string> messages;
    {
        const std::lock_guard lock(saying_);
        messages.swap(messages_);
    }
    for (const auto& message : messages) options_.log(message);
    std::unique_lock lock(mutex_);
    changed_.wait_until(lock, std::min(until, Clock::now() + std::chrono::hours(24)),
                        [&] { return !ready_.empty() || broken_; });
    if (ready_.empty() && broken_) return std::unexpected(*broken_);
    unfinished_ -= ready_.size();
    std::ranges::move(ready_, std::back_inserter(returned));
    ready_.clear();
    return {};
}

void Exchange::Impl::stored(std::span<const std::uint64_t> tasks) {
    const std::lock_guard lock(mutex_);
    for (const auto task : tasks) {
        const auto found = unstored_.find(task);
        if (found == unstored_.end()) continue;
        found->second.acknowledge();
        unstored_.erase(found);
    }
}

// Takes back what is not on the server yet, and of the rest what no worker has been given: the
// messages behind the last one given out.
std::vector<std::uint64_t> Exchange::Impl::recall() {
    std::vector<std::uint64_t> ids;
    const auto queue =
        streams_.consumer_state(std::string(kWorkStream), std::string(kWorkersConsumer));
    const std::lock_guard lock(mutex_);
    for (const auto& task : tasks_) ids.push_back(task.id);
    tasks_.clear();
    std::vector<std::string> items;
    for (const auto& [item, entry] : book_.entries()) {
        const bool unsent = std::ranges::find(unsent_, item) != unsent_.end();
        const bool waiting = queue && entry.sequence > queue->last_given_out;
        if (unsent || waiting) items.push_back(item);
    }
    bool reachable = true;  // what stays on the server is played for nothing, but does not count
    for (const auto& item : items) {
        ids.push_back(book_.find(item)->task);
        if (reachable)
            reachable = streams_.purge(std::string(kWorkStream), work_subject(options_.run, item))
                            .has_value();
        book_.close(item);
        std::erase(unsent_, item);
    }
    unfinished_ -= ids.size();
    return ids;
}

void Exchange::Impl::stop() {
    sender_.request_stop();
    changed_.notify_all();
    // What is being played is lost to the run, unless its result comes before the next process.
    (void)streams_.purge(std::string(kWorkStream), work_subject(options_.run, "*"));
}

void Exchange::Impl::conclude() {
    sender_.request_stop();
    receiver_.request_stop();
    changed_.notify_all();
    if (sender_.joinable()) sender_.join();
    if (receiver_.joinable()) receiver_.join();
    publisher_.reset();  // or it would send orders again that are purged here
    {
        const std::lock_guard lock(mutex_);
        unstored_.clear();
    }
    // Where the server is away, what is left waits for 'xttt cluster forget', or for a month.
    const std::string work(kWorkStream), results(kResultStream);
    const auto consumer = results_consumer(options_.run);
    if (!streams_.purge(work, work_subject(options_.run, "*"))) return;
    if (!streams_.purge(results, result_subject(options_.run, "*"))) return;
    (void)streams_.forget_consumer(consumer.stream, consumer.name);
}

RunStatus Exchange::Impl::status() const {
    const std::lock_guard lock(mutex_);
    RunStatus status = counts_;
    status.run = options_.run;
    status.unfinished = unfinished_;
    status.passing = options_.passing;
    status.host = host_name();
    status.process = ::getpid();
    status.workers = audit_.findings();
    return status;
}

void Exchange::Impl::hand_on(Returned returned) {
    ready_.push_back(std::move(returned));
    changed_.notify_all();
}

void Exchange::Impl::break_down(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!broken_) broken_ = error;
    changed_.notify_all();
}

Exchange::Exchange(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Exchange::~Exchange() = default;

Result<std::unique_ptr<Exchange>> Exchange::open(ClusterOptions options, Judge judge) {
    if (!is_cluster_name(options.run))
        return fail(Errc::Usage, fmt::format("{} cannot name a run: up to 64 letters, digits, '-' "
                                             "and '_' can",
                                             quote(options.run)));
    auto office = open_post_office(options.server);
    if (!office) return std::unexpected(office.error());
    return std::unique_ptr<Exchange>(new Exchange(
        std::make_unique<Impl>(std::move(options), std::move(judge), std::move(*office))));
}

std::size_t Exchange::room() const {
    return impl_->room();
}
void Exchange::submit(std::uint64_t task, Draft draft) {
    impl_->submit(task, std::move(draft));
}
Result<void> Exchange::collect(std::vector<Returned>& returned, Deadline until) {
    return impl_->collect(returned, until);
}
void Exchange::stored(std::span<const std::uint64_t> tasks) {
    impl_->stored(tasks);
}
std::size_t Exchange::unfinished() const {
    return impl_->unfinished();
}
std::vector<std::uint64_t> Exchange::recall() {
    return impl_->recall();
}
void Exchange::stop() {
    impl_->stop();
}
void Exchange::conclude() {
    impl_->conclude();
}
void Exchange::look_for_lost_orders() {
    impl_->reconcile({});
}
RunStatus Exchange::status() const {
    return impl_->status();
}
std::int64_t Exchange::max_payload() const {
    return impl_->streams().connection().max_payload();
}

}  // namespace xttt
