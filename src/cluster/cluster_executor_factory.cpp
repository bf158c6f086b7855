#include "cluster/cluster_executor_factory.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/count_text.h"
#include "cluster/cluster_executor.h"
#include "tournament/store/store.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

constexpr auto kBetweenLooks = 500ms;
constexpr auto kBetweenConnections = 3s;
constexpr auto kConnectTimeout = 2s;
constexpr auto kBetweenSameMessages = 10s;

}  // namespace

// The executor of one run. It keeps the tasks that are not finished, and gives them to each new
// client. Its functions are for one thread; another one connects.
class ClusterExecutorFactory::Executor final : public GameExecutor {
public:
    Executor(ClusterExecutorFactory& factory, ClusterOptions options)
        : factory_(factory),
          options_(std::move(options)),
          opener_([this](const std::stop_token& stop) { connect(stop); }) {}
    ~Executor() override {
        opener_.request_stop();
        opener_.join();
        if (!client_) client_ = std::move(opened_);
        if (client_ && options_.ephemeral) client_->conclude();
        factory_.set_problem(this, {});
    }

    std::size_t free_slots() const override {
        if (!client_) return 0;
        const std::size_t slots = factory_.slots();
        return std::min(slots - std::min(slots, tasks_.size()), client_->free_slots());
    }
    void submit(GameTask task) override {
        tasks_.insert_or_assign(task.id, task);
        if (client_) client_->submit(std::move(task));
    }
    Result<void> collect(std::vector<FinishedGame>& finished, Deadline until) override {
        if (!client_ && !adopt_client(until)) return {};
        const std::size_t before = finished.size();
        const auto collected = client_->collect(finished, until);
        for (const FinishedGame& game : std::span(finished).subspan(before)) tasks_.erase(game.id);
        if (!collected) lose_client(collected.error());
        return {};
    }
    void stored(std::span<const std::uint64_t> ids) override {
        if (client_) client_->stored(ids);
    }
    std::size_t unfinished() const override { return tasks_.size(); }
    std::vector<std::uint64_t> cancel_pending() override {
        std::vector<std::uint64_t> ids;
        if (client_)
            ids = client_->cancel_pending();
        else
            for (const auto& [id, task] : tasks_) ids.push_back(id);
        for (const auto id : ids) tasks_.erase(id);
        return ids;
    }
    void stop() override {
        if (client_) client_->stop();
    }
    std::string description() const override { return fmt::format("cluster run {}", options_.run); }

    void conclude() {
        if (client_) client_->conclude();
    }

private:
    // Opens a client whenever there is none.
    void connect(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            {
                std::unique_lock lock(mutex_);
                if (!changed_.wait(lock, stop, [this] { return wants_client_; })) return;
            }
            auto opened = ClusterExecutor::open(options_);
            factory_.set_problem(this, opened ? "" : opened.error().message);
            std::unique_lock lock(mutex_);
            if (opened) {
                opened_ = std::move(*opened);
                wants_client_ = false;
                changed_.notify_all();
            }
            changed_.wait_for(lock, stop, kBetweenConnections, [] { return false; });
        }
    }
    bool adopt_client(Deadline until) {
        {
            std::unique_lock lock(mutex_);
            if (!changed_.wait_until(lock, until, [this] { return opened_ != nullptr; }))
                return false;
            client_ = std::move(opened_);
        }
        for (const auto& [id, task] : tasks_) client_->submit(task);
        return true;
    }
    void lose_client(const Error& error) {
        factory_.set_problem(this, error.message);
        client_.reset();
        const std::lock_guard lock(mutex_);
        wants_client_ = true;
        changed_.notify_all();
    }

    ClusterExecutorFactory& factory_;
    const ClusterOptions options_;
    std::map<std::uint64_t, GameTask> tasks_;
    std::unique_ptr<ClusterExecutor> client_;
    std::mutex mutex_;  // for the members below
    std::condition_variable_any changed_;
    std::unique_ptr<ClusterExecutor> opened_;
    bool wants_client_ = true;
    std::jthread opener_;
};

