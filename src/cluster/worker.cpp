#include "cluster/worker.h"

#include <thread>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "base/text.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

constexpr auto kWorkerStatusInterval = 3s;
// With a request that is not answered (kRequestTimeout), a problem is reported within 5 s.
constexpr auto kConsumerCheckInterval = 1500ms;
// How long an order that could not be played shows in the status.
constexpr auto kTroubleTime = 10min;

// Keeps letters, digits, '-' and '_'.
std::string as_cluster_name(std::string text) {
    for (char& c : text)
        if (!is_cluster_name(std::string_view(&c, 1))) c = '-';
    return text.substr(0, 64);
}

}  // namespace

Result<std::unique_ptr<Worker>> Worker::open(WorkerOptions options) {
    if (!options.name.empty() && !is_cluster_name(options.name))
        return fail(Errc::Usage,
                    fmt::format("invalid worker name {}: use up to 64 letters, digits, '-' and '_'",
                                quote(options.name)));
    options.server.report = options.log;
    TRY(auto server, connect_to_cluster(options.server));
    return std::unique_ptr<Worker>(new Worker(std::move(options), std::move(server)));
}

Worker::Worker(WorkerOptions options, ClusterServer server)
    : options_(std::move(options)),
      streams_(std::move(server.streams)),
      files_(options_.cache, std::move(server.files)),
      queue_(options_.jobs) {
    status_.host = measure_host();
    status_.jobs = options_.jobs;
    status_.worker =
        as_cluster_name(options_.name.empty() ? fmt::format("{}-{}", status_.host.host, ::getpid())
                                              : options_.name);
    permissions_ = {.allow_programs = options_.allow_programs,
                    .any_build = options_.any_build,
                    .trust_bots = options_.trust_bots,
                    .speed = status_.host.speed};
}

void Worker::note_error(const std::string& where, const std::string& why) {
    constexpr auto kQuiet = 30s;
    constexpr std::size_t kMostReasons = 100;
    const auto text = where.empty() ? why : fmt::format("{}: {}", where, why);
    {
        const std::lock_guard lock(mutex_);
        trouble_ = text;
        trouble_at_ = Clock::now();
        if (logged_.size() > kMostReasons) logged_.clear();
        auto& last = logged_[why];
        if (last != Clock::time_point{} && Clock::now() - last < kQuiet) return;
        last = Clock::now();
    }
    options_.log(text);
}

// `again`: there was a subscription before.
Result<PullSubscription> Worker::subscribe(bool again) {
    ServerHealth& health = streams_.connection().health();
    const auto queue = [&] {
        return streams_.consumer_state(std::string(kWorkStream), std::string(kWorkersConsumer));
    };
    // Asking for the creation again would only fill the server's log.
    if (health.creation_denied()) TRY_VOID(queue());
    if (again) {
        TRY(const bool there, streams_.has_stream(std::string(kWorkStream)));
        if (!there)
            health.raise(kStreamsProblem, missing_streams_text(streams_.connection().server()),
                         fmt::format("{} has all streams again.", streams_.connection().server()));
    }
    TRY_VOID(ensure_layout(streams_));
    TRY(auto subscription, streams_.pull(workers_consumer(options_.lease)));
    TRY(const auto state, queue());
    health.deny_creation(false);
    health.clear(kStreamsProblem);
    lease_ = state.lease;
    return subscription;
}

// Fetches orders. Subscribes again after any error of the server, which may have lost everything.
// Fails if the server rejects the worker permanently.
Result<void> Worker::fetch_until(const std::stop_token& stop) {
    bool subscribed = false;
    for (int failures = 0; !stop.stop_requested();) {
        const auto subscription = subscribe(subscribed);
        if (!subscription) {
            if (streams_.connection().closed()) return std::unexpected(subscription.error());
            note_server(subscription.error().message);
            wait_before_retry(failures++);
            continue;
        }
        note_server({});
        subscribed = true;
        auto next_check = Clock::now() + kConsumerCheckInterval;
        while (!stop.stop_requested()) {
            if (const int slots = queue_.wait_for_slots(200ms); slots > 0) {
                auto orders = subscription->fetch(slots, 500ms);
                if (!orders) {
                    note_server(orders.error().message);
                    wait_before_retry(failures++);
                    break;
                }
                if (!orders->empty()) {
                    failures = 0;
                    next_check = Clock::now() + kConsumerCheckInterval;
                }
                for (auto& order : *orders) queue_.add(std::move(order));
            }
            // A missing consumer looks like an empty queue: nats-server does not answer requests
            // for its orders.
            if (Clock::now() < next_check) continue;
            if (!streams_.consumer_state(std::string(kWorkStream), std::string(kWorkersConsumer)))
                break;
            next_check = Clock::now() + kConsumerCheckInterval;
        }
    }
    return {};
}

// Extends leases and publishes the status until the last game has ended.
void Worker::beat(const std::stop_token& done) {
    auto next_status = Clock::now();
    auto next_lease = Clock::now();
    while (!done.stop_requested()) {
        if (Clock::now() >= next_lease && !given_up_) {
            queue_.keep_leases();
            next_lease = Clock::now() + lease_.load() / 4;
        }
        if (Clock::now() >= next_status) {
            // A failed publication does not matter: the next one replaces it.
            (void)streams_.publish(worker_subject(status_.worker), status_text(status()));
            next_status = Clock::now() + kWorkerStatusInterval;
        }
        streams_.connection().health().tick();
        std::this_thread::sleep_for(50ms);
    }
}

