#include "cluster/worker.h"

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "base/text.h"
#include "cluster/batch_player.h"
#include "cluster/layout.h"
#include "cluster/nats/once_publisher.h"
#include "cluster/order_player.h"
#include "cluster/work_bench.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kStatusInterval = 3s;

// Letters, digits, '-' and '_' stay.
std::string as_cluster_name(std::string text) {
    for (char& c : text)
        if (!is_cluster_name(std::string_view(&c, 1))) c = '-';
    return text.substr(0, 64);
}

}  // namespace

class Worker::Impl {
public:
    Impl(WorkerOptions options, JetStream streams, ObjectStore store)
        : options_(std::move(options)),
          streams_(std::move(streams)),
          travel_(options_.cache, std::move(store)),
          bench_(options_.jobs) {
        status_.host = measure_host();
        status_.jobs = options_.jobs;
        status_.worker = as_cluster_name(options_.name.empty()
                                             ? fmt::format("{}-{}", status_.host.host, ::getpid())
                                             : options_.name);
        leave_ = {.allow_programs = options_.allow_programs,
                  .trust_bots = options_.trust_bots,
                  .speed = status_.host.speed};
    }

    Result<void> run(std::stop_token stop);
    WorkerStatus status() const {
        const std::lock_guard lock(mutex_);
        WorkerStatus status = status_;
        status.playing = bench_.playing();
        return status;
    }

private:
    void fetch_until(const std::stop_token& stop);
    void play_orders();
    struct Players {
        OrderPlayer games;
        BatchPlayer batches;
    };
    Result<void> play(Players& players, const Order& order, Report& report) const;
    void handle(Players& players, WorkBench::Held& held);
    void deliver(Report report, std::uint32_t games, WorkBench::Held& held);
    void beat(std::stop_token done);
    template <class F>
    void note(F&& change) {
        const std::lock_guard lock(mutex_);
        change(status_);
    }
    void trouble(const std::string& text) {
        note([&](WorkerStatus& status) { status.trouble = text; });
        options_.log(text);
    }

    WorkerOptions options_;
    JetStream streams_;
    TravelCache travel_;
    WorkerLeave leave_;
    WorkBench bench_;
    std::atomic<std::chrono::milliseconds> lease_{30s};
    std::atomic<bool> given_up_ = false;
    mutable std::mutex mutex_;
    WorkerStatus status_;
    std::unique_ptr<OncePublisher> publisher_;
};

// Fetches orders for the bench. Whatever goes wrong with the server is tried again from the start:
// it may be another one than before, that knows nothing.
void Worker::Impl::fetch_until(const std::stop_token& stop) {
    for (int failures = 0; !stop.stop_requested();) {
        auto subscription = [&]() -> Result<PullSubscription> {
            if (auto made = ensure_layout(streams_); !made) return std::unexpected(made.error());
            return streams_.pull(workers_consumer(options_.lease));
        }();
        const auto state =
            streams_.consumer_state(std::string(kWorkStream), std::string(kWorkersConsumer));
        if (!subscription || !state) {
            trouble(subscription ? state.error().message : subscription.error().message);
            wait_before_retry(failures++);
            continue;
        }
        lease_ = state->lease;
        while (!stop.stop_requested()) {
            const int room = bench_.wait_for_room(200ms);
            if (room == 0) continue;
            auto orders = subscription->fetch(room, 500ms);
            if (!orders) {
                trouble(orders.error().message);
                wait_before_retry(failures++);
                break;
            }
            if (!orders->empty()) failures = 0;
            for (auto& order : *orders) bench_.add(std::move(order));
        }
    }
}

void Worker::Impl::play_orders() {
    Players players{OrderPlayer(travel_, leave_, given_up_), BatchPlayer(travel_, given_up_)};
    while (auto* held = bench_.begin()) handle(players, *held);
}

Result<void> Worker::Impl::play(Players& players, const Order& order, Report& report) const {
    if (const auto* game = std::get_if<GameOrder>(&order)) return players.games.play(*game, report);
    auto games = players.batches.play(std::get<SelfPlayOrder>(order));
    if (!games) return std::unexpected(games.error());
    report.outcome = std::move(*games);
    return {};
}

void Worker::Impl::handle(Players& players, WorkBench::Held& held) {
    const auto began = Clock::now();
    const auto order = parse_order(held.delivery.data());
    // Whose it is says the subject too, for orders that cannot be read.
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
        why = "the order is not the one its subject names";
    } else if (report.attempt <= attempts) {
        const auto played = play(players, *order, report);
        if (!played) why = played.error().message;
    } else {
        why = "no worker that began it came to its end";
    }
    // A game that was given up is nobody's result.
    if (given_up_) return bench_.give_back(&held, 0ms);
    if (!why.empty()) {
        trouble(fmt::format("order {}.{}: {}", report.run, report.item, why));
        if (report.attempt < attempts) {
            // Another worker may be able to. Later, so that it is not this one again at once.
            note([](WorkerStatus& status) { ++status.given_back; });
            return bench_.give_back(&held, std::min<std::chrono::milliseconds>(lease_, 2s));
        }
        report.outcome =
            fmt::format("set aside after {} attempts: {}", report.attempt, why.substr(0, 3000));
    }
    const auto* batch = order ? std::get_if<SelfPlayOrder>(&*order) : nullptr;
    bench_.played(&held, Clock::now() - began);
    deliver(std::move(report), batch != nullptr ? batch->count : 1, held);
}

