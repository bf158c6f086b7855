#include "cluster/worker.h"

#include <thread>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "cluster/layout.h"
#include "cluster/worker_impl.h"

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

Worker::Impl::Impl(WorkerOptions options, PostOffice office)
    : options_(std::move(options)),
      streams_(std::move(office.streams)),
      travel_(options_.cache, std::move(office.files)),
      bench_(options_.jobs) {
    status_.host = measure_host();
    status_.jobs = options_.jobs;
    status_.worker =
        as_cluster_name(options_.name.empty() ? fmt::format("{}-{}", status_.host.host, ::getpid())
                                              : options_.name);
    leave_ = {.allow_programs = options_.allow_programs,
              .trust_bots = options_.trust_bots,
              .speed = status_.host.speed};
}

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

// Extends leases and tells the world, until the last game is done with.
void Worker::Impl::beat(const std::stop_token& done) {
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

Result<void> Worker::Impl::run(const std::stop_token& stop) {
    auto publisher =
        OncePublisher::open(streams_, [this](const std::string& text) { trouble(text); });
    if (!publisher) return std::unexpected(publisher.error());
    publisher_ = std::move(*publisher);
    std::jthread heart([this](const std::stop_token& done) { beat(done); });
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
    auto office = open_post_office(options.server);
    if (!office) return std::unexpected(office.error());
    return Worker(std::make_unique<Impl>(std::move(options), std::move(*office)));
}

Result<void> Worker::run(const std::stop_token& stop) {
    return impl_->run(stop);
}
WorkerStatus Worker::status() const {
    return impl_->status();
}

}  // namespace xttt
