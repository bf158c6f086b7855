#include "cluster/cluster_client.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <unistd.h>

#include "base/sha256.h"
#include "base/text.h"

namespace xttt {

Result<std::string> OpenOrders::enter(Order order, std::uint64_t task) {
    const auto set_item = [&](const std::string& name) {
        std::visit([&](auto& each) { each.item = name; }, order);
    };
    set_item("0");
    TRY(const auto text, order_text(order));
    const std::string name = sha256_hex(text).substr(0, 32);
    std::string item = name;
    // The same game may be ordered twice at the same time.
    for (int copy = 2; entries_.contains(item); ++copy) item = fmt::format("{}-{}", name, copy);
    set_item(item);
    TRY(auto final_text, order_text(order));
    entries_[item] = {.task = task,
                      .order = std::make_shared<const Order>(std::move(order)),
                      .text = std::move(final_text)};
    closed_.erase(item);
    return item;
}

OpenOrders::Entry* OpenOrders::find(const std::string& item) {
    const auto found = entries_.find(item);
    return found == entries_.end() ? nullptr : &found->second;
}

void OpenOrders::close(const std::string& item, Closed how) {
    constexpr std::size_t kRemembered = 100'000;
    entries_.erase(item);
    if (closed_.insert_or_assign(item, how).second) closed_in_order_.push_back(item);
    if (closed_in_order_.size() > kRemembered) {
        closed_.erase(closed_in_order_.front());
        closed_in_order_.pop_front();
    }
}

class ClusterClient::Messages {
public:
    explicit Messages(std::function<void(const std::string&)> log) : log_(std::move(log)) {}

