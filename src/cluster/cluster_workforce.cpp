#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "cluster/cluster_workforce_impl.h"
#include "cluster/layout.h"

namespace xttt {

ClusterWorkforce::Impl::~Impl() {
    sender_.request_stop();
    receiver_.request_stop();
    changed_.notify_all();
    if (sender_.joinable()) sender_.join();
    if (receiver_.joinable()) receiver_.join();
    for (const auto& delivery : stored_) delivery.acknowledge();
    for (const auto& delivery : handed_on_) delivery.acknowledge();
    stored_.clear();
    handed_on_.clear();
    ready_.clear();  // unacknowledged: they come again in the next process
    (void)streams_.publish(run_subject(options_.run), status_text(status()));
    streams_.connection().flush(std::chrono::seconds(2));
}

void ClusterWorkforce::Impl::submit(GameTask task) {
    {
        const std::lock_guard lock(mutex_);
        tasks_.push_back(std::move(task));
        ++unfinished_;
    }
    changed_.notify_all();
}

// The same thing is said once, however often it happens.
void ClusterWorkforce::Impl::say(const std::string& message) {
    constexpr std::size_t kMost = 100;
    const std::lock_guard lock(saying_);
    if (message != last_message_ && messages_.size() < kMost) messages_.push_back(message);
    last_message_ = message;
}

Result<void> ClusterWorkforce::Impl::collect(std::vector<FinishedGame>& finished, Deadline until) {
    std::vector<std::string> messages;
    {
        const std::lock_guard lock(saying_);
        messages.swap(messages_);
    }
    for (const auto& message : messages) options_.log(message);
    std::unique_lock lock(mutex_);
    for (const auto& delivery : stored_) delivery.acknowledge();
    stored_ = std::move(handed_on_);
    handed_on_.clear();
    changed_.wait_until(lock, std::min(until, Clock::now() + std::chrono::hours(24)),
                        [&] { return !ready_.empty() || broken_; });
    if (ready_.empty() && broken_) return std::unexpected(*broken_);
    for (auto& each : ready_) {
        finished.push_back(std::move(each.game));
        if (each.result) handed_on_.push_back(std::move(*each.result));
        --unfinished_;
    }
    ready_.clear();
    return {};
}

// Takes back what is not on the server yet, and of the rest what no worker has been given: the
// messages behind the last one given out.
std::vector<std::uint64_t> ClusterWorkforce::Impl::recall() {
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

void ClusterWorkforce::Impl::stop() {
    sender_.request_stop();
    changed_.notify_all();
    // What is being played is lost to the run, unless its result comes before the next process.
    (void)streams_.purge(std::string(kWorkStream), work_subject(options_.run, "*"));
}

void ClusterWorkforce::Impl::conclude() {
    sender_.request_stop();
    receiver_.request_stop();
    changed_.notify_all();
    if (receiver_.joinable()) receiver_.join();
    handed_on_.clear();
    stored_.clear();
    // Where the server is away, what is left waits for 'xttt cluster forget', or for a month.
    const std::string work(kWorkStream), results(kResultStream);
    const auto consumer = results_consumer(options_.run);
    if (!streams_.purge(work, work_subject(options_.run, "*"))) return;
    if (!streams_.purge(results, result_subject(options_.run, "*"))) return;
    (void)streams_.forget_consumer(consumer.stream, consumer.name);
}

RunStatus ClusterWorkforce::Impl::status() const {
    const std::lock_guard lock(mutex_);
    RunStatus status = counts_;
    status.run = options_.run;
    status.unfinished = unfinished_;
    status.workers = audit_.findings();
    return status;
}

void ClusterWorkforce::Impl::hand_on(FinishedGame game, std::optional<Delivery> result) {
    ready_.push_back({std::move(game), std::move(result)});
    changed_.notify_all();
}

void ClusterWorkforce::Impl::give_up(std::uint64_t task, const std::string& why) {
    say(why);
    const std::lock_guard lock(mutex_);
    hand_on({.id = task, .trouble = why}, std::nullopt);
}

void ClusterWorkforce::Impl::break_down(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!broken_) broken_ = error;
    changed_.notify_all();
}

ClusterWorkforce::ClusterWorkforce(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ClusterWorkforce::~ClusterWorkforce() = default;

Result<std::unique_ptr<ClusterWorkforce>> ClusterWorkforce::open(ClusterOptions options) {
    if (!is_cluster_name(options.run))
        return fail(Errc::Usage, fmt::format("{} cannot name a run: up to 64 letters, digits, '-' "
                                             "and '_' can",
                                             quote(options.run)));
    auto connection = NatsConnection::open(options.server);
    if (!connection) return std::unexpected(connection.error());
    const JetStream streams(std::move(*connection));
    const auto give_up = Clock::now() + options.server.patience;
    auto store = persist([&] { return ObjectStore::open(streams, kBotBucket); },
                         [&] { return Clock::now() > give_up; });
    if (!store) return std::unexpected(store.error());
    return std::unique_ptr<ClusterWorkforce>(new ClusterWorkforce(
        std::make_unique<Impl>(std::move(options), streams, std::move(*store))));
}

std::size_t ClusterWorkforce::room() const {
    return impl_->room();
}
void ClusterWorkforce::submit(GameTask task) {
    impl_->submit(std::move(task));
}
Result<void> ClusterWorkforce::collect(std::vector<FinishedGame>& finished, Deadline until) {
    return impl_->collect(finished, until);
}
std::size_t ClusterWorkforce::unfinished() const {
    return impl_->unfinished();
}
std::vector<std::uint64_t> ClusterWorkforce::recall() {
    return impl_->recall();
}
void ClusterWorkforce::stop() {
    impl_->stop();
}
std::string ClusterWorkforce::description() const {
    return impl_->description();
}
RunStatus ClusterWorkforce::status() const {
    return impl_->status();
}
void ClusterWorkforce::conclude() {
    impl_->conclude();
}
void ClusterWorkforce::look_for_lost_orders() {
    impl_->reconcile({});
}

}  // namespace xttt