// Publishes the result, and lets go of the order when it, or another one of the same order, is
// stored. The thread that played goes on meanwhile.
void Worker::Impl::deliver(Report report, std::uint32_t games, WorkBench::Held& held) {
    auto text = report_text(report);
    const auto longest = static_cast<std::size_t>(streams_.connection().max_payload());
    if (auto* played = std::get_if<PlayedGame>(&report.outcome);
        text && text->size() > longest && played != nullptr) {
        // What players said beside their moves is all that can be so long.
        for (auto& each : played->record.moves) each.note.text.clear();
        text = report_text(report);
    }
    if (!text) {
        trouble(text.error().message);
        return bench_.give_back(&held, 0ms);
    }
    const bool set_aside = std::holds_alternative<std::string>(report.outcome);
    publisher_->publish(result_subject(report.run, report.item), *text,
                        [this, &held, games, set_aside](const OncePublisher::Stored& stored) {
                            // Its order may have gone back to the server meanwhile.
                            if (given_up_) return;
                            if (!stored) {
                                trouble(stored.error().message);
                                return bench_.give_back(&held, 1s);
                            }
                            note([&](WorkerStatus& status) {
                                if (!*stored)
                                    ++status.duplicates;
                                else if (set_aside)
                                    ++status.set_aside;
                                else
                                    status.games += games;
                            });
                            bench_.finish(&held);
                        });
}

// Extends leases and tells the world, until the last game is done with.
void Worker::Impl::beat(std::stop_token done) {
    auto next_status = Clock::now();
    auto next_lease = Clock::now();
    while (!done.stop_requested()) {
        if (Clock::now() >= next_lease && !given_up_) {
            bench_.keep_leases();
            next_lease = Clock::now() + lease_.load() / 4;
        }
        if (Clock::now() >= next_status) {
            // When it cannot be said now, it will be said the next time.
            (void)streams_.publish(worker_subject(status_.worker), status_text(status()));
            next_status = Clock::now() + kStatusInterval;
        }
        std::this_thread::sleep_for(50ms);
    }
}

Result<void> Worker::Impl::run(std::stop_token stop) {
    auto publisher =
        OncePublisher::open(streams_, [this](const std::string& text) { trouble(text); });
    if (!publisher) return std::unexpected(publisher.error());
    publisher_ = std::move(*publisher);
    std::jthread heart([this](std::stop_token done) { beat(std::move(done)); });
    {
        std::vector<std::jthread> players;
        std::atomic<int> at_work = options_.jobs;
        for (int job = 0; job < options_.jobs; ++job)
            players.emplace_back([&] {
                play_orders();
                --at_work;
            });
        fetch_until(stop);
        note([](WorkerStatus& status) { status.stopping = true; });
        const int returned = bench_.close();
        note([&](WorkerStatus& status) { status.given_back += static_cast<unsigned>(returned); });
        const auto patience = Clock::now() + options_.grace;
        const auto busy = [&] { return at_work > 0 || bench_.delivering() > 0; };
        while (busy() && Clock::now() < patience) std::this_thread::sleep_for(20ms);
        if (busy()) {
            given_up_ = true;
            bench_.give_up();
            streams_.connection().flush(2s);
            options_.on_grace_over();
        }
    }
    publisher_.reset();
    (void)streams_.publish(worker_subject(status_.worker), status_text(status()));
    streams_.connection().flush(2s);
    return {};
}

Worker::Worker(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Worker::Worker(Worker&&) noexcept = default;
Worker::~Worker() = default;

Result<Worker> Worker::open(WorkerOptions options) {
    if (!options.name.empty() && !is_cluster_name(options.name))
        return fail(Errc::Usage, fmt::format("a worker's name is made of up to 64 letters, digits, "
                                             "'-' and '_'"));
    auto connection = NatsConnection::open(options.server);
    if (!connection) return std::unexpected(connection.error());
    const JetStream streams(std::move(*connection));
    const auto give_up = Clock::now() + options.server.patience;
    auto store = persist([&] { return ObjectStore::open(streams, kBotBucket); },
                         [&] { return Clock::now() > give_up; });
    if (!store) return std::unexpected(store.error());
    return Worker(std::make_unique<Impl>(std::move(options), streams, std::move(*store)));
}

Result<void> Worker::run(std::stop_token stop) {
    return impl_->run(std::move(stop));
}
WorkerStatus Worker::status() const {
    return impl_->status();
}

}  // namespace xttt