Result<std::unique_ptr<ClusterExecutorFactory>> ClusterExecutorFactory::connect(Options options) {
    options.server.name = "xttt coordinator";
    auto workers = std::make_unique<ClusterWorkers>(options.server);
    if (const auto connected = workers->connect();
        !connected && connected.error().code == Errc::Usage)
        return std::unexpected(connected.error());
    return std::unique_ptr<ClusterExecutorFactory>(
        new ClusterExecutorFactory(std::move(options), std::move(workers)));
}

ClusterExecutorFactory::ClusterExecutorFactory(Options options,
                                               std::unique_ptr<ClusterWorkers> workers)
    : options_(std::move(options)),
      workers_(std::move(workers)),
      thread_([this](const std::stop_token& stop) { watch(stop); }) {}

ClusterExecutorFactory::~ClusterExecutorFactory() = default;

Result<RunExecutor> ClusterExecutorFactory::open(Run run) {
    ClusterOptions options;
    options.server = options_.server;
    options.server.connect_timeout = kConnectTimeout;
    options.ephemeral = run.store.empty();
    std::string id = random_id();
    if (!options.ephemeral) {
        TRY(id, run_id_of(run.store));
    }
    options.run = run_name(run.name, id);
    options.scale_time = options_.scale_time;
    options.send_folders = true;
    options.tolerates_bad_players = true;
    options.log = [this](const std::string& text) { log(text); };
    auto executor = std::make_unique<Executor>(*this, std::move(options));
    Executor* const opened = executor.get();
    return RunExecutor{std::move(executor), [opened] { opened->conclude(); }};
}

ExecutorFactory::Status ClusterExecutorFactory::status() const {
    const std::lock_guard lock(mutex_);
    Status status = status_;
    if (status.problem.empty() && !problems_.empty()) status.problem = problems_.begin()->second;
    if (!status.problem.empty())
        status.problem = "games wait for the cluster: " + status.problem;
    else if (status.workers == 0)
        status.problem = "no worker of the cluster is running; start one with 'xttt worker'";
    return status;
}

std::size_t ClusterExecutorFactory::slots() const {
    const std::lock_guard lock(mutex_);
    const int most = std::min(options_.games, status_.games);
    return static_cast<std::size_t>(std::min(options_.games, most + (most + 1) / 2));
}

void ClusterExecutorFactory::set_problem(const Executor* run, const std::string& problem) {
    {
        const std::lock_guard lock(mutex_);
        if (problem.empty())
            problems_.erase(run);
        else
            problems_[run] = problem;
    }
    if (!problem.empty()) log(problem);
}

void ClusterExecutorFactory::log(const std::string& text) {
    constexpr std::size_t kMostKnown = 1000;
    {
        const std::lock_guard lock(mutex_);
        if (logged_.size() > kMostKnown) logged_.clear();
        const auto [known, is_new] = logged_.try_emplace(text, Clock::now());
        if (!is_new && Clock::now() < known->second + kBetweenSameMessages) return;
        known->second = Clock::now();
    }
    options_.log(text);
}

void ClusterExecutorFactory::watch(const std::stop_token& stop) {
    std::string shown;
    while (!stop.stop_requested()) {
        const auto updated = workers_->update();
        {
            const std::lock_guard lock(mutex_);
            status_.problem = updated ? "" : updated.error().message;
            status_.workers = workers_->count().workers;
            status_.games = workers_->count().games;
        }
        const std::string problem = status().problem;
        if (problem != shown)
            log(problem.empty() ? fmt::format("games are played on the cluster: {}, {} at the same "
                                              "time",
                                              count_text(workers_->count().workers, "worker"),
                                              count_text(workers_->count().games, "game"))
                                : problem);
        shown = problem;
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, stop, kBetweenLooks, [] { return false; });
    }
}

}  // namespace xttt