Result<void> Worker::run(const std::stop_token& stop) {
    TRY(publisher_, IdempotentPublisher::open(streams_));
    Result<void> result;
    std::jthread heart([this](const std::stop_token& done) { beat(done); });
    {
        std::vector<std::jthread> players;
        std::atomic<int> at_work = options_.jobs;
        for (int job = 0; job < options_.jobs; ++job)
            players.emplace_back([&] {
                play_orders();
                --at_work;
            });
        result = fetch_until(stop);
        note([](WorkerStatus& status) { status.stopping = true; });
        const int returned = queue_.close();
        note([&](WorkerStatus& status) { status.given_back += static_cast<unsigned>(returned); });
        const auto deadline = Clock::now() + options_.grace;
        const auto busy = [&] { return at_work > 0 || queue_.delivering() > 0; };
        while (busy() && Clock::now() < deadline) std::this_thread::sleep_for(20ms);
        if (busy()) {
            given_up_ = true;
            queue_.give_up();
            streams_.connection().flush(2s);
            options_.on_grace_over();
        }
    }
    publisher_.reset();
    (void)streams_.publish(worker_subject(status_.worker), status_text(status()));
    streams_.connection().flush(2s);
    return result;
}

WorkerStatus Worker::status() const {
    const std::lock_guard lock(mutex_);
    WorkerStatus status = status_;
    status.playing = queue_.playing();
    status.trouble = server_trouble_;
    if (server_trouble_.empty() && Clock::now() - trouble_at_ < kTroubleTime)
        status.trouble = trouble_;
    return status;
}

void Worker::play_orders() {
    Runners runners{GameOrderRunner(files_, permissions_, given_up_),
                    SelfPlayOrderRunner(files_, given_up_)};
    while (auto* held = queue_.begin()) handle(runners, *held);
}

Result<void> Worker::play(Runners& runners, const Order& order, Report& report) const {
    if (const auto* game = std::get_if<GameOrder>(&order)) return runners.games.play(*game, report);
    TRY(report.outcome, runners.batches.play(std::get<SelfPlayOrder>(order)));
    return {};
}

void Worker::handle(Runners& runners, TaskQueue::Held& held) {
    const auto began = Clock::now();
    const auto order = parse_order(held.delivery.data());
    // The subject also has run and item, for orders that cannot be parsed.
    const auto parts = split(held.delivery.subject(), '.');
    Report report{.run = std::string(parts.at(2)),
                  .item = std::string(parts.at(3)),
                  .worker = status_.worker,
                  .attempt = held.delivery.attempt(),
                  .outcome = std::string()};
    const auto is_its_own = [&](const auto& each) {
        return each.run == report.run && each.item == report.item;
    };
    const int attempts = order ? std::visit([](const auto& each) { return each.attempts; }, *order)
                               : GameOrder{}.attempts;
    std::string why;
    if (!order) {
        why = order.error().message;
    } else if (!std::visit(is_its_own, *order)) {
        why = "the order does not match its subject";
    } else if (report.attempt <= attempts) {
        const auto played = play(runners, *order, report);
        if (!played) why = played.error().message;
    } else {
        why = "no worker completed it";
    }
    // A cancelled game has no result.
    if (given_up_) return queue_.give_back(&held, 0ms);
    if (!why.empty()) {
        note_error(fmt::format("order {}.{}", report.run, report.item), why);
        if (report.attempt < attempts) {
            // Another worker may be able to play it. The delay keeps it from coming back here at
            // once.
            note([](WorkerStatus& status) { ++status.given_back; });
            return queue_.give_back(&held, std::min<std::chrono::milliseconds>(lease_, 2s));
        }
        report.outcome =
            fmt::format("set aside after {} attempts: {}", report.attempt, why.substr(0, 3000));
    }
    const auto* batch = order ? std::get_if<SelfPlayOrder>(&*order) : nullptr;
    queue_.played(&held, Clock::now() - began);
    deliver(std::move(report), batch != nullptr ? batch->count : 1, held);
}

// Publishes the result, and acknowledges the order when this or another result of it is stored. The
// playing thread does not wait.
void Worker::deliver(Report report, std::uint32_t games, TaskQueue::Held& held) {
    auto text = report_text(report);
    const auto longest = static_cast<std::size_t>(streams_.connection().max_payload());
    if (auto* played = std::get_if<PlayedGame>(&report.outcome);
        text && text->size() > longest && played != nullptr) {
        // Only the players' comments and variations can make a message too long.
        for (auto& each : played->record.moves) {
            each.note.text.clear();
            each.note.pv.clear();
        }
        text = report_text(report);
    }
    if (!text) {
        note_error({}, text.error().message);
        return queue_.give_back(&held, 0ms);
    }
    const bool set_aside = std::holds_alternative<std::string>(report.outcome);
    publisher_->publish(result_subject(report.run, report.item), *text,
                        [this, &held, games, set_aside](const IdempotentPublisher::Stored& stored) {
                            // Its order may have been returned to the server in the meantime.
                            if (given_up_) return;
                            if (!stored) {
                                note_error({}, stored.error().message);
                                return queue_.give_back(&held, 1s);
                            }
                            note([&](WorkerStatus& status) {
                                if (!*stored)
                                    ++status.duplicates;
                                else if (set_aside)
                                    ++status.set_aside;
                                else
                                    status.games += games;
                            });
                            queue_.finish(&held);
                        });
}

}  // namespace xttt