    // Logs a repeated message only once. Logs at once while the client is opening, because its
    // caller is waiting.
    void add(const std::string& message) {
        constexpr std::size_t kMost = 100;
        const std::lock_guard lock(mutex_);
        if (message == last_ || waiting_.size() >= kMost) return;
        last_ = message;
        if (opening_)
            log_(message);
        else
            waiting_.push_back(message);
    }
    // The same, for messages that may come with every game: each text at most every ten seconds.
    void add_often(const std::string& message) {
        constexpr std::size_t kMostKnown = 1000;
        {
            const std::lock_guard lock(mutex_);
            if (known_.size() > kMostKnown) known_.clear();
            const auto [known, is_new] = known_.try_emplace(message, Clock::now());
            if (!is_new && Clock::now() < known->second + ServerHealth::kQuietTime) return;
            known->second = Clock::now();
        }
        add(message);
    }
    void opened() {
        const std::lock_guard lock(mutex_);
        opening_ = false;
    }
    // Functions for the thread of the caller.
    void log() {
        std::vector<std::string> messages;
        {
            const std::lock_guard lock(mutex_);
            messages.swap(waiting_);
        }
        for (const auto& message : messages) log_(message);
    }

private:
    std::function<void(const std::string&)> log_;
    std::mutex mutex_;
    bool opening_ = true;
    std::vector<std::string> waiting_;
    std::string last_;
    std::map<std::string, Clock::time_point> known_;  // when each was added
};

Result<std::unique_ptr<ClusterClient>> ClusterClient::open(ClusterOptions options, Check check) {
    if (!is_cluster_name(options.run))
        return fail(Errc::Usage,
                    fmt::format("invalid run name {}: use up to 64 letters, digits, '-' and '_'",
                                quote(options.run)));
    auto messages = std::make_shared<Messages>(options.log);
    options.server.report = [messages](const std::string& text) { messages->add(text); };
    auto server = connect_to_cluster(options.server);
    messages->opened();
    if (!server) return std::unexpected(server.error());
    return std::unique_ptr<ClusterClient>(new ClusterClient(
        std::move(options), std::move(check), std::move(*server), std::move(messages)));
}

ClusterClient::ClusterClient(ClusterOptions options, Check check, ClusterServer server,
                             std::shared_ptr<Messages> messages)
    : options_(std::move(options)),
      check_(std::move(check)),
      streams_(std::move(server.streams)),
      store_(std::move(server.files)),
      messages_(std::move(messages)),
      session_(random_id()) {
    receiver_ = std::jthread([this](const std::stop_token& stop) { receive(stop); });
    sender_ = std::jthread([this](const std::stop_token& stop) { send(stop); });
}

ClusterClient::~ClusterClient() {
    end_threads();
    unstored_.clear();  // unacknowledged: delivered again to the next process
    if (claimed_) (void)announce(true);
    streams_.connection().flush(std::chrono::seconds(2));
}

void ClusterClient::end_threads() {
    sender_.request_stop();
    receiver_.request_stop();
    changed_.notify_all();
    if (sender_.joinable()) sender_.join();
    if (receiver_.joinable()) receiver_.join();
    publisher_.reset();  // first, because it would publish removed orders again
}

std::size_t ClusterClient::unfinished() const {
    const std::lock_guard lock(mutex_);
    return unfinished_;
}

std::size_t ClusterClient::free_slots() const {
    const std::lock_guard lock(mutex_);
    return options_.most - std::min(options_.most, unfinished_);
}

void ClusterClient::submit(std::uint64_t task, Draft draft) {
    {
        const std::lock_guard lock(mutex_);
        tasks_.push_back({task, std::move(draft)});
        ++unfinished_;
    }
    changed_.notify_all();
}

void ClusterClient::say(const std::string& message) {
    messages_->add_often(message);
    changed_.notify_all();
}

Result<void> ClusterClient::collect(std::vector<Returned>& returned, Deadline until) {
    std::unique_lock lock(mutex_);
    const auto done = [&] { return !ready_.empty() || broken_ || Clock::now() >= until; };
    const auto log = [&] {
        lock.unlock();
        messages_->log();
        lock.lock();
    };
    do {
        log();
        changed_.wait_until(lock, std::min(until, Clock::now() + std::chrono::milliseconds(500)),
                            done);
    } while (!done());
    log();  // what happened before these results arrived
    if (ready_.empty() && broken_) return std::unexpected(*broken_);
    unfinished_ -= ready_.size();
    std::ranges::move(ready_, std::back_inserter(returned));
    ready_.clear();
    return {};
}

void ClusterClient::stored(std::span<const std::uint64_t> tasks) {
    const std::lock_guard lock(mutex_);
    for (const auto task : tasks) {
        const auto found = unstored_.find(task);
        if (found == unstored_.end()) continue;
        found->second.acknowledge();
        unstored_.erase(found);
    }
}

// Looks up the sequence numbers of orders that an earlier process of this run published.
void ClusterClient::find_sequences() {
    std::vector<std::string> unknown, subjects;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [item, entry] : orders_.entries())
            if (entry.sequence == 0) unknown.push_back(item);
    }
    for (const auto& item : unknown) subjects.push_back(work_subject(options_.run, item));
    const auto sequences = streams_.last_sequences(std::string(kWorkStream), subjects);
    if (!sequences) return;
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < unknown.size(); ++i)
        if (auto* entry = orders_.find(unknown[i]); entry != nullptr && (*sequences)[i])
            entry->sequence = *(*sequences)[i];
}

// Takes back the orders that are not on the server yet, and those on the server that no worker has
// received: the messages after the last one delivered.
std::vector<std::uint64_t> ClusterClient::recall() {
    std::vector<std::uint64_t> ids;
    find_sequences();
    const auto queue =
        streams_.consumer_state(std::string(kWorkStream), std::string(kWorkersConsumer));
    std::unique_lock lock(mutex_);
    for (const auto& task : tasks_) ids.push_back(task.id);
    tasks_.clear();
    if (drafted_) ids.push_back(*std::exchange(drafted_, std::nullopt));
    std::vector<std::pair<std::uint64_t, std::string>> items;  // by sequence
    for (const auto& [item, entry] : orders_.entries()) {
        const bool unsent = std::ranges::find(unsent_, item) != unsent_.end();
        // Also if the server has not confirmed it yet, for example because its storage is full.
        const bool unconfirmed =
            entry.published == Clock::time_point{} && !answered_.contains(item);
        const bool waiting = queue && entry.sequence > queue->last_given_out;
        if (unsent || unconfirmed || waiting) items.emplace_back(entry.sequence, item);
    }
    // The newest first, because workers fetch the oldest first. Orders that they fetch before the
    // removal, or that stay on an unreachable server, are played, but their results do not count.
    std::ranges::sort(items, std::greater());
    std::vector<std::uint64_t> on_server;
    for (const auto& [sequence, item] : items) {
        ids.push_back(orders_.find(item)->task);
        if (sequence > 0) on_server.push_back(sequence);
        orders_.close(item, OpenOrders::Closed::Withdrawn);
        std::erase(unsent_, item);
    }
    unfinished_ -= ids.size();
    lock.unlock();
    (void)streams_.remove(std::string(kWorkStream), on_server);
    return ids;
}

void ClusterClient::stop() {
    sender_.request_stop();
    changed_.notify_all();
    // Running games are lost to the run, unless their results come before the next process.
    std::vector<std::uint64_t> published;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [item, entry] : orders_.entries())
            if (entry.sequence > 0) published.push_back(entry.sequence);
    }
    const std::string work(kWorkStream);
    if (!streams_.remove(work, published)) return;
    (void)streams_.remove_all(work, work_subject(options_.run, "*"));
}

void ClusterClient::conclude() {
    end_threads();
    {
        const std::lock_guard lock(mutex_);
        unstored_.clear();
    }
    // If the server cannot be reached, the rest stays until 'xttt cluster forget', or expires in a
    // month.
    const std::string work(kWorkStream), results(kResultStream);
    const auto consumer = results_consumer(options_.run);
    if (!streams_.remove_all(work, work_subject(options_.run, "*"))) return;
    if (!streams_.forget_consumer(consumer.stream, consumer.name)) return;
    (void)streams_.remove_all(results, result_subject(options_.run, "*"));
}

RunStatus ClusterClient::status() const {
    const std::lock_guard lock(mutex_);
    RunStatus status = counts_;
    status.run = options_.run;
    status.session = session_;
    status.unfinished = unfinished_;
    status.ephemeral = options_.ephemeral;
    status.host = host_name();
    status.process = ::getpid();
    status.workers = audit_.findings();
    return status;
}

void ClusterClient::hand_on(Returned returned) {
    ready_.push_back(std::move(returned));
    changed_.notify_all();
}

void ClusterClient::break_down(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!broken_) broken_ = error;
    changed_.notify_all();
}

// Functions of the sender thread.

void ClusterClient::publish(const std::string& item) {
    std::string text;
    {
        const std::lock_guard lock(mutex_);
        auto* entry = orders_.find(item);
        if (entry == nullptr || answered_.contains(item)) return;
        text = entry->text;
        entry->published = {};
    }
    publisher_->publish(work_subject(options_.run, item), text,
                        [this, item](const IdempotentPublisher::Stored& stored) {
                            if (!stored) return break_down(stored.error());
                            const std::lock_guard lock(mutex_);
                            if (auto* entry = orders_.find(item)) {
                                entry->published = Clock::now();
                                entry->sequence = stored->value_or(entry->sequence);
                            }
                        });
}

// Returns the item to publish; empty if the task failed, which has then been reported.
std::string ClusterClient::enter_order(const Task& task, const std::stop_token& stop) {
    auto order = task.draft(store_, stop);
    if (!order && stop.stop_requested()) return {};
    if (!order && order.error().code == Errc::Usage && !options_.tolerates_bad_players) {
        break_down(order.error());
        return {};
    }
    if (order)
        std::visit(
            [&](auto& each) {
                each.run = options_.run;
                each.attempts = options_.attempts;
            },
            *order);
    const std::lock_guard lock(mutex_);
    if (!std::exchange(drafted_, std::nullopt)) return {};  // recalled in the meantime
    auto item = order ? orders_.enter(std::move(*order), task.id)
                      : Result<std::string>(std::unexpected(order.error()));
    if (item) return std::move(*item);
    say(item.error().message);
    hand_on({.task = task.id, .report = {}, .error = item.error().message});
    return {};
}

void ClusterClient::send(const std::stop_token& stop) {
    auto publisher = persist([&] { return IdempotentPublisher::open(streams_); },
                             [&] { return stop.stop_requested(); });
    if (!publisher) return break_down(publisher.error());
    publisher_ = std::move(*publisher);
    while (!stop.stop_requested()) {
        std::optional<Task> task;
        std::string item;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, stop,
                          [&] { return prepared_ && (!tasks_.empty() || !unsent_.empty()); });
            if (stop.stop_requested()) return;
            if (!unsent_.empty()) {
                item = std::move(unsent_.front());
                unsent_.pop_front();
            } else {
                task = std::move(tasks_.front());
                tasks_.pop_front();
                drafted_ = task->id;
            }
        }
        if (task) item = enter_order(*task, stop);
        if (!item.empty()) publish(item);
    }
}
}  // namespace xttt
